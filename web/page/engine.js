// The worker: luztar as WebAssembly, which answers one request after another.

const PROGRAM = "luztar.wasm";
let program;

async function load() {
  const fetched = await fetch(PROGRAM);
  if (!fetched.ok) throw new Error(`${PROGRAM}: ${fetched.status} ${fetched.statusText}; tools/web builds it in target/web`);
  const module = await WebAssembly.compile(await fetched.arrayBuffer());
  return (await WebAssembly.instantiate(module, unused(module))).exports;
}

/** What the writer of archives would ask a browser for if it encrypted them: it never does. */
function unused(module) {
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    (imports[from] ??= {})[name] = () => { throw new Error(`${name} is not for this page`); };
  }
  return imports;
}

/** The line of JSON of an answer, read, and the bytes behind it. */
function parted(answer) {
  const end = answer.indexOf(10);
  const told = JSON.parse(new TextDecoder().decode(answer.subarray(0, end)));
  return { told, bytes: answer.slice(end + 1).buffer };
}

function answered(exports, request, bytes) {
  const line = new TextEncoder().encode(JSON.stringify(request) + "\n");
  const room = exports.room(line.length + bytes.byteLength);
  const memory = new Uint8Array(exports.memory.buffer);
  memory.set(line, room);
  memory.set(new Uint8Array(bytes), room + line.length);
  const read = () => new Uint8Array(exports.memory.buffer, exports.place(), exports.length());
  try {
    exports.answer();
    return parted(read());
  } catch (trap) {
    program = undefined;
    return { told: { refused: "unit", rule: `luztar ended: ${new TextDecoder().decode(read()) || trap}` }, bytes: new ArrayBuffer(0) };
  }
}

onmessage = async ({ data: { id, request, bytes } }) => {
  try {
    program ??= load();
    const { told, bytes: behind } = answered(await program, request, bytes);
    postMessage({ id, told, bytes: behind }, [behind]);
  } catch (error) {
    program = undefined;
    postMessage({ id, told: { refused: "request", rule: String(error) }, bytes: new ArrayBuffer(0) });
  }
};
