// Shares documents with the other computers of a team, on one connection: each is merged with what the server has.
import { isDeepStrictEqual } from 'node:util';
import { JetStreamApiError, type JetStreamClient, type JetStreamManager } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';
import { z } from 'zod';
import { CATALOG_BUCKET, CATALOG_STREAM } from '../../team-protocol/names.ts';
import { opaqueId, type RecordKeys, seal, unseal } from '../../team-protocol/seal.ts';
import type { Document } from '../storage/document.ts';
import type { Bases } from './bases.ts';
import type { AnyDocument } from './shared-document.ts';

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
const WRONG_LAST_SEQUENCE = 10071;
const SUBJECTS = `$KV.${CATALOG_BUCKET}.`;

/** `version` grows with each write: a server that went back to a backup has a lower one. */
const envelopeSchema = z.object({ format: z.int(), version: z.int(), value: z.unknown() });

interface Shared {
  readonly document: AnyDocument;
  readonly key: string;
  /** What the server has; null for nothing that can be read. */
  there: { readonly version: number; readonly value: unknown } | null;
  revision: number;
  /** It is from a newer version of the app, so it is left alone. */
  isNewer: boolean;
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
        return [key, { document, key, there: null, revision: 0, isNewer: false }];
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

  /** The watch does not say where the server has nothing. */
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
    const bytes = unseal(this.#deps.keys.seal, key, sealed);
    const envelope = envelopeSchema.safeParse(bytes && parsed(bytes)).data;
    const value = shared.document.schema.safeParse(envelope?.value);
    shared.isNewer = envelope !== undefined && (envelope.format > FORMAT || !value.success);
    shared.there = envelope && value.success ? { version: envelope.version, value: value.data } : null;
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
    // A server that went back to a backup has removed nothing.
    const base = kept && there && kept.version <= there.version ? kept.value : null;
    // As on the server: a key without a value is none.
    const here = JSON.parse(JSON.stringify(document.read()));
    const merged = there === null ? here : document.merge(base, here, there.value);
    if (!isDeepStrictEqual(merged, here)) await document.write(merged);
    const isThere = there !== null && isDeepStrictEqual(merged, there.value);
    const version = isThere ? there.version : Math.max(there?.version ?? 0, kept?.version ?? 0) + 1;
    if (!isThere) {
      const sealed = seal(
        this.#deps.keys.seal,
        key,
        Buffer.from(JSON.stringify({ format: FORMAT, version, value: merged })),
      );
      try {
        const { seq } = await this.#deps.stream.publish(`${SUBJECTS}${key}`, sealed, {
          timeout: PUBLISH_MS,
          expect: { lastSubjectSequence: revision },
        });
        if (seq > shared.revision) Object.assign(shared, { revision: seq, there: { version, value: merged } });
      } catch (error) {
        // The newer one is on its way here.
        if (error instanceof JetStreamApiError && error.code === WRONG_LAST_SEQUENCE) return;
        throw error;
      }
    }
    if (document.hasBase && !isDeepStrictEqual(kept, { version, value: merged }))
      await bases.save({ ...bases.value, [key]: { version, value: merged } });
  }
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return null;
  }
}
