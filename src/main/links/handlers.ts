// The calls of the window that are about payment links.
import { ok } from '../../shared/problem.ts';
import { copying, type Handlers, type HandlersOf, type StoreCalls } from '../handlers.ts';
import type { Platform } from '../platform.ts';
import { addExistingLink } from './added-links.ts';
import { askToCopy } from './copy-when-ready.ts';
import { checkoutLink, createLink, deleteLink, editLink, getLink, listLinks, setLinkNote } from './links.ts';
import { beforeDelete, deleteLinks, exportLinks, goneFrom, linkIds } from './many-links.ts';
import { beforeReplace, replaceLink, replaceLinks, undoReplace, undoReplaces } from './replace-link.ts';

/** Those of `share/handlers.ts`. */
type Shared = 'links.copyCheckoutLinks' | 'links.beforeCustomise' | 'links.customise' | 'links.send';

export function linkHandlers({ here, stored }: StoreCalls, platform: Platform): Omit<HandlersOf<'links'>, Shared> {
  const copied = copying(platform.copy);
  return {
    'links.list': here(async (store, input) => ok(await listLinks(store, input))),
    'links.get': here((store, { id }) => ok(getLink(store, id))),
    'links.create': here((store, { productId, draft }) => createLink(store, productId, draft)),
    'links.addExisting': here((store, input) => store.runExclusive(() => addExistingLink(store, input))),
    'links.edit': here((store, { id, draft }) => editLink(store, id, draft)),
    'links.setNote': here((store, { id, note }) => setLinkNote(store, id, note)),
    'links.delete': here((store, { id }) => store.runExclusive(() => deleteLink(store, id))),
    'links.replace': here((store, { id, draft }) => store.runExclusive(() => replaceLink(store, id, draft))),
    'links.undoReplace': here((store, { id }) => store.runExclusive(() => undoReplace(store, id))),
    'links.copyWhenReady': here((store, { id, on }) => askToCopy(store, id, on, platform)),
    'links.copyCheckoutLink': here((store, { id }) => copied(checkoutLink(store, id))),
    'links.ids': here(async (store, { between, ...query }) => ok({ ids: await linkIds(store, query, between) })),
    'links.gone': here(async (store, { ids, ...query }) => ok({ ids: await goneFrom(store, query, ids) })),
    'links.beforeReplace': stored(async (store, { ids }) => ok(await beforeReplace(store, ids))),
    'links.replaceMany': stored((store, { ids, ...to }) => replaceLinks(store, ids, to)),
    'links.undoReplaceMany': here((store, { ids }) => undoReplaces(store, ids)),
    'links.beforeDelete': here(async (store, { ids }) => ok(await beforeDelete(store, ids))),
    'links.deleteMany': here((store, { ids }) => store.runExclusive(() => deleteLinks(store, ids))),
    'links.exportCsv': here((store, { ids, ...query }) => exportLinks(store, query, ids, platform.askWhereToSave)),
  };
}

export type SharedLinkHandlers = Pick<Handlers, Shared>;
