// The page's end of the worker.

/** Answers requests; of those that wait under one name only the last one is made. */
export class Engine {
  constructor() {
    this.waiting = new Map();
    this.busy = undefined;
    this.number = 0;
    this.begin();
  }

  begin() {
    this.worker = new Worker("engine.js");
    this.worker.onmessage = ({ data }) => this.done(data);
    this.worker.onerror = (event) => this.done({ id: this.busy?.id, told: { refused: "request", rule: event.message ?? "the worker ended" } });
  }

  /** The answer; undefined where a later request of this name took its place, or it was stopped. */
  ask(name, request, bytes = new ArrayBuffer(0)) {
    return new Promise((tell) => {
      this.waiting.get(name)?.tell(undefined);
      this.waiting.set(name, { id: ++this.number, request, bytes, tell });
      this.next();
    });
  }

  next() {
    if (this.busy || this.waiting.size === 0) return;
    const [name, job] = this.waiting.entries().next().value;
    this.waiting.delete(name);
    this.busy = { ...job, name };
    this.worker.postMessage({ id: job.id, request: job.request, bytes: job.bytes }, [job.bytes]);
  }

  done({ id, told, bytes }) {
    if (this.busy?.id !== id) return;
    const { tell } = this.busy;
    this.busy = undefined;
    tell({ told, bytes });
    this.next();
  }

  /** Gives up what is under way. */
  stop() {
    if (!this.busy) return;
    this.worker.terminate();
    const { tell } = this.busy;
    this.busy = undefined;
    this.begin();
    tell(undefined);
    this.next();
  }
}
