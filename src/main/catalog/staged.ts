// Staged changes: accepted together in a batch, and kept here until they move into the queue of the outbox.
import type { LinkDraft } from '../../shared/payment-link.ts';
import type { Database } from '../storage/database.ts';
import type { LinkRecord } from './records.ts';

/** A batch moves nothing more into the queue while this many of its changes need the seller. */
export const MOST_IN_DOUBT = 200;

export interface Batch {
  readonly id: string;
  readonly kind: 'import' | 'prices' | 'deletion';
  /** The file of an import; empty for other batches. */
  readonly name: string;
  /** Ms since 1970. */
  readonly acceptedAt: number;
  /** How many links the batch creates, replaces or deletes. */
  readonly total: number;
  /** `loading`: not accepted yet. */
  readonly state: 'loading' | 'accepted' | 'paused';
}

/** Creates or deletes a link. `replaces`: the link that is deleted once this one is created. */
export interface StagedChange {
  readonly kind: StagedKind;
  readonly linkId: string;
  readonly replaces: string | null;
}
export type StagedKind = 'create' | 'delete';

/** A link of a batch. `replaces`: the link that is deleted once this one is created. */
export interface StagedLink {
  readonly id: string;
  readonly productId: string;
  readonly draft: LinkDraft;
  readonly note?: string | undefined;
  readonly replaces?: string;
  /** The row of the import that the link comes from. */
  readonly row?: number;
  /** Ms since 1970. */
  readonly acceptedAt: number;
}

/** `changes` also counts deletions of replaced links. */
export type StagedCount = Readonly<Record<'links' | 'changes', number>>;

const BATCHES = 'SELECT id, kind, name, accepted_at AS acceptedAt, total, state FROM batches';

/** A write joins the caller's transaction, if there is one. */
export class Staged {
  /** Of accepted batches, cached; null after a write. */
  #counts: ReadonlyMap<string, StagedCount> | null = null;

  constructor(private readonly database: Database) {}

  get counts(): ReadonlyMap<string, StagedCount> {
    this.#counts ??= new Map(
      this.database
        .all<StagedCount & { batch_id: string }>(
          `SELECT batch_id, count(*) AS links, count(*) + count(replaces) AS changes FROM staged
            JOIN batches b ON b.id = batch_id WHERE b.state <> 'loading' GROUP BY batch_id`,
        )
        .map(({ batch_id, ...count }) => [batch_id, count]),
    );
    return this.#counts;
  }

  /** Call when a transaction may have been rolled back. */
  recount(): void {
    this.#counts = null;
  }

  get isEmpty(): boolean {
    return this.database.get('SELECT 1 FROM staged LIMIT 1') === undefined;
  }

  get changes(): number {
    return [...this.counts.values()].reduce((sum, { changes }) => sum + changes, 0);
  }

  has(kind: StagedKind, linkId: string): boolean {
    return this.batchOf(kind, linkId) !== null;
  }

  /** Whether a link is yet to be created or deleted by a batch, also as one that is replaced. */
  readonly isStaged = (kind: StagedKind, linkId: string): boolean =>
    this.has(kind, linkId) || (kind === 'delete' && this.replacementOf(linkId) !== null);

  /** The batch of this change of a link; null if it is not staged. */
  batchOf(kind: StagedKind, linkId: string): string | null {
    return this.#value('SELECT batch_id FROM staged WHERE link_id = ? AND kind = ?', linkId, kind);
  }

  /** The new link that replaces this one; null if there is none. */
  replacementOf(linkId: string): string | null {
    return this.#value('SELECT link_id FROM staged WHERE replaces = ?', linkId);
  }

  get(id: string): Batch | undefined {
    return this.database.get(`${BATCHES} WHERE id = ?`, id);
  }

  /** Oldest first. */
  batches(): Batch[] {
    return this.database.all(`${BATCHES} ORDER BY accepted_at, id`);
  }

  /** The ids of accepted batches: Sync shows them while something of them waits. */
  lines(): ReadonlySet<string> {
    return new Set(this.batches().flatMap(({ id, state }) => (state === 'loading' ? [] : id)));
  }

  /** The link that this new one replaces; null if there is none, or the creation is not staged. */
  replacedBy(linkId: string): string | null {
    return this.#value("SELECT replaces FROM staged WHERE link_id = ? AND kind = 'create'", linkId);
  }

  #value(sql: string, ...values: string[]): string | null {
    return this.database.value<string | null>(sql, ...values) ?? null;
  }

  /** How many staged links of a product wait to be created. */
  ofProduct(productId: string): number {
    const sql = `SELECT count(*) FROM links l JOIN staged s ON s.link_id = l.id AND s.kind = 'create'
      WHERE l.product_id = ? AND l.is_deleted = 0`;
    return this.database.value<number>(sql, productId) ?? 0;
  }

  /** The product that the first link of a batch waits for; null if something of the batch can be sent. */
  blockingProduct(batchId: string): string | null {
    const sql = `SELECT l.product_id FROM staged s JOIN links l ON l.id = s.link_id WHERE s.batch_id = ? ORDER BY s.link_id LIMIT 1`;
    return this.next(batchId, 1).length > 0 ? null : this.#value(sql, batchId);
  }

  /** Links whose product was discarded. */
  withoutProduct(): string[] {
    // Starts with the products: few are discarded, but many links may be staged.
    const sql = `SELECT s.link_id FROM products p CROSS JOIN links l ON l.product_id = p.id AND l.is_deleted = 0
        CROSS JOIN staged s ON s.link_id = l.id AND s.kind = 'create'
      WHERE p.is_deleted = 1 AND p.server_id IS NULL`;
    return this.database.column(sql);
  }

  /** The links that a batch creates, in parts. */
  *createdIn(batchId: string): Generator<string[]> {
    const sql = `SELECT link_id AS id FROM staged WHERE link_id > ? AND batch_id = ? AND kind = 'create' ORDER BY link_id`;
    for (const rows of this.database.batches<{ id: string }>(sql, '', ({ id }) => id, batchId))
      yield rows.map(({ id }) => id);
  }

  /** Links of a deletion whose creation is staged too, so neither is sent. */
  unsentIn(batchId: string): string[] {
    const sql = `SELECT d.link_id FROM staged d JOIN staged c ON c.link_id = d.link_id AND c.kind = 'create'
      WHERE d.batch_id = ? AND d.kind = 'delete'`;
    return this.database.column(sql, batchId);
  }

  /** The oldest changes of a batch, except creations whose product is not on the service or whose link is to be deleted. */
  next(batchId: string, most: number): StagedChange[] {
    const sql = `SELECT s.kind, s.link_id AS linkId, s.replaces FROM staged s CROSS JOIN links l ON l.id = s.link_id
        LEFT JOIN products p ON p.id = l.product_id
      WHERE s.batch_id = ? AND (s.kind = 'delete' OR (p.server_id IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM staged d WHERE d.link_id = s.link_id AND d.kind = 'delete')))
      ORDER BY s.link_id LIMIT ?`;
    return this.database.all(sql, batchId, most);
  }

  /** All changes, of batches that are not accepted too, in the order of staging and in parts. */
  *all(): Generator<(StagedChange & { readonly batchId: string })[]> {
    const sql = `SELECT rowid, batch_id AS batchId, kind, link_id AS linkId, replaces FROM staged
      WHERE rowid > ? ORDER BY rowid`;
    yield* this.database.batches<StagedChange & { batchId: string; rowid: number }>(sql, 0, ({ rowid }) => rowid);
  }

  begin({ id, kind, name, acceptedAt, total, state }: Batch): void {
    this.database.run('INSERT INTO batches VALUES (?, ?, ?, ?, ?, ?)', id, kind, name, acceptedAt, total, state);
  }

  stage(batchId: string, links: readonly Pick<StagedLink, 'id' | 'replaces'>[]): void {
    const sql = `INSERT INTO staged SELECT value ->> 'id', 'create', ?, value ->> 'replaces' FROM json_each(?)
      WHERE true ON CONFLICT DO NOTHING`;
    this.#write(sql, batchId, JSON.stringify(links.map(({ id, replaces }) => ({ id, replaces }))));
  }

  /** Stages the deletion of many links in one statement. */
  stageDeletions(batchId: string, linkIds: readonly string[]): void {
    const sql = `INSERT INTO staged SELECT l.id, 'delete', ?, NULL FROM json_each(?) CROSS JOIN links l ON l.id = value
      WHERE l.is_deleted = 0 ON CONFLICT DO NOTHING`;
    this.#write(sql, batchId, JSON.stringify(linkIds));
  }

  setState(id: string, state: Batch['state']): void {
    this.#write('UPDATE batches SET state = ? WHERE id = ?', state, id);
  }

  /** Call when changes are in the queue, or are not wanted any more. */
  remove(changes: readonly Pick<StagedChange, 'kind' | 'linkId'>[]): void {
    const which = "SELECT value ->> 'linkId', value ->> 'kind' FROM json_each(?)";
    this.#write(`DELETE FROM staged WHERE (link_id, kind) IN (${which})`, JSON.stringify(changes));
  }

  /** "Keep this link": cancels the staged deletion or replacement of a link. */
  keep(linkId: string): void {
    this.remove([{ kind: 'delete', linkId }]);
    this.#write('UPDATE staged SET replaces = NULL WHERE replaces = ?', linkId);
  }

  removeBatch(id: string): void {
    this.#write('DELETE FROM staged WHERE batch_id = ?', id);
    this.database.run('DELETE FROM batches WHERE id = ?', id);
  }

  /** Call when links were stored: removes staged changes that have ended, because a link was deleted or has its address. */
  linksStored(links: readonly LinkRecord[]): void {
    const ended = links.filter(({ deletedAt, paymentLink }) => deletedAt !== null || paymentLink !== null);
    if (ended.length === 0 || this.isEmpty) return;
    const json = JSON.stringify(ended.map(({ id, deletedAt }) => [id, deletedAt]));
    const rows = 'FROM json_each(?) CROSS JOIN staged s ON s.link_id = value ->> 0';
    // If another app has created a new link, the link that it replaces still has to be deleted, unless both are the same.
    const replaced = `SELECT s.replaces, 'delete', s.batch_id, NULL ${rows} JOIN links l ON l.id = s.replaces
      WHERE value ->> 1 IS NULL AND l.link_key IS NOT (SELECT link_key FROM links WHERE id = s.link_id)`;
    this.#write(`INSERT OR IGNORE INTO staged ${replaced}`, json);
    const finished = `SELECT s.rowid ${rows} WHERE s.kind = 'create' OR value ->> 1 NOTNULL`;
    this.#write(`DELETE FROM staged WHERE rowid IN (${finished})`, json);
  }

  #write(sql: string, ...values: (string | null)[]): void {
    if (this.database.run(sql, ...values) > 0) this.#counts = null;
  }
}
