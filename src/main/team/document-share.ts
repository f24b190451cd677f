// Shares documents with the other computers of a team, on one connection: each is merged with what the server has.
import { isDeepStrictEqual } from 'node:util';
import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';
import { z } from 'zod';
import { CATALOG_BUCKET, CATALOG_STREAM } from '../../team-protocol/names.ts';
import { opaqueId, type RecordKeys, seal, unsealJson } from '../../team-protocol/seal.ts';
import type { Document } from '../storage/document.ts';
import { refusalOf } from './refusal.ts';
import type { AnyDocument } from './shared-document.ts';

/** What the server had when a document was last the same there and here, by key. */
export const basesSchema = z.record(z.string(), z.object({ revision: z.number(), value: z.unknown() }));
export type Bases = z.infer<typeof basesSchema>;

export interface DocumentShareDeps {
  readonly connection: NatsConnection;
  readonly stream: JetStreamClient;
  readonly manager: Pick<JetStreamManager, 'streams'>;
  readonly keys: RecordKeys;
  /** The store that they belong to, or the team. */
  readonly owner: string;
  readonly documents: readonly AnyDocument[];
  readonly bases: Document<Bases>;
}

const FORMAT = 1;
const PUBLISH_MS = 5_000;
const SUBJECTS = `$KV.${CATALOG_BUCKET}.`;

const envelopeSchema = z.object({ format: z.int(), value: z.unknown() });

/** A document before and after a merge. */
interface Step {
  readonly here: unknown;
  readonly merged: unknown;
}

interface Shared {
  readonly document: AnyDocument;
  readonly key: string;
  /** What the server has; null for nothing that can be read. */
  there: { readonly value: unknown } | null;
  revision: number;
  /** It is from a newer version of the app, so it stays unchanged. */
  isNewer: boolean;
  /** The last step that was written here, and the last one that was sent. */
  written: Step | null;
  sent: Step | null;
}

export class DocumentShare {
  readonly #deps: DocumentShareDeps;
  readonly #place: string;
  readonly #shared: ReadonlyMap<string, Shared>;
  #isRead = false;
  #isStopped = false;
  #working: Promise<void> = Promise.resolve();
  #fail: (error: unknown) => void = () => undefined;
  #end: () => void = () => undefined;

  constructor(deps: DocumentShareDeps) {
    this.#deps = deps;
    const { keys, owner, documents } = deps;
    // Apart from the owner's records: nats-server 2.9 watches one pattern only.
    this.#place = opaqueId(keys, owner, 'documents');
    this.#shared = new Map(
      documents.map((document) => {
        const key = `${this.#place}.${document.kind}.${opaqueId(keys, owner, document.kind)}`;
        return [key, { document, key, there: null, revision: 0, isNewer: false, written: null, sent: null }];
      }),
    );
  }

  /** Runs until it is stopped. Rejects with errors of the server and with `StorageError`; nothing is lost then. */
  async run(): Promise<void> {
    const bucket = await new Kvm(this.#deps.connection).open(CATALOG_BUCKET);
    const watch = await bucket.watch({ key: `${this.#place}.>` });
    const failed = new Promise<void>((_resolve, reject) => {
      this.#fail = reject;
    });
    const stopped = new Promise<void>((resolve) => {
      this.#end = resolve;
    });
    if (this.#isStopped) this.#end();
    const watching = (async () => {
      for await (const { key, revision, value } of watch) this.#see(key, revision, value);
    })();
    const reading = this.#readAll().then(() => stopped);
    try {
      await Promise.race([watching, reading, failed]);
    } finally {
      this.stop();
      watch.stop();
      await Promise.allSettled([watching, reading, this.#working]);
    }
  }

  stop(): void {
    this.#isStopped = true;
    this.#end();
  }

  /** Call when a document may have changed. */
  changed(): void {
    if (!this.#isRead) return;
    for (const shared of this.#shared.values()) this.#settleSoon(shared);
  }

  /** The watch emits nothing for a missing document. */
  async #readAll(): Promise<void> {
    for (const key of this.#shared.keys()) {
      const last = await this.#deps.manager.streams.getMessage(CATALOG_STREAM, { last_by_subj: `${SUBJECTS}${key}` });
      if (last) this.#see(key, last.seq, last.data);
    }
    this.#isRead = true;
    this.changed();
  }

  #see(key: string, revision: number, sealed: Uint8Array): void {
    const shared = this.#shared.get(key);
    if (!shared || revision <= shared.revision) return;
    shared.revision = revision;
    const envelope = envelopeSchema.safeParse(unsealJson(this.#deps.keys.seal, key, sealed)).data;
    const value = shared.document.schema.safeParse(envelope?.value);
    shared.isNewer = envelope !== undefined && (envelope.format > FORMAT || !value.success);
    shared.there = value.success ? { value: value.data } : null;
    if (this.#isRead) this.#settleSoon(shared);
  }

  #settleSoon(shared: Shared): void {
    this.#working = this.#working.then(() => this.#settle(shared)).catch((error: unknown) => this.#fail(error));
  }

  /** Makes the document the same here and there. */
  async #settle(shared: Shared): Promise<void> {
    const { document, key, there, revision, isNewer } = shared;
    if (this.#isStopped || isNewer) return;
    const { bases } = this.#deps;
    const kept = document.hasBase ? bases.value[key] : undefined;
    // A server that went back to a backup has an earlier revision: what was removed since is not known then.
    const base = kept && kept.revision <= revision ? kept.value : null;
    // As on the server: a key without a value is none.
    const here = JSON.parse(JSON.stringify(document.read()));
    const merged = there === null ? here : document.merge(base, here, there.value);
    const step = { here, merged };
    await this.#write(shared, step);
    const isThere = there !== null && isDeepStrictEqual(merged, there.value);
    if (isThere) shared.sent = null;
    if (!isThere && !(await this.#send(shared, step, revision))) return;
    if (!document.hasBase) return;
    const same = { revision: shared.revision, value: merged };
    if (!isDeepStrictEqual(kept, same)) await bases.save({ ...bases.value, [key]: same });
  }

  /** A document that does not accept a value is not written with it again, because each write reports a change. */
  async #write(shared: Shared, step: Step): Promise<void> {
    const isSame = isDeepStrictEqual(step.merged, step.here);
    if (!isSame && !isDeepStrictEqual(shared.written, step)) await shared.document.write(step.merged);
    shared.written = isSame ? null : step;
  }

  /**
   * Returns whether the server has it then. A value that another computer does not accept is not sent again: both would
   * replace each other's for ever.
   */
  async #send(shared: Shared, step: Step, revision: number): Promise<boolean> {
    const { key } = shared;
    if (isDeepStrictEqual(shared.sent, step)) return false;
    const sealed = seal(this.#deps.keys.seal, key, Buffer.from(JSON.stringify({ format: FORMAT, value: step.merged })));
    try {
      const { seq } = await this.#deps.stream.publish(`${SUBJECTS}${key}`, sealed, {
        timeout: PUBLISH_MS,
        expect: { lastSubjectSequence: revision },
      });
      shared.sent = step;
      if (seq > shared.revision) Object.assign(shared, { revision: seq, there: { value: step.merged } });
      return true;
    } catch (error) {
      const why = refusalOf(error);
      if (why === null) throw error;
      // After a conflict the newer one arrives soon; otherwise only another value or another connection helps.
      if (why !== 'conflict') {
        shared.sent = step;
        console.error('A document was not shared', (error as Error).message);
      }
      return false;
    }
  }
}
