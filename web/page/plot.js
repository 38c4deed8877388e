// A motion as a picture: time histories in panels over a strip of states.

// Told apart by readers with any colour vision: M. Okabe, K. Ito, Color Universal Design, 2008.
const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#785e3c"];
const STATES = {
  contact: { backward: "#f4be82", stuck: "#545460", forward: "#8cc0e6", free: "#e8e8e8", locked: "#545460", overrunning: "#8cc0e6" },
  spring: { "lower contact": "#c8a0cd", gap: "#e8e8e8", "upper contact": "#82c3a0", separated: "#f0e178", bilateral: "#e8e8e8" },
  force: { gap: "#e8e8e8", contact: "#82c3a0", separated: "#f0e178" },
};
export const MOST_CURVES = COLOURS.length;
const MOST_ROWS = 12;
const MOST_LINES = 24;
const MOST_TOLD = 14;
const LEFT = 74, RIGHT = 18, TOP = 8, LEGEND = 20, AXIS = 38, ROW = 15, CHARACTER = 7;

const svg = (name, attributes, text) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
};

/** Multiples of 1, 2 or 5 times a power of ten between two numbers, `most` at most. */
function ticks(low, high, most) {
  const coarse = 10 ** Math.floor(Math.log10((high - low) / most));
  const step = [1, 2, 5, 10].map((digit) => digit * coarse).find((step) => Math.floor(high / step) - Math.ceil(low / step) < most);
  const found = [];
  for (let k = Math.ceil(low / step); k <= Math.floor(high / step); k++) found.push(k * step);
  return found;
}

/** A number in few digits. */
export function short(x, digits = 5) {
  if (x === 0 || !Number.isFinite(x)) return String(x);
  const plain = Math.abs(x) >= 1e-4 && Math.abs(x) < 1e6;
  const text = plain ? String(Number(x.toPrecision(digits))) : x.toExponential(digits - 1).replace(/\.?0+e/, "e").replace("e+", "e");
  return text.replaceAll("-", "−");
}

/** A range around all values, with room on both sides. */
function around(curves) {
  let low = Infinity, high = -Infinity;
  for (const { values } of curves) for (const x of values) { if (x < low) low = x; if (x > high) high = x; }
  const size = Math.max(Math.abs(low), Math.abs(high));
  const room = high - low > 1e-9 * size ? 0.06 * (high - low) : size > 0 ? 0.1 * size : 1;
  return [low - room, high + room];
}

/** Where names with their colours stand, in as many rows as they need. */
function legend(entries, left, right) {
  let at = left, row = 0;
  const placed = entries.map(([name, colour]) => {
    const width = 36 + CHARACTER * name.length;
    if (at + width > right && at > left) { at = left; row++; }
    at += width;
    return { name, colour, at: at - width, row };
  });
  return { entries: placed, rows: row + 1 };
}

/** The path of a curve; of the points in one pixel the first, the last and the extremes, in the order in which they come. */
export function path({ values, held }, times, x, y) {
  let text = "", column = NaN, low, high, rises, last;
  const put = (a, b) => { text += `${text ? "L" : "M"}${a.toFixed(1)} ${b.toFixed(1)}`; };
  const see = (b) => {
    if (b < low) { low = b; rises = false; }
    if (b > high) { high = b; rises = true; }
  };
  const flush = () => {
    if (low !== high) for (const b of rises ? [low, high] : [high, low]) put(column, b);
    put(column, last);
  };
  for (let k = 0; k < values.length; k++) {
    const a = Math.round(x(times[k]) * 2) / 2, b = y(values[k]);
    if (a !== column) {
      if (!Number.isNaN(column)) { flush(); if (held) put(a, last); }
      column = a; low = high = last = b;
      put(a, b);
    } else {
      see(b);
      last = b;
    }
  }
  if (!Number.isNaN(column)) flush();
  return text;
}

export class Plot {
  constructor() {
    this.place = document.getElementById("plot");
    this.tip = Object.assign(document.createElement("div"), { id: "tip", hidden: true });
    this.place.addEventListener("pointermove", (event) => this.look(this.time(event.clientX - this.place.getBoundingClientRect().left)));
    this.place.addEventListener("pointerleave", () => this.look(undefined));
    this.place.addEventListener("blur", () => this.look(undefined));
    this.place.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.draw()).observe(this.place);
  }

  /** Shows panels, each a unit and curves with names and values over `times`; events, and histories of states. */
  show(motion) {
    this.motion = motion;
    this.draw();
  }

  time(left) {
    const { x0, x1 } = this.frame ?? {};
    return left >= x0 - 2 && left <= x1 + 2 ? this.end * Math.min(1, Math.max(0, (left - x0) / (x1 - x0))) : undefined;
  }

  key(event) {
    if (!this.motion || !["ArrowLeft", "ArrowRight"].includes(event.key)) return;
    event.preventDefault();
    const forward = event.key === "ArrowRight", now = this.seen ?? 0, small = 1e-9 * this.end;
    if (!event.shiftKey) return this.look(Math.min(this.end, Math.max(0, now + (forward ? 1 : -1) * this.end / 200)));
    const times = this.motion.events.map(([time]) => time);
    const next = forward ? times.find((time) => time > now + small) : times.findLast((time) => time < now - small);
    if (next !== undefined) this.look(next);
  }

  draw() {
    const { motion, place } = this;
    const width = place.clientWidth, height = place.clientHeight;
    if (!motion || width < 120 || height < 80) return;
    const { times, panels, states, events } = motion;
    this.end = times.at(-1) || 1;
    const rows = states.slice(0, MOST_ROWS);
    const names = Math.max(0, ...rows.map(({ name }) => name.length));
    const x0 = Math.max(LEFT, Math.min(180, CHARACTER * names + 14)), x1 = width - RIGHT;
    const x = (time) => x0 + (x1 - x0) * time / this.end;
    const strip = rows.length * ROW + (rows.length ? LEGEND + 4 : 0);
    const legends = panels.map(({ curves }) => legend(curves.map(({ name }, k) => [name, COLOURS[k]]), x0, x1));
    const words = legends.reduce((sum, { rows }) => sum + rows * LEGEND, 0);
    const each = Math.max(56, (height - TOP - strip - AXIS - words) / Math.max(1, panels.length));
    const whole = Math.max(height, TOP + panels.length * each + words + strip + AXIS);
    place.style.overflowY = whole > height + 1 ? "auto" : "hidden";
    const page = svg("svg", { width, height: whole, viewBox: `0 0 ${width} ${whole}` });
    const times_of_axis = ticks(0, this.end, Math.max(3, Math.floor((x1 - x0) / 80)));
    let top = TOP;
    for (const [k, panel] of panels.entries()) {
      this.legend(page, legends[k], top);
      top += legends[k].rows * LEGEND;
      this.panel(page, panel, { x0, x1, top, bottom: top + each - 4, x, times_of_axis });
      top += each;
    }
    if (rows.length) {
      const used = new Map(rows.flatMap(({ kind, states }) => states.map(([, state]) => [state, STATES[kind][state] ?? "#e8e8e8"])));
      top += 4;
      this.legend(page, legend([...used], x0, x1), top);
      top += LEGEND;
      for (const { name, kind, states } of rows) {
        page.append(svg("text", { x: x0 - 8, y: top + ROW - 4, "text-anchor": "end" }, name.length > 24 ? name.slice(0, 23) + "…" : name));
        states.forEach(([start, state], k) => {
          const from = x(start), to = x(states[k + 1]?.[0] ?? this.end);
          page.append(svg("rect", { class: "state", x: from.toFixed(1), y: top + 2, width: Math.max(0.4, to - from).toFixed(1), height: ROW - 4, fill: STATES[kind][state] ?? "#e8e8e8" }));
        });
        top += ROW;
      }
    }
    for (const time of times_of_axis) page.append(svg("text", { x: x(time), y: top + 16, "text-anchor": "middle" }, short(time)));
    page.append(svg("text", { x: (x0 + x1) / 2, y: top + 32, "text-anchor": "middle" }, states.length > MOST_ROWS ? `time, s (states of the first ${MOST_ROWS} elements)` : "time, s"));
    this.cursor = svg("line", { class: "cursor", y1: TOP, y2: top, visibility: "hidden" });
    page.append(this.cursor);
    this.frame = { x0, x1, x };
    place.replaceChildren(page, this.tip);
    place.setAttribute("aria-label", `Time histories of ${panels.flatMap(({ curves }) => curves.map(({ name }) => name)).join(", ")}; ${events.length} transitions. Arrow keys move along the time, with Shift from transition to transition.`);
    this.look(this.seen);
  }

  panel(page, { unit, curves }, { x0, x1, top, bottom, x, times_of_axis }) {
    const { times, events, states } = this.motion;
    const [low, high] = around(curves);
    const y = (value) => bottom - (bottom - top) * (value - low) / (high - low);
    const contacts = states.filter(({ kind }) => kind === "contact");
    if (contacts.length === 1) contacts[0].states.forEach(([start, state], k, all) => {
      if (state !== "stuck" && state !== "locked") return;
      const to = x(all[k + 1]?.[0] ?? this.end);
      page.append(svg("rect", { class: "stuck", x: x(start), y: top, width: Math.max(0, to - x(start)), height: bottom - top }));
    });
    for (const value of ticks(low, high, Math.max(2, Math.floor((bottom - top) / 26)))) {
      page.append(svg("line", { class: "grid", x1: x0, x2: x1, y1: y(value), y2: y(value) }));
      page.append(svg("text", { x: x0 - 8, y: y(value) + 4, "text-anchor": "end" }, short(Number(value.toPrecision(12)))));
    }
    for (const time of times_of_axis) page.append(svg("line", { class: "grid", x1: x(time), x2: x(time), y1: top, y2: bottom }));
    if (events.length <= MOST_LINES) for (const [time] of events) page.append(svg("line", { class: "event", x1: x(time), x2: x(time), y1: top, y2: bottom }));
    curves.forEach((curve, k) => page.append(svg("path", { class: "curve", stroke: COLOURS[k], d: path(curve, times, x, y) })));
    page.append(svg("rect", { class: "frame", x: x0, y: top, width: x1 - x0, height: bottom - top }));
    const middle = (top + bottom) / 2;
    page.append(svg("text", { x: 14, y: middle, transform: `rotate(-90 14 ${middle})`, "text-anchor": "middle" }, unit));
  }

  legend(page, { entries }, top) {
    for (const { name, colour, at, row } of entries) {
      const middle = top + LEGEND * (row + 0.5);
      page.append(svg("rect", { x: at, y: middle - 4, width: 14, height: 8, rx: 1, fill: colour }));
      page.append(svg("text", { x: at + 20, y: middle + 4 }, name));
    }
  }

  /** Tells all values at a time. */
  look(time) {
    this.seen = time;
    const { tip, motion, cursor } = this;
    if (time === undefined || !cursor) {
      tip.hidden = true;
      cursor?.setAttribute("visibility", "hidden");
      return;
    }
    const at = this.frame.x(time);
    cursor.setAttribute("x1", at);
    cursor.setAttribute("x2", at);
    cursor.setAttribute("visibility", "visible");
    const line = (colour, text) => {
      const row = document.createElement("div");
      row.append(Object.assign(document.createElement("i"), { style: `background:${colour}` }), text);
      return row;
    };
    const { times, panels, states } = motion;
    const rows = panels.flatMap(({ unit, curves }) => curves.map((curve, k) => line(COLOURS[k], `${curve.name} ${short(value(curve, times, time))} ${unit}`)));
    for (const { name, kind, states: all } of states.slice(0, MOST_ROWS)) {
      const [, state] = all.findLast(([start]) => start <= time) ?? all[0];
      rows.push(line(STATES[kind][state] ?? "#e8e8e8", `${name} ${state}`));
    }
    if (rows.length > MOST_TOLD) rows.splice(MOST_TOLD, rows.length, "…");
    tip.replaceChildren(`t = ${short(time, 6)} s`, ...rows);
    tip.hidden = false;
    tip.style.left = `${at + 14 + tip.offsetWidth > this.place.clientWidth ? at - 14 - tip.offsetWidth : at + 14}px`;
    tip.style.top = `${this.place.scrollTop + 10}px`;
  }
}

/** The value of a curve at a time, on the straight line between its points. */
function value({ values, held }, times, time) {
  let low = 0, high = times.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle] <= time) low = middle; else high = middle - 1;
  }
  const next = Math.min(low + 1, times.length - 1);
  if (held || times[next] === times[low]) return values[low];
  return values[low] + (values[next] - values[low]) * (time - times[low]) / (times[next] - times[low]);
}
