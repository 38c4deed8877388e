// The page: an editor, the mechanism drawn, its motion with sliders, and the export as FMU.

import { Controls } from "./controls.js";
import { Download } from "./download.js";
import { Editor } from "./editor.js";
import { MOST_CURVES, Plot } from "./plot.js";
import { Engine } from "./worker.js";

const element = (id) => document.getElementById(id);
/** A motion that takes longer than this, ms, can be stopped. */
const PATIENCE = 700;

if (location.protocol === "file:") {
  refuse("Browsers run this page from a web server: tools/web builds it, python3 -m http.server --directory target/web serves it.");
  throw new Error("opened as a file");
}

const engine = new Engine();
const plot = new Plot();
const editor = new Editor(() => read());
const controls = new Controls((what) => (what === "options" ? read() : run()));
const download = new Download(engine, source);
let mechanism;
/** Names of the outputs that are shown, as chosen by hand. */
let chosen;

function source() {
  return { text: editor.value, options: Object.fromEntries(controls.options) };
}

function refuse(rule) {
  const place = element("errors");
  place.className = "refused";
  place.textContent = rule;
}

/** Says that nothing is wrong with the file, or that its motion fails, as the bar of the motion tells. */
function praise(fails) {
  const place = element("errors");
  place.className = fails ? "refused" : "";
  place.textContent = fails ? "The file has no errors, but the simulation fails." : "The file has no errors.";
}

/** Says whether the file is good; of faults each leads to its place. */
function judge(told) {
  if (told.refused !== "file") {
    editor.mark([]);
    if (told.refused) refuse(told.rule); else praise(false);
    return;
  }
  const place = element("errors");
  place.className = "refused";
  editor.mark(told.faults);
  place.replaceChildren(...told.faults.map((fault) => {
    const row = document.createElement("button");
    row.type = "button";
    row.className = "fault";
    for (const text of [`${fault.line}:${fault.column}`, fault.message]) {
      row.append(Object.assign(document.createElement("span"), { textContent: text }));
    }
    row.addEventListener("click", () => editor.go(fault));
    return row;
  }));
  if (told.more) place.append(`and ${told.more} more`);
}

async function read() {
  const answer = await engine.ask("read", { job: "read", ...source() });
  if (!answer) return;
  const { told } = answer;
  const stale = Boolean(told.refused);
  for (const id of ["drawing", "plot"]) element(id).classList.toggle("stale", stale);
  download.allow(!stale);
  if (told.refused === "value" && controls.refuse(told.name, told.rule)) return;
  judge(told);
  if (stale) return;
  mechanism = told;
  element("about").textContent = element("about").title = [told.description, told.reference].filter(Boolean).join(". ");
  element("drawing").innerHTML = told.drawing ?? "Too large to be drawn here.";
  document.title = `${told.name}: luztar`;
  controls.show(told);
  offer(told.outputs);
  run();
}

/** The outputs that are shown: those that were chosen, else velocities and forces, some of them where they are many. */
function shown() {
  const outputs = mechanism.outputs;
  const picked = chosen && outputs.filter(({ name }) => chosen.has(name));
  if (picked?.length) return picked;
  const groups = Map.groupBy(outputs.filter(({ show }) => show), ({ unit }) => unit);
  const spread = (rows) => rows.length <= MOST_CURVES ? rows
    : Array.from({ length: MOST_CURVES }, (_, k) => rows[Math.round(k * (rows.length - 1) / (MOST_CURVES - 1))]);
  const usual = [...groups.values()].slice(0, 4).flatMap(spread);
  return usual.length ? usual : outputs.slice(0, 1);
}

/** Lists the outputs, to choose those that are shown. */
function offer(outputs) {
  const visible = new Set(shown().map(({ name }) => name));
  element("names").replaceChildren(...outputs.map(({ name, description, unit }) => {
    const box = Object.assign(document.createElement("input"), { type: "checkbox", checked: visible.has(name), value: name });
    const label = Object.assign(document.createElement("label"), { title: description });
    label.append(box, ` ${name}${unit && `, ${unit}`}`);
    box.addEventListener("change", () => {
      chosen = new Set([...element("names").querySelectorAll("input:checked")].map(({ value }) => value));
      run();
    });
    return label;
  }));
}

async function run() {
  if (!mechanism) return;
  const rows = shown();
  const request = {
    job: "run", ...source(),
    stop: controls.stop ?? null, set: Object.fromEntries(controls.values), inputs: Object.fromEntries(controls.inputs),
    show: rows.map(({ name }) => name),
  };
  const begun = performance.now();
  const patience = setTimeout(() => {
    element("halt").hidden = false;
    outcome("simulating …");
  }, PATIENCE);
  const answer = await engine.ask("run", request);
  clearTimeout(patience);
  element("halt").hidden = true;
  if (!answer) return;
  const { told, bytes } = answer;
  controls.refuse();
  if (told.refused === "file") return judge(told);
  if (told.refused) {
    if (told.refused !== "value" || !controls.refuse(told.name, told.rule)) outcome(told.rule, true);
    else outcome(`${told.name}: ${told.rule}`, true);
    praise(true);
    element("plot").classList.add("stale");
    return;
  }
  praise(Boolean(told.ended));
  element("plot").classList.remove("stale");
  plot.show(panelled(told, bytes, rows));
  list(told.events);
  const took = `${Math.round(performance.now() - begun)} ms`;
  const count = `${told.events.length} transition${told.events.length === 1 ? "" : "s"}`;
  if (told.ended) outcome(`${mechanism.name} ${told.ended}`, true);
  else outcome(`${count}, located on the solution; computed here in ${took}`);
}

function outcome(text, refused = false) {
  const place = element("outcome");
  place.textContent = place.title = text;
  place.classList.toggle("refused", refused);
}

/** A motion in panels, one for each unit. */
function panelled({ points, events, states }, bytes, rows) {
  const times = new Float64Array(bytes, 0, points);
  const curves = rows.map((row, k) => ({ ...row, values: new Float64Array(bytes, 8 * points * (k + 1), points) }));
  const groups = Map.groupBy(curves, ({ unit }) => unit);
  const panels = [...groups.values()].map((curves) => ({ unit: curves[0].unit, curves: curves.slice(0, MOST_CURVES) }));
  return { times, panels, events, states };
}

function list(events) {
  const most = 2000;
  element("transitions").replaceChildren(...events.slice(0, most).map(([time, ...words]) => {
    const row = document.createElement("tr");
    for (const text of [time, ...words]) row.append(Object.assign(document.createElement("td"), { textContent: text }));
    return row;
  }));
}

function begin({ text, inputs }) {
  chosen = undefined;
  controls.forget();
  controls.inputs = new Map(Object.entries(inputs));
  editor.value = text;
  read();
}

element("halt").addEventListener("click", () => {
  engine.stop();
  outcome("stopped", true);
});
element("save").addEventListener("click", () => {
  const name = mechanism && !element("drawing").classList.contains("stale") ? mechanism.name : "network";
  download.hand(`${name}.toml`, new Blob([editor.value], { type: "application/toml" }));
});
// One menu at a time; Escape and a click elsewhere close it.
const menus = [...document.querySelectorAll("details.menu")];
document.addEventListener("click", ({ target }) => menus.forEach((menu) => menu.contains(target) || (menu.open = false)));
document.addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  for (const menu of menus.filter(({ open }) => open)) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});

const answer = await engine.ask("given", { job: "given" });
if (answer.told.refused) refuse(answer.told.rule);
else {
  const { examples, mechanisms, units } = answer.told;
  const choice = element("choice");
  const networks = new Map();
  for (const [label, group] of [["Examples", examples], ["Mechanisms", mechanisms], ["Model library", units]]) {
    const options = Object.assign(document.createElement("optgroup"), { label });
    for (const { name, description, text, inputs } of group) {
      options.append(Object.assign(new Option(name, name), { title: description }));
      networks.set(name, { text, inputs });
    }
    choice.append(options);
  }
  const named = () => decodeURIComponent(location.hash.slice(1));
  const open = (name) => {
    choice.value = networks.has(name) ? name : examples[0].name;
    begin(networks.get(choice.value));
  };
  choice.addEventListener("change", () => {
    history.replaceState(null, "", `#${choice.value}`);
    begin(networks.get(choice.value));
  });
  addEventListener("hashchange", () => open(named()));
  open(named());
}
