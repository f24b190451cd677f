// The stream of a team's catalogs, as one store reads it: whether it still is the same one. A server may be restored from a backup.
import { createHash, randomBytes } from 'node:crypto';
import type { JetStreamClient, JetStreamManager, StreamInfo } from '@nats-io/jetstream';
import { CATALOG_BUCKET, CATALOG_STREAM } from '../../team-protocol/names.ts';
import { type RecordKeys, seal } from '../../team-protocol/seal.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { SharePosition } from '../catalog/sharing.ts';
import { Turns } from '../turns.ts';
import { unlessFull } from './refusal.ts';

export interface CatalogStreamDeps {
  readonly team: string;
  readonly keys: RecordKeys;
  /** From `storeKey`. */
  readonly store: string;
  readonly publicKey: string;
  readonly catalog: Catalog;
  readonly stream: JetStreamClient;
  readonly manager: Pick<JetStreamManager, 'streams'>;
}

export const SUBJECTS = `$KV.${CATALOG_BUCKET}.`;
export const PUBLISH_MS = 5_000;
/** Between fences, in ms. */
const FENCE_MS = 60_000;
/** An audit is short, and its consumer needs to last no longer than a pause of the network (ms). */
const AUDIT_CONSUMER_MS = 30_000;
/** Fetched ahead in an audit, which reads no contents. */
const AUDITED_AT_ONCE = 1_000;

export const hashOf = (data: Uint8Array): string => createHash('sha256').update(data).digest('base64url').slice(0, 22);

export class CatalogStream {
  readonly #deps: CatalogStreamDeps;
  /** The key of the fence, which only this computer writes: a server that went back has an earlier one. */
  readonly fence: string;
  #fencedAt = 0;

  constructor(deps: CatalogStreamDeps) {
    this.#deps = deps;
    this.fence = `${deps.store}.fence.${deps.publicKey}`;
  }

  /** Up to where it was read. */
  get position(): SharePosition {
    return this.#deps.catalog.sharing.position ?? this.beginning('');
  }

  /** `created`: empty if the next start has to begin there too. */
  beginning(created: string): SharePosition {
    return { team: this.#deps.team, created, sequence: 0, lastKey: '', lastHash: '' };
  }

  info(): Promise<StreamInfo> {
    return this.#deps.manager.streams.info(CATALOG_STREAM);
  }

  /** 0 if the server does not have the key. */
  async revisionOf(key: string): Promise<number> {
    return (await this.#lastOf(key))?.seq ?? 0;
  }

  #lastOf(key: string) {
    return this.#deps.manager.streams.getMessage(CATALOG_STREAM, { last_by_subj: `${SUBJECTS}${key}` });
  }

  /**
   * Whether it still is the stream that was read, by the fence and by the last entry that was read: after a restore others may
   * have filled it beyond the position. The audit finds the rest.
   */
  async isSame(): Promise<boolean> {
    const { team, manager, catalog } = this.#deps;
    const { sharing } = catalog;
    // Before the server is asked: more may be read meanwhile.
    const position = sharing.position;
    const fence = sharing.revisionOf(this.fence);
    const { created, state } = await this.info();
    if (position?.team !== team || position.created !== created || position.sequence > state.last_seq) return false;
    if (fence > 0 && (await this.revisionOf(this.fence)) < fence) return false;
    if (position.lastKey === '') return true;
    const entry = await manager.streams.getMessage(CATALOG_STREAM, { seq: position.sequence });
    // A later one has replaced it.
    if (!entry) return (await this.revisionOf(position.lastKey)) > position.sequence;
    return entry.subject === `${SUBJECTS}${position.lastKey}` && hashOf(entry.data) === position.lastHash;
  }

  async setFence(): Promise<void> {
    const { keys, stream, catalog } = this.#deps;
    this.#fencedAt = performance.now();
    const fence = seal(keys.seal, this.fence, randomBytes(16));
    const publishing = stream.publish(`${SUBJECTS}${this.fence}`, fence, { timeout: PUBLISH_MS });
    const sent = await publishing.catch(unlessFull);
    if (sent) catalog.transaction(() => catalog.sharing.setRevision(this.fence, sent.seq));
  }

  /** So that a backup that was made while this computer was connected is recognized too. */
  async renewFence(): Promise<void> {
    if (performance.now() - this.#fencedAt >= FENCE_MS) await this.setFence();
  }

  /**
   * Compares the revisions of all keys on the server with those that were read, without their contents. Resolves with false
   * where they differ, which may be because of what others are sending: then repeat it. `signal` ends it early, with true.
   */
  async audit(signal: AbortSignal): Promise<boolean> {
    const { store, stream, catalog } = this.#deps;
    const { sharing } = catalog;
    const end = (await this.info()).state.last_seq;
    const consumer = await stream.consumers.get(CATALOG_STREAM, {
      filter_subjects: `${SUBJECTS}${store}.>`,
      headers_only: true,
      inactive_threshold: AUDIT_CONSUMER_MS,
    });
    let found = 0;
    if ((await consumer.info(true)).num_pending > 0) {
      const messages = await consumer.consume({ max_messages: AUDITED_AT_ONCE });
      const stop = () => messages.stop();
      signal.addEventListener('abort', stop, { once: true });
      const turns = new Turns();
      try {
        for await (const { seq, subject, info } of messages) {
          if (signal.aborted) return true;
          const known = Math.abs(sharing.revisionOf(subject.slice(SUBJECTS.length)));
          const isRead = seq <= (sharing.position?.sequence ?? 0);
          if (known < seq && isRead) return false;
          if (known > seq && known <= end) return false;
          // Another one has arrived, or is in flight.
          if (known > 0 && known <= end) found += 1;
          if (seq >= end || info.pending === 0) break;
          if (turns.isOver) await turns.next();
        }
      } finally {
        signal.removeEventListener('abort', stop);
        messages.stop();
      }
    }
    const { known, above } = await sharing.countKeys(end, signal);
    return signal.aborted || found + above >= known;
  }
}
