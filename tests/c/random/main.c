/* Random calls through the C interface: legal and illegal ones, with values of every kind, of units of the
   whole catalogue and of networks from folders, several instances alive at once.

   random CALLS JOBS SEED : makes about CALLS calls in segments of a seed each, counted from SEED, JOBS
   segments at a time in processes of their own (0: all in this process, with short steps), and reports what they came to.

   It fails if a call crashes, hangs or breaks down, if an answer breaks a promise of the interface, or if
   memory stays in use. */
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "calls.h"
#include "messages.h"

/* Turns of a segment; some make several calls. */
#define TURNS 10000
#define WARM_UP_TURNS 300

/* A call that lasts longer than this, in s, hangs. The longest steps that the engine allows take some
   seconds on a busy machine. */
#define HANGS 300

#define MOST_JOBS 64

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Bytes in use. The C library's caches per thread would count; they are switched off at the start. */
static int64_t in_use(void)
{
    struct mallinfo2 info = mallinfo2();
    return (int64_t)info.uordblks + (int64_t)info.hblkhd;
}

/* A kind of call: of those that are legal now, mostly. */
static int draw_call(const struct instance *at)
{
    int any = draw_once_in(16), k, sum = 0, left;
    for (k = 0; k < call_count; k++)
        sum += any || call_is_legal(&calls[k], at) ? calls[k].weight : 0;
    left = (int)draw_below((size_t)sum);
    for (k = 0; k < call_count; k++) {
        left -= any || call_is_legal(&calls[k], at) ? calls[k].weight : 0;
        if (left < 0)
            break;
    }
    return k;
}

/* What the answer of a call must be like. */
static void judge(struct report *report, const struct call *call, const struct instance *at,
                  int legal, fmi2Status status)
{
    int explained = messages_errors() > 0;
    const char *unit = at->unit == NULL ? "-" : at->unit->name;
    if (status != fmi2OK && status != fmi2Discard && status != fmi2Error)
        report_violation(report, "%s of %s answered %d", call->name, unit, status);
    if (!legal && status != fmi2Error)
        report_violation(report, "%s of %s is illegal and was answered with %d", call->name, unit,
                         status);
    if (status == fmi2Error && !explained && at->heard && !call->silent)
        report_violation(report, "%s of %s was refused without a word", call->name, unit);
}

static void take_turn(struct host *host)
{
    struct instance *at = host_instance(host, draw_below(SLOTS));
    struct report *report = host->report;
    int k, legal, compares;
    uint64_t before = 0;
    double start;
    fmi2Status status;
    if (at->c == NULL)
        return;
    k = report->call = draw_call(at);
    legal = call_is_legal(&calls[k], at);
    compares = (calls[k].keeps || !legal) && !calls[k].silent && draw_once_in(16);
    if (compares)
        before = host_digest(host, at);
    messages_errors();
    alarm(HANGS);
    start = now();
    status = calls[k].make(host, at);
    start = now() - start;
    if (start > report->longest) {
        report->longest = start;
        report->longest_call = k;
    }
    report->calls++;
    report->accepted[k] += status == fmi2OK;
    report->refused[k] += status == fmi2Error;
    report->discarded[k] += status == fmi2Discard;
    judge(report, &calls[k], at, legal, status);
    if (compares && status == fmi2Error && at->c != NULL && host_digest(host, at) != before)
        report_violation(report, "%s of %s was refused and changed the instance", calls[k].name,
                         at->unit->name);
}

/* Segments in this process are those that a tool watches. */
static int watched = 0;

static void run_segment(uint64_t seed, int turns, struct report *report)
{
    struct host host;
    int64_t before = in_use();
    int turn;
    memset(&host, 0, sizeof host);
    host.report = report;
    host.watched = watched;
    messages_count(report);
    draw_seed(seed);
    for (turn = 0; turn < turns; turn++)
        take_turn(&host);
    host_end(&host);
    alarm(0);
    report->leaked = in_use() - before;
}

/* What the library makes once and keeps is made before anything is measured. */
static void warm_up(void)
{
    static struct report report;
    size_t k;
    for (k = 0; k < unit_count; k++)
        luztar_guid(units[k].name);
    run_segment(0, WARM_UP_TURNS, &report);
}

struct totals {
    struct report sum;
    uint64_t crashes, hangs;
};

/* Adds the report of the segment of a seed, whose process ended with `status`. */
static void conclude(struct totals *totals, const struct report *part, uint64_t seed, int status)
{
    if (WIFSIGNALED(status)) {
        int hung = WTERMSIG(status) == SIGALRM;
        totals->hangs += (uint64_t)hung;
        totals->crashes += (uint64_t)!hung;
        printf("seed %llu ended by signal %d in call %llu, %s\n", (unsigned long long)seed,
               WTERMSIG(status), (unsigned long long)part->calls, calls[part->call].name);
    } else if (status != 0) {
        totals->crashes++;
        printf("seed %llu ended with %d\n", (unsigned long long)seed, status);
    }
    if (part->violations > 0)
        printf("seed %llu: %s\n", (unsigned long long)seed, part->words);
    if (part->leaked != 0)
        printf("seed %llu: %lld bytes stay in use\n", (unsigned long long)seed,
               (long long)part->leaked);
    report_add(&totals->sum, part);
}

static void run_apart(struct totals *totals, uint64_t calls_wanted, int jobs, uint64_t seed)
{
    struct report *parts = mmap(NULL, MOST_JOBS * sizeof *parts, PROT_READ | PROT_WRITE,
                                MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pid_t pids[MOST_JOBS] = {0};
    uint64_t seeds[MOST_JOBS] = {0};
    int running = 0, k, status;
    if (parts == MAP_FAILED)
        exit(1);
    fflush(stdout);
    for (;;) {
        for (k = 0; k < jobs && totals->sum.calls < calls_wanted; k++) {
            if (pids[k] != 0)
                continue;
            memset(&parts[k], 0, sizeof parts[k]);
            seeds[k] = seed++;
            pids[k] = fork();
            if (pids[k] < 0)
                exit(1);
            if (pids[k] == 0) {
                run_segment(seeds[k], TURNS, &parts[k]);
                _exit(0);
            }
            running++;
        }
        if (running == 0)
            return;
        pid_t ended = wait(&status);
        for (k = 0; k < jobs && pids[k] != ended; k++)
            ;
        conclude(totals, &parts[k], seeds[k], status);
        fflush(stdout);
        pids[k] = 0;
        running--;
    }
}

static void print(const struct totals *totals)
{
    const struct report *sum = &totals->sum;
    uint64_t refused = 0;
    int k;
    for (k = 0; k < call_count; k++) {
        refused += sum->refused[k];
        printf("%s: accepted %llu, refused %llu, discarded %llu\n", calls[k].name,
               (unsigned long long)sum->accepted[k], (unsigned long long)sum->refused[k],
               (unsigned long long)sum->discarded[k]);
    }
    printf("instances %llu\ncalls %llu\nerrors %llu\nviolations %llu\nbreakdowns %llu\n"
           "crashes %llu\nhangs %llu\nleaks %lld\n",
           (unsigned long long)sum->instances, (unsigned long long)sum->calls,
           (unsigned long long)refused, (unsigned long long)sum->violations,
           (unsigned long long)sum->breakdowns, (unsigned long long)totals->crashes,
           (unsigned long long)totals->hangs, (long long)sum->leaked);
    printf("longest call %.3f s, %s\n", sum->longest, calls[sum->longest_call].name);
}

int main(int argc, char **argv)
{
    static struct totals totals;
    static struct report part;
    uint64_t wanted, seed;
    int jobs;
    if (argc != 4) {
        fprintf(stderr, "usage: random CALLS JOBS SEED\n");
        return 2;
    }
    if (getenv("GLIBC_TUNABLES") == NULL) {
        setenv("GLIBC_TUNABLES", "glibc.malloc.tcache_count=0", 1);
        execv("/proc/self/exe", argv);
    }
    wanted = strtoull(argv[1], NULL, 10);
    jobs = atoi(argv[2]);
    watched = jobs <= 0;
    seed = strtoull(argv[3], NULL, 10);
    warm_up();
    if (jobs > 0)
        run_apart(&totals, wanted, jobs < MOST_JOBS ? jobs : MOST_JOBS, seed);
    while (jobs <= 0 && totals.sum.calls < wanted) {
        memset(&part, 0, sizeof part);
        run_segment(seed, TURNS, &part);
        conclude(&totals, &part, seed++, 0);
    }
    print(&totals);
    return totals.sum.violations + totals.sum.breakdowns + totals.crashes + totals.hangs > 0 ||
           totals.sum.leaked != 0;
}
