// Which computers are in the team: each keeps one sealed record of itself in the shared bucket.
import { type KV, Kvm, type KvWatchEntry } from '@nats-io/kv';
import { type NatsConnection, TimeoutError } from '@nats-io/transport-node';
import { CATALOG_BUCKET, computerKey } from '../../team-protocol/names.ts';
import { seal, unsealJson } from '../../team-protocol/seal.ts';
import { type Computer, presenceSchema } from './computer.ts';
import { unlessFull } from './refusal.ts';

export interface PresenceDeps {
  readonly connection: NatsConnection;
  /** From `recordKeys`. */
  readonly key: Uint8Array;
  readonly publicKey: string;
  readonly name: string;
  readonly device: string;
  readonly waiting: () => number;
  readonly onComputers: (computers: readonly Computer[]) => void;
}

const REFRESH_MS = 60_000;
/** Waiting changes come in bursts. */
const CHANGE_MS = 2_000;

export class Presence {
  readonly #deps: PresenceDeps;
  readonly #computers = new Map<string, Computer>();
  #bucket: KV | null = null;
  #shown = -1;
  #timer: NodeJS.Timeout | null = null;
  #end: () => void = () => undefined;

  constructor(deps: PresenceDeps) {
    this.#deps = deps;
  }

  /** Runs until it is stopped. Rejects with errors of the server. */
  async run(): Promise<void> {
    const { connection, publicKey } = this.#deps;
    const stopped = new Promise<void>((resolve) => {
      this.#end = resolve;
    });
    this.#bucket = await new Kvm(connection).open(CATALOG_BUCKET);
    const failed = new Promise<never>((_resolve, reject) => {
      const refresh = () =>
        void this.#write().catch((error: unknown) => {
          // The answer may wait behind other data on a slow line. The session's checks find a lost server.
          if (error instanceof TimeoutError) report(error);
          else reject(error);
        });
      refresh();
      this.#timer = setInterval(refresh, REFRESH_MS);
    });
    // It may fail before it is awaited.
    failed.catch(() => undefined);
    const watch = await this.#bucket.watch({ key: computerKey('*') });
    const watching = (async () => {
      for await (const entry of watch) this.#see(entry, entry.key.slice(computerKey('').length));
    })();
    try {
      await Promise.race([stopped, failed, watching]);
    } finally {
      this.stop();
      watch.stop();
      this.#computers.delete(publicKey);
    }
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#end();
  }

  /** Call when the number of waiting changes may differ. */
  changed(): void {
    if (this.#deps.waiting() === this.#shown || !this.#bucket) return;
    setTimeout(() => {
      if (this.#deps.waiting() !== this.#shown) void this.#write().catch((error: unknown) => report(error as Error));
    }, CHANGE_MS).unref();
  }

  /** This computer leaves the team. */
  async remove(): Promise<void> {
    await this.#bucket?.delete(computerKey(this.#deps.publicKey));
  }

  async #write(): Promise<void> {
    const { key, publicKey, name, device, waiting } = this.#deps;
    const context = computerKey(publicKey);
    this.#shown = waiting();
    const record = JSON.stringify({ name, device, waiting: this.#shown });
    await this.#bucket?.put(context, seal(key, context, Buffer.from(record))).catch(unlessFull);
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

const report = ({ message }: Error): void => console.error('The team was not updated', message);
