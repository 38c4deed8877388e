// The network file as one writes it: a text area over its own text in colours, line numbers, and marks where it is faulty.

const ROW = 19;
const TOKENS = /(#.*$)|("(?:[^"\\]|\\.)*"?|'[^']*'?|\btrue\b|\bfalse\b)|([+-]?\b\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?\b)/g;

const escaped = (text) => text.replace(/[&<>]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign]);
const coloured = (name, text) => `<span class="${name}">${escaped(text)}</span>`;

/** A line in colours. */
function painted(line) {
  if (/^\s*\[/.test(line)) {
    const [head, comment = ""] = line.split(/(?=#)/);
    return coloured("head", head) + (comment && coloured("comment", comment));
  }
  let html = "";
  let at = 0;
  for (const found of line.matchAll(TOKENS)) {
    html += escaped(line.slice(at, found.index));
    html += coloured(found[1] !== undefined ? "comment" : found[2] !== undefined ? "word" : "number", found[0]);
    at = found.index + found[0].length;
  }
  return html + escaped(line.slice(at));
}

/** A line with the word at a column, counted from 1, underlined. */
function marked(line, column) {
  const letters = [...line];
  const start = Math.min(column - 1, Math.max(letters.length - 1, 0));
  const behind = letters.slice(start).join("");
  const length = [...(behind.match(/^("(?:[^"\\]|\\.)*"?|[\w.+\-]+|\S)/)?.[0] ?? " ")].length;
  const part = (from, to) => escaped(letters.slice(from, to).join(""));
  return `${part(0, start)}<mark>${part(start, start + length) || " "}</mark>${part(start + length)}`;
}

export class Editor {
  /** `changed` is called with the text, a moment after it was changed by hand. */
  constructor(changed) {
    this.text = document.getElementById("text");
    this.paint = document.getElementById("paint");
    this.gutter = document.getElementById("gutter");
    this.faults = [];
    this.text.addEventListener("input", () => {
      this.faults = [];
      this.draw();
      clearTimeout(this.timer);
      this.timer = setTimeout(() => changed(this.value), 120);
    });
    this.text.addEventListener("scroll", () => this.follow());
  }

  get value() {
    return this.text.value;
  }

  set value(text) {
    this.text.value = text;
    this.faults = [];
    this.text.scrollTo(0, 0);
    this.draw();
  }

  /** Marks faults: each with line, column and message. */
  mark(faults) {
    this.faults = faults;
    this.draw();
  }

  /** Puts the cursor at a line and column, both counted from 1. */
  go({ line, column }) {
    const lines = this.value.split("\n");
    const before = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
    const place = before + [...(lines[line - 1] ?? "")].slice(0, column - 1).join("").length;
    this.text.focus();
    this.text.setSelectionRange(place, place);
    this.text.scrollTop = Math.max(0, (line - 4) * ROW);
  }

  draw() {
    const lines = this.value.split("\n");
    const faulty = new Map(this.faults.map((fault) => [fault.line, fault]).reverse());
    const html = lines.map((line, k) => (faulty.has(k + 1) ? marked(line, faulty.get(k + 1).column) : painted(line)));
    this.paint.innerHTML = html.join("\n") + "\n ";
    this.gutter.innerHTML = lines.map((_, k) => (faulty.has(k + 1) ? `<b>${k + 1}</b>` : k + 1)).join("\n") + "\n ";
    this.follow();
  }

  follow() {
    this.paint.scrollTop = this.gutter.scrollTop = this.text.scrollTop;
    this.paint.scrollLeft = this.text.scrollLeft;
  }
}
