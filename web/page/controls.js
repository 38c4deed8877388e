// Sliders for parameters, expressions for inputs, build options and the length of the motion.

import { short } from "./plot.js";

const MANY = 14;

const made = (name, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};

/** Where a slider for a number begins and ends. */
function span({ start, min, max, kind }) {
  const whole = kind === "Integer";
  const size = Math.abs(start) || 1;
  let low = start > 0 ? 0 : start < 0 ? 2 * start : -size;
  let high = start > 0 ? 2.5 * start : start < 0 ? 0 : size;
  if (min !== null && max !== null && max - min < 1e3 * size) [low, high] = [min, max];
  if (min !== null && low < min) low = min > 0 && min < 1e-300 ? start / 20 : min;
  if (max !== null && high > max) high = max > -1e-300 && max < 0 ? start / 20 : max;
  return { low, high, step: whole ? 1 : "any" };
}

/** Makes a box as wide as its number. */
function fit(field) {
  field.style.width = `max(6.2em, calc(${field.value.length}ch + 16px))`;
}

export class Controls {
  /** `changed` is called with what changed: "options" or "values". */
  constructor(changed) {
    this.changed = changed;
    this.place = document.getElementById("controls");
    this.filter = document.getElementById("filter");
    this.reset = document.getElementById("reset");
    this.values = new Map();
    this.inputs = new Map();
    this.options = new Map();
    this.stop = undefined;
    this.filter.addEventListener("input", () => this.sift());
    this.reset.addEventListener("click", () => {
      this.forget();
      changed("options");
    });
  }

  /** Takes all values back that were not of the file. */
  forget() {
    this.values.clear();
    this.inputs.clear();
    this.options.clear();
    this.stop = undefined;
    this.shape = undefined;
  }

  /** Shows what a mechanism has; controls stay as they are where nothing about them changed. */
  show(mechanism) {
    const { parameters, inputs, options, stopTime } = mechanism;
    const shape = JSON.stringify([parameters, inputs, options, stopTime]);
    if (shape === this.shape) return;
    this.shape = shape;
    const known = new Set([...parameters, ...inputs].map(({ name }) => name));
    for (const given of [this.values, this.inputs]) for (const name of given.keys()) if (!known.has(name)) given.delete(name);
    const focused = document.activeElement?.dataset?.name;
    this.place.replaceChildren(
      ...inputs.map((row) => this.input(row)),
      ...options.map((option) => this.option(option)),
      this.number({ name: "stopTime", description: "end of the motion", unit: "s", start: stopTime, min: Number.MIN_VALUE, max: null, kind: "Real" },
        () => this.stop ?? stopTime, (value) => { this.stop = value === stopTime ? undefined : value; }),
      ...parameters.map((row) => row.items.length || row.kind === "Boolean" ? this.selection(row) : this.number(row,
        () => this.values.get(row.name) ?? row.start,
        (value) => (value === row.start ? this.values.delete(row.name) : this.values.set(row.name, value)))),
    );
    if (focused) this.place.querySelector(`[data-name="${CSS.escape(focused)}"]`)?.focus();
    this.filter.hidden = parameters.length + inputs.length <= MANY;
    if (this.filter.hidden) this.filter.value = "";
    this.sift();
    this.note();
  }

  row({ name, description, unit }, ...parts) {
    const fault = made("span", { className: "fault", id: `fault-${name}` });
    const label = made("label", { textContent: name, title: description || name, htmlFor: `value-${name}` });
    const row = made("div", { className: "control" }, label, ...parts, made("span", { className: "unit", textContent: unit, title: unit }), fault);
    row.dataset.row = name;
    return row;
  }

  number(row, get, set) {
    const { low, high, step } = span(row);
    const slider = made("input", { type: "range", min: low, max: high, step, value: get(), ariaLabel: `${row.name}, slider` });
    const field = made("input", { type: "number", step: row.kind === "Integer" ? 1 : "any", id: `value-${row.name}`, value: Number(get().toPrecision(12)) });
    slider.dataset.name = `slider ${row.name}`;
    field.dataset.name = row.name;
    const element = this.row(row, slider, field);
    fit(field);
    const take = (value) => {
      fit(field);
      set(value);
      this.told();
    };
    slider.addEventListener("input", () => {
      const value = row.kind === "Integer" ? Math.round(slider.valueAsNumber) : Number(slider.valueAsNumber.toPrecision(3));
      field.value = value;
      take(value);
    });
    field.addEventListener("input", () => {
      if (!Number.isFinite(field.valueAsNumber)) return;
      slider.value = field.valueAsNumber;
      take(field.valueAsNumber);
    });
    return element;
  }

  selection(row) {
    const items = row.items.length ? row.items.map((item, k) => [k + 1, item]) : [[0, "false"], [1, "true"]];
    const now = this.values.get(row.name) ?? row.start;
    const select = made("select", { id: `value-${row.name}` }, ...items.map(([value, text]) => new Option(text, value, false, value === now)));
    select.dataset.name = row.name;
    select.addEventListener("change", () => {
      this.values.set(row.name, Number(select.value));
      this.told();
    });
    const element = this.row(row, select);
    element.classList.add("wide");
    return element;
  }

  input(row) {
    const field = made("input", {
      type: "text", id: `value-${row.name}`, value: this.inputs.get(row.name) ?? "", placeholder: `${short(row.start ?? 0)}, or e.g. 2*sin(2*pi*t)`, spellcheck: false,
      title: "An expression in the time t: if(t < 1, 0, 5), sin(t), abs(t), t % 2 < 1, …",
    });
    field.dataset.name = row.name;
    field.addEventListener("input", () => {
      const text = field.value.trim();
      if (text) this.inputs.set(row.name, text); else this.inputs.delete(row.name);
      this.told();
    });
    const element = this.row(row, field);
    element.classList.add("wide");
    return element;
  }

  option(option) {
    const take = (value) => {
      this.options.set(option.name, String(value));
      this.note();
      this.changed("options");
    };
    const row = { name: option.name, description: option.description, unit: "" };
    const field = option.values
      ? made("select", { id: `value-${option.name}` }, ...option.values.map((value) => new Option(value, value, false, value === option.value)))
      : made("input", { type: "number", id: `value-${option.name}`, value: option.value, min: option.min ?? "", max: option.max ?? "", step: 1 });
    field.dataset.name = option.name;
    field.addEventListener("change", () => take(field.value));
    const element = this.row(row, field);
    element.classList.add("wide");
    return element;
  }

  told() {
    this.note();
    this.changed("values");
  }

  /** Shows what differs from the file. */
  note() {
    const differs = new Set([...this.values.keys(), ...this.inputs.keys(), ...this.options.keys(), ...(this.stop === undefined ? [] : ["stopTime"])]);
    this.reset.hidden = differs.size === 0;
    for (const row of this.place.children) row.classList.toggle("changed", differs.has(row.dataset.row));
  }

  /** Shows the names that have what is looked for. */
  sift() {
    const wanted = this.filter.value.trim().toLowerCase();
    for (const row of this.place.children) row.hidden = !row.dataset.row.toLowerCase().includes(wanted);
  }

  /** Tells what is wrong with a value; with nothing, takes all back. Whether there is such a value. */
  refuse(name, rule) {
    for (const row of this.place.children) {
      const here = row.dataset.row === name;
      row.classList.toggle("refused", here);
      row.querySelector(".fault").textContent = here ? rule : "";
    }
    return [...this.place.children].some((row) => row.dataset.row === name);
  }
}
