// The FMU: libraries are fetched beside the page and packed here.

const element = (id) => document.getElementById(id);
/** Where the libraries stand, and what they are for. */
const LIST = "libraries.json";
const TITLES = { linux64: "Linux", win64: "Windows", darwin64: "macOS, Intel", "aarch64-linux": "Linux, ARM", "aarch64-darwin": "macOS, Apple silicon" };

export class Download {
  /** `source` gives the network as it is now. */
  constructor(engine, source) {
    this.engine = engine;
    this.source = source;
    element("order").addEventListener("submit", (event) => {
      event.preventDefault();
      this.make().catch((error) => this.tell(String(error.message ?? error), true));
    });
    this.offer().catch((error) => this.tell(`${LIST}: ${error.message}`, true));
  }

  allow(is) {
    element("get").disabled = !is;
    this.tell(is ? "" : "The file has errors.", !is);
  }

  tell(text, refused = false) {
    element("got").textContent = text;
    element("got").classList.toggle("refused", refused);
  }

  async offer() {
    this.libraries = await (await fetch(LIST)).json();
    element("platforms").replaceChildren(...this.libraries.map(({ platform, bytes }) => {
      const label = document.createElement("label");
      const box = Object.assign(document.createElement("input"), { type: "checkbox", checked: true, value: platform });
      label.append(box, ` ${TITLES[platform] ?? platform} (${platform}, ${(bytes / 1e6).toFixed(1)} MB)`);
      return label;
    }));
  }

  async make() {
    const wanted = new Set([...document.querySelectorAll("#platforms input:checked")].map(({ value }) => value));
    if (wanted.size === 0) return this.tell("Choose a platform: hosts run the library inside.", true);
    const version = Number(document.querySelector("#order [name=version]:checked").value);
    this.tell("fetching libraries …");
    const pieces = await Promise.all(this.libraries.filter(({ platform }) => wanted.has(platform)).map(async ({ platform, file }) => {
      const fetched = await fetch(file);
      if (!fetched.ok) throw new Error(`${file}: ${fetched.status} ${fetched.statusText}`);
      return { platform, bytes: new Uint8Array(await fetched.arrayBuffer()) };
    }));
    const all = new Uint8Array(pieces.reduce((sum, { bytes }) => sum + bytes.length, 0));
    let at = 0;
    for (const { bytes } of pieces) {
      all.set(bytes, at);
      at += bytes.length;
    }
    this.tell("packing …");
    const libraries = pieces.map(({ platform, bytes }) => ({ platform, length: bytes.length }));
    const answer = await this.engine.ask("fmu", { job: "fmu", ...this.source(), version, libraries }, all.buffer);
    if (!answer) return this.tell("stopped", true);
    const { told, bytes } = answer;
    if (told.refused) return this.tell(told.rule ?? "The file has errors.", true);
    this.hand(told.file, new Blob([bytes], { type: "application/octet-stream" }));
    this.tell(`${told.file}, ${(bytes.byteLength / 1e6).toFixed(1)} MB`);
  }

  /** Hands a file to the browser. */
  hand(name, blob) {
    const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }
}
