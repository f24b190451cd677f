// The handlers of the contract: thin calls into the desk. One entry for each channel, typed by the contract.
import type { Channel, Output, ParsedInput } from '../../shared/contract.ts';
import { ok, type Result } from '../../shared/problem.ts';
import type { AskWhatToOpen, AskWhereToSave, Confirm } from '../csv/save-question.ts';
import { saveErrorRows } from '../import/error-rows.ts';
import { saveImportResult } from '../import/result.ts';
import { saveTemplate } from '../import/template.ts';
import { addExistingLink } from '../links/added-links.ts';
import { askToCopy, type Clipboard } from '../links/copy-when-ready.ts';
import { checkoutLink, createLink, deleteLink, editLink, getLink, listLinks, setLinkNote } from '../links/links.ts';
import { beforeDelete, deleteLinks, exportLinks, goneFrom, linkIds } from '../links/many-links.ts';
import { beforeReplace, replaceLink, replaceLinks, undoReplace, undoReplaces } from '../links/replace-link.ts';
import {
  addExistingProduct,
  basicCheckoutLink,
  createProduct,
  editProduct,
  getProduct,
  listProducts,
  setDefaultPrice,
  setProductNote,
} from '../products/products.ts';
import { beforeCustomise, copyAddresses, customiseLinks, qrSheet } from '../share/many-addresses.ts';
import { qrCode, qrPicture, saveQrCode } from '../share/qr-share.ts';
import { sendLink } from '../share/send-link.ts';
import { confirmedKey, mayGoTo, mayOpen, mayOpenPage } from '../stores/exits.ts';
import type { StoreSession } from '../stores/store-session.ts';
import { beforeMany, changeIds, decideMany, selectedChanges } from '../sync/many-changes.ts';
import { markAsSent, recordAddresses } from '../sync/mark-as-sent.ts';
import { matchAddresses } from '../sync/match-addresses.ts';
import { discard, getAction, listActions, listHistory, sendAgain, syncNow, undo } from '../sync/sync.ts';
import { generateKey, saveWebhook, testWebhook, webhookView } from '../webhook/webhook.ts';
import type { Desk } from './app.ts';

export type Handlers = {
  readonly [C in Channel]: (input: ParsedInput<C>) => Result<Output<C>> | Promise<Result<Output<C>>>;
};

/** The channels of the webhook inbox, the practice store's panel, the window and support have their handlers there. */
export type DeskHandlers = Omit<
  Handlers,
  Extract<
    Channel,
    | `inbox.${string}`
    | `practice.${string}`
    | `leave.${string}`
    | `drafts.${string}`
    | `screens.${string}`
    | `support.${string}`
  >
>;

/** What the handlers need of the computer around them. */
export interface Platform extends Clipboard {
  /** Puts a picture (PNG) on the clipboard. */
  copyPicture(png: Uint8Array<ArrayBuffer>): Promise<void>;
  print(): Promise<Result<{ printed: boolean }>>;
  /** Refuses an address that is not one for a browser. */
  openInBrowser(url: string): Promise<Result<undefined>>;
  /** Pages that this app serves itself. */
  ownPages(): readonly string[];
  /** The practice store's page with products and links; null while it does not run. */
  practicePage(): string | null;
  readonly confirm: Confirm;
  /** Refuses where the system cannot show it. */
  openFolder(path: string): Promise<Result<undefined>>;
  readonly askWhereToSave: AskWhereToSave;
  readonly askWhatToOpen: AskWhatToOpen;
}

export function createHandlers(desk: Desk, around: Platform): DeskHandlers {
  type Act<I, O> = (store: StoreSession, input: I) => Result<O> | Promise<Result<O>>;
  const inStore = <I, O>(found: Result<StoreSession>, act: Act<I, O>, input: I): Result<O> | Promise<Result<O>> => {
    if (!found.ok) return found;
    const store = found.value;
    return desk.during(() => (store.isReady ? act(store, input) : store.ready.then(() => act(store, input))));
  };
  /** Does something with the store that is shown, once its catalog is open. */
  const here =
    <I, O>(act: Act<I, O>) =>
    (input: I) =>
      inStore(desk.current(), act, input);
  /** The same with the store that is named. */
  const there =
    <I extends { readonly storeId: string }, O>(act: Act<I, O>) =>
    (input: I) =>
      inStore(desk.store(input.storeId), act, input);
  /** The same, once what the outbox says of links is stored with them. */
  const stored = <I, O>(act: Act<I, O>) =>
    here<I, O>(async (store, input) => {
      await store.storeSync();
      return act(store, input);
    });
  const copied = async (found: Result<{ url: string }>): Promise<Result<{ url: string }>> => {
    if (found.ok) await around.copy(found.value.url);
    return found;
  };
  return {
    'frame.get': () => ok(desk.frame()),
    'frame.dismissNotice': ({ id }) => ok(desk.dismissNotice(id)),

    'session.signIn': async (input) => {
      const may = await mayGoTo(desk, input, around.confirm);
      return may.ok ? desk.signIn(input) : may;
    },
    'session.openPracticeStore': () => desk.openPracticeStore(),
    'session.signOut': ({ storeId, forget }) => desk.signOut(storeId, forget),

    'stores.switch': ({ storeId }) => desk.switchTo(storeId),
    'stores.update': (input) => desk.updateStore(input),
    'stores.openPage': here(async (store): Promise<Result<{ opened: boolean }>> => {
      const { practice, pageUrl } = store.deps.record();
      const url = practice ? around.practicePage() : pageUrl;
      if (url === null) return ok({ opened: false });
      const may = practice ? ok(undefined) : await mayOpenPage(store, url, around.confirm);
      const opened = may.ok ? await around.openInBrowser(url) : may;
      return opened.ok ? ok({ opened: true }) : opened;
    }),
    'stores.workOffline': ({ storeId, on }) => desk.setWorkOffline(storeId, on),

    'products.list': here(async (store, input) => ok(await listProducts(store, input))),
    'products.get': here((store, { id }) => ok(getProduct(store, id))),
    'products.create': here(createProduct),
    'products.edit': here((store, { id, fields }) => editProduct(store, id, fields)),
    'products.setDefaultPrice': here((store, { id, prices }) =>
      store.runExclusive(() => setDefaultPrice(store, id, prices)),
    ),
    'products.copyBasicCheckoutLink': here((store, { id }) => copied(basicCheckoutLink(store, id))),
    'products.setNote': here((store, { id, note }) => setProductNote(store, id, note)),
    'products.addExisting': here((store, input) => store.runExclusive(() => addExistingProduct(store, input))),

    'links.list': here(async (store, input) => ok(await listLinks(store, input))),
    'links.get': here((store, { id }) => ok(getLink(store, id))),
    'links.create': here((store, { productId, draft }) => createLink(store, productId, draft)),
    'links.addExisting': here((store, input) => store.runExclusive(() => addExistingLink(store, input))),
    'links.edit': here((store, { id, draft }) => editLink(store, id, draft)),
    'links.setNote': here((store, { id, note }) => setLinkNote(store, id, note)),
    'links.delete': here((store, { id }) => store.runExclusive(() => deleteLink(store, id))),
    'links.replace': here((store, { id, draft }) => store.runExclusive(() => replaceLink(store, id, draft))),
    'links.undoReplace': here((store, { id }) => store.runExclusive(() => undoReplace(store, id))),
    'links.copyWhenReady': here((store, { id, on }) => askToCopy(store, id, on, around)),
    'links.copyCheckoutLink': here((store, { id }) => copied(checkoutLink(store, id))),

    'links.ids': here(async (store, { between, ...query }) => ok({ ids: await linkIds(store, query, between) })),
    'links.gone': here(async (store, { ids, ...query }) => ok({ ids: await goneFrom(store, query, ids) })),
    'links.copyCheckoutLinks': here((store, input) => copyAddresses(store, input, around)),
    'links.beforeCustomise': here(async (store, input) => ok(await beforeCustomise(store, input))),
    'links.customise': here((store, input) => customiseLinks(store, input, around, around.askWhereToSave)),
    'links.beforeReplace': stored(async (store, { ids }) => ok(await beforeReplace(store, ids))),
    'links.replaceMany': stored((store, { ids, ...to }) => replaceLinks(store, ids, to)),
    'links.undoReplaceMany': here((store, { ids }) => undoReplaces(store, ids)),
    'links.send': here((store, input) => sendLink(store, input, around.openInBrowser)),
    'links.beforeDelete': here(async (store, { ids }) => ok(await beforeDelete(store, ids))),
    'links.deleteMany': here((store, { ids }) => store.runExclusive(() => deleteLinks(store, ids))),
    'links.exportCsv': here((store, { ids, ...query }) => exportLinks(store, query, ids, around.askWhereToSave)),

    'qr.get': qrCode,
    'qr.sheet': here(async (store, input) => ok(await qrSheet(store, input))),
    'qr.save': (input) => saveQrCode(input, around.askWhereToSave),
    'qr.copyPicture': async ({ url }) => {
      const picture = qrPicture(url);
      return picture.ok ? ok(await around.copyPicture(picture.value)) : picture;
    },
    'window.print': () => around.print(),

    'templates.list': () => ok({ templates: desk.templates.list() }),
    'templates.save': ({ id, name, fields }) => desk.templates.save(id, name, fields),
    'templates.rename': ({ id, name }) => desk.templates.rename(id, name),
    'templates.delete': ({ id }) => desk.templates.delete(id),

    'imports.read': here((store, { name, bytes, text }) =>
      store.imports.read(name, bytes === null ? { text: text ?? '' } : { bytes: Buffer.from(bytes, 'base64') }),
    ),
    'imports.draft': here((store) => ok(store.imports.draft())),
    'imports.change': here((store, { id, change }) => store.imports.change(id, change)),
    'imports.choose': here((store, { id, ...which }) => store.imports.choose(id, which)),
    'imports.close': here((store, { id }) => ok(store.imports.close(id))),
    'imports.create': here((store, { id }) => store.imports.create(id)),
    'imports.cancel': here((store, { id }) => store.imports.cancel(id)),
    'imports.goOn': here((store, { id, existing }) => store.imports.goOn(id, existing)),
    'imports.remove': here((store, { id }) => store.imports.remove(id)),
    'imports.list': stored((store) => ok({ imports: store.imports.list() })),
    'imports.get': stored((store, { id }) => ok(store.imports.get(id))),
    'imports.rows': stored(async (store, { importId, filter, offset, limit, locate }) =>
      ok(await store.imports.page(importId, filter, offset, limit, locate)),
    ),
    'imports.saveErrors': here((store, { importId }) => saveErrorRows(store, importId, around.askWhereToSave)),
    'imports.saveTemplate': here((store) => saveTemplate(store, around.askWhereToSave)),
    'imports.saveResult': here((store, { id }) => saveImportResult(store, id, around.askWhereToSave)),

    'webhook.get': here((store) => ok(webhookView(store))),
    'webhook.save': here((store, draft) => store.runExclusive(() => saveWebhook(store, draft))),
    'webhook.generateKey': () => ok({ key: generateKey() }),
    'webhook.revealKey': here((store) => confirmedKey(store, 'reveal', around.confirm)),
    'webhook.copySavedKey': here(async (store) => {
      const found = await confirmedKey(store, 'copy', around.confirm);
      if (!found.ok) return found;
      return ok(await around.copy(found.value.key));
    }),
    'webhook.test': here((store) => testWebhook(store)),

    'sync.list': here((store, input) => ok(listActions(store, input))),
    'sync.history': here((store, input) => ok(listHistory(store, input))),
    'sync.ids': here((store, { reason, between }) => ok({ ids: changeIds(store, reason, between) })),
    'sync.selected': here((store, { ids }) => ok(selectedChanges(store, ids))),
    'sync.beforeMany': here((store, { ids, decision }) => ok(beforeMany(store, ids, decision))),
    'sync.decideMany': here(decideMany),
    'sync.get': here((store, { id }) => ok(getAction(store, id))),
    'sync.now': here(async (store) => {
      await desk.unlock();
      return ok(syncNow(store));
    }),
    'sync.sendAgain': here((store, { id, tried }) => sendAgain(store, id, tried)),
    'sync.sendRestored': here(async (store) => ok({ count: await store.outbox.sendRestored() })),
    'sync.markAsSent': here((store, { id, answer }) => store.runExclusive(() => markAsSent(store, id, answer))),
    'sync.matchAddresses': here(async (store, { text }) => ok(await matchAddresses(store, text))),
    'sync.recordAddresses': here((store, input) =>
      store.runExclusive(async () => ok(await recordAddresses(store, input))),
    ),
    'sync.discard': here((store, { id, withDependents, tried }) => discard(store, id, withDependents, tried)),
    'sync.undo': there((store, { ids }) => store.runExclusive(() => undo(store, ids))),
    'sync.networkReturned': () => ok(desk.wake()),

    'tour.set': async ({ state }) => ok(await desk.tour.set(state)),

    'settings.update': (input) => desk.updateSettings(input),
    'clipboard.copy': async ({ text }) => ok(await around.copy(text)),
    'clipboard.pass': () => ok(around.pass()),
    'browser.open': here(async (store, { url }) => {
      const may = await mayOpen(store, url, around.ownPages(), around.confirm);
      return may.ok ? around.openInBrowser(url) : may;
    }),
    'backup.export': ({ passphrase }) => desk.backups.export(passphrase, around.askWhereToSave),
    'backup.choose': ({ rolling }) =>
      rolling === null ? desk.backups.choose(around.askWhatToOpen) : desk.backups.chooseRolling(rolling),
    'backup.rolling': async () => ok(await desk.backups.rolling.list()),
    'backup.preview': ({ id, passphrase }) => desk.backups.preview(id, passphrase),
    'backup.restore': ({ id, ...choices }) => desk.backups.restore(id, choices),
    'backup.chooseUnfinished': () => desk.backups.chooseUnfinished(),
    'backup.dropUnfinished': () => desk.backups.dropUnfinished(),
    'backup.letGo': ({ id }) => ok(desk.backups.letGo(id)),

    'folders.openData': () => around.openFolder(desk.dataFolder),
  };
}
