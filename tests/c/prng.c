/* Stands in for bcryptprimitives.dll, which Wine 8 lacks: the seeds of hash tables, on which no result
   depends. */
__declspec(dllexport) int ProcessPrng(unsigned char *data, unsigned long long length)
{
    while (length-- > 0)
        *data++ = (unsigned char)length;
    return 1;
}
