// Shares documents with the other computers of a team, on one connection: merges each with the server's every few seconds.
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { opaqueId, seal, unsealJson } from '../../team-protocol/seal.ts';
import { Repeated } from '../turns.ts';
import type { Membership } from './membership.ts';
import type { AnyDocument } from './shared-document.ts';
import { entryOf, put, refusalOf, type TeamServer } from './stream.ts';

export interface OwnedDocuments {
  /** The store that they belong to, or the team. */
  readonly owner: string;
  readonly documents: readonly AnyDocument[];
}

type WithBases = Pick<Membership, 'bases' | 'saveBase'>;

const FORMAT = 1;
/** The time between two turns, in ms. `least`: after local changes, which come in bursts. */
const PAUSE_MS = { usual: 5_000, least: 250 };

const envelopeSchema = z.object({ format: z.int(), value: z.unknown() });

export class DocumentShare {
  readonly #server: TeamServer;
  readonly #owned: () => readonly OwnedDocuments[];
  readonly #membership: WithBases;
  /** What was last merged, by key, so that no side is offered again what it did not accept. */
  readonly #merged = new Map<string, { readonly here: unknown; readonly revision: number }>();
  readonly #signal: AbortSignal;
  readonly #settling = new Repeated(() => {
    this.#turn = this.#settleAll();
    return this.#turn;
  }, PAUSE_MS);
  #turn: Promise<void> = Promise.resolve();

  /** `owned`: the documents of the team and of the open stores. `signal` ends it. */
  constructor(server: TeamServer, owned: () => readonly OwnedDocuments[], membership: WithBases, signal: AbortSignal) {
    this.#server = server;
    this.#owned = owned;
    this.#membership = membership;
    this.#signal = signal;
  }

  /** Rejects with errors of the server and with `StorageError`; nothing is lost then. */
  run(): Promise<void> {
    return this.#settling.run(this.#signal);
  }

  /** Call when a document may have changed. */
  changed(): void {
    this.#settling.hurry();
  }

  /** Resolves when the running turn has ended. Only documents that `owned` returned at the call are in use then. */
  async turnEnded(): Promise<void> {
    await this.#turn.catch(() => undefined);
  }

  async #settleAll(): Promise<void> {
    for (const { owner, documents } of this.#owned()) {
      for (const document of documents) if (!this.#signal.aborted) await this.#settle(owner, document);
    }
  }

  /** Makes the document the same here and on the server. */
  async #settle(owner: string, document: AnyDocument): Promise<void> {
    const { keys } = this.#server;
    const key = `documents.${opaqueId(keys, owner, document.kind)}`;
    const last = await entryOf(this.#server, key);
    const revision = last?.seq ?? 0;
    // As on the server, where a key without a value is missing.
    const here = JSON.parse(JSON.stringify(document.read()));
    if (isDeepStrictEqual(this.#merged.get(key), { here, revision })) return;
    const envelope = envelopeSchema.safeParse(last && unsealJson(keys.seal, key, last.data)).data;
    const there = document.schema.safeParse(envelope?.value);
    // This version may not overwrite what a newer one has written.
    if (this.#signal.aborted || (envelope && (envelope.format > FORMAT || !there.success))) return;
    const lastBase = document.hasBase ? this.#membership.bases[key] : undefined;
    // A server that was restored from a backup has an earlier revision. What was removed since is then unknown.
    const base = lastBase && lastBase.revision <= revision ? lastBase.value : null;
    const merged = there.success ? document.merge(base, here, there.data) : here;
    this.#merged.set(key, { here, revision });
    if (!isDeepStrictEqual(merged, here)) await document.write(merged);
    const isThere = there.success && isDeepStrictEqual(merged, there.data);
    const same = isThere ? revision : await this.#send(key, merged, revision);
    if (same === null || !document.hasBase) return;
    const both = { revision: same, value: merged };
    if (!isDeepStrictEqual(lastBase, both)) await this.#membership.saveBase(key, both);
  }

  /** Resolves to the revision; null if the server refused the value. */
  async #send(key: string, value: unknown, revision: number): Promise<number | null> {
    const sealed = seal(this.#server.keys.seal, key, Buffer.from(JSON.stringify({ format: FORMAT, value })));
    try {
      return await put(this.#server, key, sealed, revision);
    } catch (error) {
      const why = refusalOf(error);
      if (why === null) throw error;
      // After a conflict the next turn reads the newer value. Otherwise only another value or another connection helps.
      if (why !== 'conflict') console.error('A document was not shared', (error as Error).message);
      return null;
    }
  }
}
