// Use cases of many payment links: selection and export.
import { ok, type Result } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import type { LinkQuery } from '../catalog/link-query.ts';
import { isDefault } from '../catalog/list.ts';
import type { LinkRecord } from '../catalog/records.ts';
import { saveFile } from '../csv/save-file.ts';
import type { AskWhereToSave } from '../platform.ts';
import type { StoreContext } from '../store-context.ts';
import { linksAsCsv } from './link-export.ts';

const t = texts.linkWork;

/** Which of the `ids` a list no longer shows. */
export async function missingFrom(store: StoreContext, query: LinkQuery, ids: readonly string[]): Promise<string[]> {
  const listedIds = await store.catalog.links.list.among(query, ids);
  return ids.filter((id) => !listedIds.has(id));
}

/** The selected links in the order of the list, then selected links that the list does not show, in batches. */
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
  const remainingIds = new Set(ids);
  const listedIds = (await links.list.ids(query)).filter((id) => remainingIds.delete(id));
  yield* links.list.records(listedIds);
  // The list may have changed since the selection.
  yield* links.chosen([...remainingIds]);
}

/** Exports a list or a selection as CSV. */
export async function exportLinks(
  store: StoreContext,
  query: LinkQuery,
  ids: readonly string[] | null,
  askWhereToSave: AskWhereToSave,
): Promise<Result<{ file: string; rows: number } | null>> {
  const { links } = store.catalog;
  let rows = 0;
  const counted = async function* () {
    rows = 0;
    for await (const part of ids ? selected(store, query, ids) : links.list.each(query)) {
      rows += part.length;
      yield part;
    }
  };
  const day = new Date(store.deps.now()).toISOString().slice(0, 10);
  const file = { name: `payment-links-${day}.csv`, parts: linksAsCsv(store, counted) };
  const saved = await saveFile({ ...file, title: ids ? t.export.selected : t.export.all }, askWhereToSave);
  if (!saved.ok) return saved;
  return ok(saved.value === null ? null : { file: saved.value, rows });
}
