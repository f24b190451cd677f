// Handlers of the `links.*` channels.
import { ok } from '../../shared/problem.ts';
import { copyUrl, type HandlersOf, type StoreCalls } from '../handlers.ts';
import type { Platform } from '../platform.ts';
import type { BatchingStore } from './batches.ts';
import { askToCopy } from './copy-when-ready.ts';
import { beforeDelete, deleteLinks, keepLink } from './deletions.ts';
import { addExistingLink, checkoutLink, createLink, editLink, getLink, listLinks, setLinkNote } from './links.ts';
import { exportLinks } from './many-links.ts';
import { beforeReplace, replaceLink, replaceLinks, undoReplaces } from './replace-link.ts';

export function linkHandlers(
  { withShown, withNamed }: StoreCalls<BatchingStore>,
  platform: Platform,
): HandlersOf<'links'> {
  const copied = copyUrl(platform.copy);
  return {
    'links.list': withShown(async (store, input) => ok(await listLinks(store, input))),
    'links.count': withShown(async (store, query) => ok(await store.catalog.links.counts(query))),
    'links.get': withShown((store, { id }) => ok(getLink(store, id))),
    'links.create': withShown((store, { productId, draft }) => createLink(store, productId, draft)),
    'links.addExisting': withShown((store, input) => store.runExclusive(() => addExistingLink(store, input))),
    'links.edit': withShown((store, { id, draft }) => store.runExclusive(() => editLink(store, id, draft))),
    'links.setNote': withShown((store, { id, note }) => setLinkNote(store, id, note)),
    'links.delete': withShown((store, { ids }) => deleteLinks(store, ids)),
    'links.keep': withNamed((store, { id }) => store.runExclusive(() => keepLink(store, id))),
    'links.keepMany': withNamed((store, { deletion }) => store.runExclusive(() => store.batches.undo(deletion))),
    'links.replace': withShown((store, { id, draft }) => store.runExclusive(() => replaceLink(store, id, draft))),
    'links.copyWhenReady': withShown((store, { id, on }) => askToCopy(store, id, on, platform)),
    'links.copyCheckoutLink': withShown((store, { id }) => copied(checkoutLink(store, id))),
    'links.ids': withShown(async (store, query) => ok({ ids: await store.catalog.links.list.ids(query) })),
    'links.gone': withShown(async (store, { ids, ...query }) => {
      const listedIds = new Set(await store.catalog.links.list.ids(query, ids));
      return ok({ ids: ids.filter((id) => !listedIds.has(id)) });
    }),
    'links.beforeReplace': withShown(async (store, { ids }) => ok(await beforeReplace(store, ids))),
    'links.replaceMany': withShown((store, { ids, changes }) => replaceLinks(store, ids, changes)),
    'links.undoReplaceMany': withNamed((store, { ids }) => undoReplaces(store, ids)),
    'links.beforeDelete': withShown(async (store, { ids }) => ok(await beforeDelete(store, ids))),
    'links.setBatchPaused': withShown((store, { id, isPaused }) => store.batches.setPaused(id, isPaused)),
    'links.cancelBatch': withShown((store, { id }) => store.batches.cancel(id)),
    'links.exportCsv': withShown((store, { ids, ...query }) => exportLinks(store, query, ids, platform.askWhereToSave)),
  };
}
