// Use cases of many payment links: select, export, delete.
import { basename } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Output, ParsedInput } from '../../shared/contract.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import { HISTORY_LIMIT } from '../catalog/catalog.ts';
import type { LinkQuery } from '../catalog/link-query.ts';
import { isDefault } from '../catalog/list-query.ts';
import type { LinkRecord } from '../catalog/records.ts';
import type { AskWhereToSave } from '../platform.ts';
import { StorageError, writeForSeller } from '../storage/durable-file.ts';
import type { StoreContext } from '../store-context.ts';
import type { NewAction } from '../sync/outbox/action.ts';
import { MAX_CHANGES } from '../sync/outbox/queue-files.ts';
import { type BatchingStore, creationOf } from './batches.ts';
import { linksAsCsv } from './link-export.ts';
import { deletionOf, linkView } from './links.ts';

const t = texts.linkWork;

const MOST_UNSORTED = 1_000;
/** Staged links withdrawn in one transaction. */
const UNSTAGED_AT_A_TIME = 100;

/** Ids of matching links, newest first; with `between`, the range from one link to the other. */
export async function linkIds(
  store: StoreContext,
  query: LinkQuery,
  between: readonly [string, string] | null,
): Promise<string[]> {
  const all = await store.catalog.links.ids(query);
  if (!between) return all;
  const [first, last] = between.map((id) => all.indexOf(id)).sort((a, b) => a - b);
  return first === undefined || last === undefined || first < 0 ? [] : all.slice(first, last + 1);
}

/** The `ids` that a list no longer shows. */
export async function goneFrom(store: StoreContext, query: LinkQuery, ids: readonly string[]): Promise<string[]> {
  const shown = await store.catalog.links.among(query, ids);
  return ids.filter((id) => !shown.has(id));
}

/** A selection in the order of the list, then those that the list does not show. */
export async function* selected(
  store: StoreContext,
  query: LinkQuery,
  ids: readonly string[],
): AsyncGenerator<LinkRecord[]> {
  const { links } = store.catalog;
  if (query.search.trim() === '' && isDefault(query.order)) {
    yield* links.chosen(ids);
    return;
  }
  const left = new Set(ids);
  const listed = (await links.ids(query)).filter((id) => left.delete(id));
  yield* links.inOrder(listed);
  // The list has changed since they were selected.
  yield* links.chosen([...left]);
}

const newestFirst = (one: LinkRecord, other: LinkRecord): number =>
  other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1);

/**
 * Sorts a selection by what deleting means for each. `left` are those that cannot be deleted; `released` are being
 * replaced by a link of the selection that is taken back, and their deletion with it: they need a new one.
 */
async function deletionsOf(store: StoreContext, ids: readonly string[], most = 0) {
  const drafts: NewAction[] = [];
  const creationIds: string[] = [];
  const staged: LinkRecord[] = [];
  const takenBack = new Set<string>();
  let withoutAddress = 0;
  const others: LinkRecord[] = [];
  /** The newest links that will be deleted, up to `most`. */
  let newest: LinkRecord[] = [];
  const goes = (links: readonly LinkRecord[]) => {
    newest.push(...links);
    if (newest.length > 2 * most + MOST_UNSORTED) newest = newest.sort(newestFirst).slice(0, most);
  };
  for await (const some of store.catalog.links.chosen(ids)) {
    for (const link of some) {
      const { id } = link;
      const deletion = deletionOf(store, id);
      if (deletion.how === 'refuse' || deletion.how === 'remove') others.push(link);
      else goes([link]);
      if (deletion.how === 'delete') {
        drafts.push(deletion.draft);
        if (link.paymentLink === null) withoutAddress += 1;
      } else if (deletion.how === 'unstage') {
        staged.push(deletion.link);
      } else if (deletion.how === 'take-back') {
        creationIds.push(deletion.creationId);
        takenBack.add(id);
      }
    }
  }
  const isReleased = ({ id }: LinkRecord) =>
    store.outbox
      .of(id)
      .some(({ payload }) => payload.kind === 'link.delete' && takenBack.has(payload.replacedBy ?? ''));
  const released = others.filter(isReleased);
  goes(released);
  return {
    drafts,
    creationIds,
    staged,
    newest: newest.sort(newestFirst).slice(0, most),
    released: released.length,
    withoutAddress,
    left: others.length - released.length,
  };
}

/** `olderStay`: links outside the selection that are no longer deleted, because their replacement is withdrawn. */
export async function beforeDelete(store: StoreContext, { ids, most }: ParsedInput<'links.beforeDelete'>) {
  const { drafts, creationIds, staged, newest, released, withoutAddress, left } = await deletionsOf(store, ids, most);
  const selected = new Set(ids);
  const takenAlong = creationIds.flatMap((id) => {
    const creation = store.outbox.get(id);
    return creation ? store.outbox.dependents(creation) : [];
  });
  const older = takenAlong.filter(({ subject, payload }) => payload.kind === 'link.delete' && !selected.has(subject));
  return {
    toDelete: drafts.length + released,
    withoutAddress,
    toTakeBack: creationIds.length + staged.length,
    left,
    olderStay: new Set(older.map(({ subject }) => subject)).size,
    first: newest.map((link) => linkView(store, link)),
  };
}

/** Few deletions go into the queue, many are a batch. Returns their ids, or that of the batch. */
async function acceptDeletions(store: BatchingStore, drafts: readonly NewAction[]): Promise<string[]> {
  if (drafts.length === 0) return [];
  if (drafts.length > MAX_CHANGES) return [store.batches.delete(drafts.map(({ subject }) => subject))];
  return (await store.outbox.accept(drafts)).map(({ id }) => id);
}

/**
 * Deletes many links: one write for all deletions that are to be sent, one for all links that are taken back. When the
 * disk refuses the first, nothing is changed; when it refuses the second, the error names what was done.
 */
export async function deleteLinks(
  store: BatchingStore,
  ids: readonly string[],
): Promise<Result<Output<'links.deleteMany'>>> {
  const { drafts, creationIds, staged, left } = await deletionsOf(store, ids);
  const deletions = await acceptDeletions(store, drafts);
  if (creationIds.length + staged.length === 0) {
    return ok({ queued: drafts.length, withdrawn: 0, left, undo: [], deletions });
  }
  const queued = new Set(drafts.map(({ subject }) => subject));
  try {
    const unstaged: string[] = [];
    for (let from = 0; from < staged.length; from += UNSTAGED_AT_A_TIME) {
      unstaged.push(
        ...(await store.outbox.withdrawStaged(staged.slice(from, from + UNSTAGED_AT_A_TIME).map(creationOf))),
      );
      await setImmediate();
    }
    const taken = creationIds.length > 0 ? await store.outbox.withdrawAll(creationIds) : new Set<string>();
    const withdrawn = creationIds.filter((id) => taken.has(id)).length + unstaged.length;
    const ended = [...taken, ...unstaged];
    // Some may have been sent just now, and replaced links have lost their deletion: delete all of them now.
    const late = await deletionsOf(
      store,
      ids.filter((id) => !queued.has(id)),
    );
    if (late.drafts.length > 0) deletions.push(...(await store.outbox.accept(late.drafts)).map(({ id }) => id));
    const deleted = new Set(late.drafts.map(({ subject }) => subject));
    return ok({
      queued: drafts.length + late.drafts.length,
      withdrawn,
      // Undo needs all of them in the history.
      undo:
        ended.length > HISTORY_LIMIT
          ? []
          : ended.filter((id) => !deleted.has(store.catalog.history.get(id)?.subject ?? '')),
      left: late.left + late.creationIds.length,
      deletions,
    });
  } catch (error) {
    if (!(error instanceof StorageError) || drafts.length === 0) throw error;
    return refuse('storage', t.notAllTakenBack({ reason: error.message, saved: drafts.length }));
  }
}

/** Exports a list or a selection as CSV. */
export async function exportLinks(
  store: StoreContext,
  query: LinkQuery,
  ids: readonly string[] | null,
  askWhereToSave: AskWhereToSave,
): Promise<Result<{ file: string; rows: number } | null>> {
  const day = new Date(store.deps.now()).toISOString().slice(0, 10);
  const path = await askWhereToSave({
    title: ids ? t.export.selected : t.export.all,
    name: `payment-links-${day}.csv`,
    kind: { name: texts.common.csvFile, extension: 'csv' },
  });
  if (path === null) return ok(null);
  const { links } = store.catalog;
  let rows = 0;
  const counted = async function* () {
    rows = 0;
    for await (const part of ids ? selected(store, query, ids) : links.inOrder(await links.ids(query))) {
      rows += part.length;
      yield part;
    }
  };
  try {
    await writeForSeller(path, linksAsCsv(store, counted), texts.common.fileNotWritten);
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    return refuse('storage', t.export.notWritten({ reason: error.message }));
  }
  return ok({ file: basename(path), rows });
}
