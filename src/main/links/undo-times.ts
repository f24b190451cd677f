// How long deletions can be undone. Until an id is removed, nothing of it is sent.

interface UndoTime {
  readonly timer: NodeJS.Timeout;
  readonly end: () => unknown;
}

export class UndoTimes {
  readonly #times = new Map<string, UndoTime>();
  /** Ids whose deletions are being carried out: undoing a part would not be undoing. */
  readonly #ending = new Set<string>();
  #isStopped = false;

  constructor(private readonly graceMs = 0) {}

  /** `end` runs when the time is over. Returns false if nothing can be undone at all. */
  begin(id: string, end: () => unknown): boolean {
    if (this.graceMs > 0 && !this.#isStopped) this.#times.set(id, { timer: setTimeout(end, this.graceMs), end });
    return this.graceMs > 0;
  }

  has(id: string): boolean {
    return this.#times.has(id);
  }

  canUndo(id: string): boolean {
    return this.#times.has(id) && !this.#ending.has(id);
  }

  setEnding(id: string): void {
    this.#ending.add(id);
  }

  remove(id: string): void {
    clearTimeout(this.#times.get(id)?.timer);
    this.#times.delete(id);
    this.#ending.delete(id);
  }

  async endAll(): Promise<void> {
    await Promise.all([...this.#times.values()].map(({ end }) => end()));
  }

  /** No time ends from here on. */
  stop(): void {
    this.#isStopped = true;
    for (const { timer } of this.#times.values()) clearTimeout(timer);
  }
}
