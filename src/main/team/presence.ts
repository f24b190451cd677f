// Lists the computers in the team: each keeps one sealed record of itself in the shared bucket.
import { type KV, Kvm, type KvWatchEntry } from '@nats-io/kv';
import { TimeoutError } from '@nats-io/transport-node';
import { CATALOG_BUCKET, computerKey } from '../../team-protocol/names.ts';
import { seal, unsealJson } from '../../team-protocol/seal.ts';
import { Repeated } from '../turns.ts';
import { type Computer, MOST_DOUBTS, presenceSchema } from './membership.ts';
import type { TeamServer } from './stream.ts';

export interface PresenceDeps {
  /** The name of this computer, and its name in stamps. */
  readonly name: string;
  readonly device: string;
  /** Changes on this computer that are not on the service yet. */
  readonly waiting: () => number;
  /** Ids of records with a change about which the seller has to decide on this computer. */
  readonly inDoubt: () => readonly string[];
  readonly onComputers: (computers: readonly Computer[]) => void;
}

/** The time between two records, in ms. `least`: waiting changes come in bursts. */
const PAUSE_MS = { usual: 60_000, least: 2_000 };

export class Presence {
  readonly #computers = new Map<string, Computer>();
  #bucket: KV | null = null;
  /** What the others know of this computer, as JSON. */
  #record = '';
  readonly #showing = new Repeated(() => this.#show(), PAUSE_MS);

  /** `signal` ends it. */
  constructor(
    private readonly server: TeamServer,
    private readonly deps: PresenceDeps,
    private readonly signal: AbortSignal,
  ) {}

  /** Rejects with errors of the server. */
  async run(): Promise<void> {
    const bucket = await new Kvm(this.server.stream).open(CATALOG_BUCKET);
    this.#bucket = bucket;
    const watch = await bucket.watch({ key: computerKey('*') });
    const watching = (async () => {
      for await (const entry of watch) this.#see(entry, entry.key.slice(computerKey('').length));
    })();
    try {
      await Promise.race([this.#showing.run(this.signal), watching]);
    } finally {
      watch.stop();
      await watching;
    }
  }

  /** Call when the number of waiting changes, or a doubt, may have changed. */
  changed(): void {
    if (this.#own() !== this.#record) this.#showing.hurry();
  }

  #own(): string {
    const { name, device, waiting, inDoubt } = this.deps;
    return JSON.stringify({ name, device, waiting: waiting(), inDoubt: inDoubt().slice(0, MOST_DOUBTS) });
  }

  /** Removes this computer from the list of the others. */
  async remove(): Promise<void> {
    await this.#bucket?.delete(computerKey(this.server.publicKey));
  }

  async #show(): Promise<void> {
    const { keys, publicKey } = this.server;
    const context = computerKey(publicKey);
    this.#record = this.#own();
    await this.#bucket?.put(context, seal(keys.seal, context, Buffer.from(this.#record))).catch((error: unknown) => {
      // The answer may wait behind other data on a slow line. A lost connection ends by itself.
      if (!(error instanceof TimeoutError)) throw error;
      console.error('The team was not updated', error.message);
    });
  }

  #see({ key, operation, value, created, delta }: KvWatchEntry, publicKey: string): void {
    const opened = operation === 'PUT' ? unsealJson(this.server.keys.seal, key, value) : null;
    const facts = presenceSchema.safeParse(opened).data;
    if (facts) this.#computers.set(publicKey, { ...facts, publicKey, lastSeen: created.getTime() });
    else this.#computers.delete(publicKey);
    // Only once the list is complete, because it replaces the previous one.
    if (delta === 0) this.deps.onComputers([...this.#computers.values()]);
  }
}
