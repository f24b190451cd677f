// Which computers are in the team: each keeps one sealed record of itself in the shared bucket.
import { setTimeout } from 'node:timers/promises';
import { type KV, Kvm, type KvWatchEntry } from '@nats-io/kv';
import { type NatsConnection, TimeoutError } from '@nats-io/transport-node';
import { CATALOG_BUCKET, computerKey } from '../../team-protocol/names.ts';
import { seal, unsealJson } from '../../team-protocol/seal.ts';
import { type Computer, MOST_DOUBTS, presenceSchema } from './computer.ts';
import { unlessFull } from './stream.ts';

export interface PresenceDeps {
  readonly connection: NatsConnection;
  /** From `recordKeys`. */
  readonly key: Uint8Array;
  readonly publicKey: string;
  readonly name: string;
  readonly device: string;
  readonly waiting: () => number;
  readonly inDoubt: () => readonly string[];
  readonly onComputers: (computers: readonly Computer[]) => void;
}

const REFRESH_MS = 60_000;
/** The shortest time between two records (ms): waiting changes come in bursts. */
const LEAST_MS = 2_000;

export class Presence {
  readonly #deps: PresenceDeps;
  readonly #computers = new Map<string, Computer>();
  readonly #stopping = new AbortController();
  #bucket: KV | null = null;
  /** What the others know of this computer, as JSON. */
  #shown = '';
  #wake = new AbortController();

  constructor(deps: PresenceDeps) {
    this.#deps = deps;
  }

  /** Runs until it is stopped. Rejects with errors of the server. */
  async run(): Promise<void> {
    const bucket = await new Kvm(this.#deps.connection).open(CATALOG_BUCKET);
    this.#bucket = bucket;
    const watch = await bucket.watch({ key: computerKey('*') });
    const watching = (async () => {
      for await (const entry of watch) this.#see(entry, entry.key.slice(computerKey('').length));
    })();
    try {
      await Promise.race([this.#refresh(bucket), watching]);
    } finally {
      this.stop();
      watch.stop();
      await watching;
    }
  }

  stop(): void {
    this.#stopping.abort();
  }

  /** Call when the number of waiting changes, or a doubt, may differ. */
  changed(): void {
    if (this.#own() !== this.#shown) this.#wake.abort();
  }

  #own(): string {
    const { name, device, waiting, inDoubt } = this.#deps;
    return JSON.stringify({ name, device, waiting: waiting(), inDoubt: inDoubt().slice(0, MOST_DOUBTS) });
  }

  /** This computer leaves the team. */
  async remove(): Promise<void> {
    await this.#bucket?.delete(computerKey(this.#deps.publicKey));
  }

  async #refresh(bucket: KV): Promise<void> {
    const { key, publicKey } = this.#deps;
    const { signal } = this.#stopping;
    const context = computerKey(publicKey);
    while (!signal.aborted) {
      this.#wake = new AbortController();
      this.#shown = this.#own();
      await bucket.put(context, seal(key, context, Buffer.from(this.#shown))).catch((error: unknown) => {
        // The answer may wait behind other data on a slow line. A lost connection ends by itself.
        if (error instanceof TimeoutError) console.error('The team was not updated', error.message);
        else unlessFull(error);
      });
      await setTimeout(LEAST_MS, undefined, { signal }).catch(() => undefined);
      // Ended early by `changed` and `stop`.
      const either = AbortSignal.any([signal, this.#wake.signal]);
      await setTimeout(REFRESH_MS, undefined, { signal: either }).catch(() => undefined);
    }
  }

  #see({ key, operation, value, created, delta }: KvWatchEntry, publicKey: string): void {
    const opened = operation === 'PUT' ? unsealJson(this.#deps.key, key, value) : null;
    const facts = presenceSchema.safeParse(opened).data;
    if (facts) this.#computers.set(publicKey, { ...facts, publicKey, lastSeen: created.getTime() });
    else this.#computers.delete(publicKey);
    // Not a part of the list: it replaces the one that was known before.
    if (delta === 0) this.#deps.onComputers([...this.#computers.values()]);
  }
}
