// Shares documents with the other computers of a team, on one connection: each is merged with what the server has.
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';
import { z } from 'zod';
import { CATALOG_BUCKET, CATALOG_STREAM } from '../../team-protocol/names.ts';
import { opaqueId, type RecordKeys, seal, unsealJson } from '../../team-protocol/seal.ts';
import type { Document } from '../storage/document.ts';
import { PUBLISH_MS } from './catalog-push.ts';
import { SUBJECTS } from './catalog-take.ts';
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
/** Documents are compared this often (ms), because settings and templates say nothing of their changes. */
const COMPARE_MS = 5_000;
/** The shortest time between two comparisons (ms): changes come in bursts. */
const LEAST_MS = 250;

const envelopeSchema = z.object({ format: z.int(), value: z.unknown() });

/** A document before and after a merge. */
interface Step {
  readonly here: unknown;
  readonly merged: unknown;
}

export class DocumentShare {
  readonly #deps: DocumentShareDeps;
  readonly #place: string;
  /** The last steps that were written here and sent, by key: what one side does not accept is not offered to it again. */
  readonly #written = new Map<string, Step>();
  readonly #sent = new Map<string, Step>();
  readonly #stopping = new AbortController();
  #wake = new AbortController();

  constructor(deps: DocumentShareDeps) {
    this.#deps = deps;
    // Apart from the owner's records: nats-server 2.9 watches one pattern only.
    this.#place = opaqueId(deps.keys, deps.owner, 'documents');
  }

  /** Runs until it is stopped. Rejects with errors of the server and with `StorageError`; nothing is lost then. */
  async run(): Promise<void> {
    const { connection, documents } = this.#deps;
    const { signal } = this.#stopping;
    const bucket = await new Kvm(connection).open(CATALOG_BUCKET);
    const watch = await bucket.watch({ key: `${this.#place}.>` });
    const watching = (async () => {
      for await (const _ of watch) this.changed();
    })();
    try {
      while (!signal.aborted) {
        this.#wake = new AbortController();
        for (const document of documents) await this.#settle(document);
        await setTimeout(LEAST_MS, undefined, { signal }).catch(() => undefined);
        // Ended early by `changed` and `stop`.
        const either = AbortSignal.any([signal, this.#wake.signal]);
        await setTimeout(COMPARE_MS, undefined, { signal: either }).catch(() => undefined);
      }
    } finally {
      watch.stop();
      await watching;
    }
  }

  stop(): void {
    this.#stopping.abort();
  }

  /** Call when a document may have changed. */
  changed(): void {
    this.#wake.abort();
  }

  /** Makes the document the same here and there. */
  async #settle(document: AnyDocument): Promise<void> {
    const { keys, owner, manager, bases } = this.#deps;
    const key = `${this.#place}.${document.kind}.${opaqueId(keys, owner, document.kind)}`;
    const last = await manager.streams.getMessage(CATALOG_STREAM, { last_by_subj: `${SUBJECTS}${key}` });
    const envelope = envelopeSchema.safeParse(last && unsealJson(keys.seal, key, last.data)).data;
    const there = document.schema.safeParse(envelope?.value);
    // This version may not overwrite what a newer one has written.
    if (this.#stopping.signal.aborted || (envelope && (envelope.format > FORMAT || !there.success))) return;
    const revision = last?.seq ?? 0;
    const kept = document.hasBase ? bases.value[key] : undefined;
    // A server that went back to a backup has an earlier revision: what was removed since is not known then.
    const base = kept && kept.revision <= revision ? kept.value : null;
    // As on the server: a key without a value is none.
    const here = JSON.parse(JSON.stringify(document.read()));
    const merged = there.success ? document.merge(base, here, there.data) : here;
    const step = { here, merged };
    if (!isDeepStrictEqual(merged, here) && !isDeepStrictEqual(this.#written.get(key), step)) {
      this.#written.set(key, step);
      await document.write(merged);
    }
    const isThere = there.success && isDeepStrictEqual(merged, there.data);
    const same = isThere ? revision : await this.#send(key, step, revision);
    if (same === null || !document.hasBase) return;
    if (!isDeepStrictEqual(kept, { revision: same, value: merged }))
      await bases.save({ ...bases.value, [key]: { revision: same, value: merged } });
  }

  /** Resolves to the revision; null if the server has not taken it. */
  async #send(key: string, step: Step, revision: number): Promise<number | null> {
    if (isDeepStrictEqual(this.#sent.get(key), step)) return null;
    const { keys, stream } = this.#deps;
    const sealed = seal(keys.seal, key, Buffer.from(JSON.stringify({ format: FORMAT, value: step.merged })));
    try {
      const { seq } = await stream.publish(`${SUBJECTS}${key}`, sealed, {
        timeout: PUBLISH_MS,
        expect: { lastSubjectSequence: revision },
      });
      this.#sent.set(key, step);
      return seq;
    } catch (error) {
      const why = refusalOf(error);
      if (why === null) throw error;
      // After a conflict the newer one is read next; otherwise only another value or another connection helps.
      if (why === 'conflict') return null;
      this.#sent.set(key, step);
      console.error('A document was not shared', (error as Error).message);
      return null;
    }
  }
}
