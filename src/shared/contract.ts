// Every channel between the window and the main process, and every event: the only place where one is named.
//
// A channel has the schema of its input and of its output. The main process parses the input before a handler runs;
// the answer is a `Result`. From this table come the type of `window.storefront`, the handlers and the checks.
import { z } from 'zod';
import {
  actionDetailSchema,
  actionRowSchema,
  decisionSchema,
  manyDecisionSchema,
  manyQuestionSchema,
} from './action.ts';
import {
  backupHoldsSchema,
  backupPreviewSchema,
  chosenBackupSchema,
  newPassphraseSchema,
  restoreChoicesSchema,
  rollingBackupSchema,
} from './backup.ts';
import { checkoutTemplateSchema, templateNameSchema } from './checkout-template.ts';
import { parseWebAddress } from './checkout-url.ts';
import { MAX_DRAFT } from './draft.ts';
import {
  answerWithSchema,
  deliverySchema,
  inboxPortSchema,
  inboxViewSchema,
  listedDeliverySchema,
  replayAnswerSchema,
  replaySchema,
} from './inbox.ts';
import {
  importChoicesSchema,
  importDraftSchema,
  importRowSchema,
  importViewSchema,
  leftOutSchema,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_ROWS,
  rowKindSchema,
} from './link-import.ts';
import { MOST_AT_ONCE } from './many-links.ts';
import { priceRulesSchema, samePricesSchema } from './new-prices.ts';
import { linkDraftSchema, linkViewSchema, pricesSchema, replaceObstaclesSchema } from './payment-link.ts';
import { practiceViewSchema, troublesSchema } from './practice.ts';
import type { Result } from './problem.ts';
import { existingProductSchema, productFieldsSchema, productStateSchema, productViewSchema } from './product.ts';
import { signInSchema, storeFieldsSchema, storeViewSchema } from './session.ts';
import { settingsSchema } from './settings.ts';
import { ASKED_BY_MENU } from './shortcuts.ts';
import { statusSchema, waitingNowSchema } from './status.ts';
import { noteSchema } from './text.ts';
import { texts } from './texts/rules.ts';
import { tourSchema } from './tour.ts';
import { webhookDraftSchema, webhookTestSchema, webhookViewSchema } from './webhook.ts';

const nothing = z.void();
const passphrase = z.string().max(1_000, texts.fields.tooLong(1_000));
const id = z.string().min(1).max(100);

/**
 * Which part of a list is wanted: rows `offset` to `offset + limit`. `locate`: rows on screen; `located` of the answer says
 * where the first of them that is still listed is now.
 */
const windowOf = {
  offset: z.int().min(0),
  limit: z.int().min(1).max(200),
  locate: z.array(id).max(200).optional(),
};
const search = z.string().max(2_000);
/** The longest text in which addresses are looked for; some 1,000 of them. */
export const MAX_PASTED = 200_000;
/** Records by their ids: a selection, which may be a whole list. */
const ids = z.array(id).max(1_000_000);
const upTo = (most: number) => z.array(id).max(most);

/** An address to share. */
const address = z
  .string()
  .max(200_000)
  .refine((text) => parseWebAddress(text) !== null, texts.fields.noWebAddress);

/**
 * In which order a list stands. `title` is that of the product, also in a list of links. `price`: what a buyer pays by the
 * first price of a link, grouped by its currency. `state` not descending: links that need attention, those that wait, the
 * rest; published products, drafts. Products have no price: by it they stand as by age.
 */
const listOrderSchema = z.object({ by: z.enum(['created', 'title', 'price', 'state']), descending: z.boolean() });
export type ListOrder = z.infer<typeof listOrderSchema>;
const moment = z.int().min(0).nullable();

/** Which payment links a list shows, and in which order; newest first where none is given. */
const linkQuery = {
  search,
  productId: id.nullable(),
  sync: z.enum(['all', 'waiting', 'attention']),
  useOnce: z.boolean().nullable(),
  /** Only those of which the webhook inbox saw a sale. */
  sold: z.boolean().default(false),
  /** Created at `from` or later and before `to`: ms since 1970, null for no bound. */
  created: z.object({ from: moment, to: moment }).nullable().optional(),
  order: listOrderSchema.optional(),
};

/** A page of a list: `total` counts all rows that match. */
const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({
    total: z.int(),
    rows: z.array(row),
    located: z.object({ id: z.string(), index: z.int() }).nullable(),
  });

/** Something the app tells on its own, shown until it is closed: what was set aside at start, what cannot be kept. */
export const noticeSchema = z.object({
  id: z.string(),
  kind: z.enum(['information', 'warning', 'error']),
  title: z.string(),
  message: z.string(),
  /** What the seller can do about it: it stays until one of the two is chosen. */
  offers: z.literal('finish-restore').optional(),
});
export type Notice = z.infer<typeof noticeSchema>;

/** What the window needs to draw its frame. Small, and sent again whole when it changes. */
export const frameSchema = z.object({
  version: z.string(),
  platform: z.string(),
  dataFolder: z.string(),
  stores: z.array(storeViewSchema),
  currentStoreId: z.string().nullable(),
  status: statusSchema.nullable(),
  settings: settingsSchema,
  /** Whether the system's key store keeps sign-ins over a restart. */
  keepsSignIn: z.boolean(),
  notices: z.array(noticeSchema),
  /** Null where it has no place: only the practice store has a tour. */
  tour: tourSchema.nullable(),
});
export type Frame = z.infer<typeof frameSchema>;

/** `saved`: where the new record stands. */
const saved = z.object({ id: z.string() });

export const contract = {
  'frame.get': { input: nothing, output: frameSchema },
  'frame.dismissNotice': { input: z.object({ id }), output: nothing },

  'session.signIn': { input: signInSchema, output: z.object({ storeId: z.string() }) },
  'session.openPracticeStore': { input: nothing, output: z.object({ storeId: z.string() }) },
  /** Removes the tokens. With `forget` also the catalogue and the outbox of that store on this computer. */
  'session.signOut': { input: z.object({ storeId: id, forget: z.boolean() }), output: nothing },

  'stores.switch': { input: z.object({ storeId: id }), output: nothing },
  'stores.update': {
    input: storeFieldsSchema.extend({ storeId: id, undocumentedProductUpdate: z.boolean() }),
    output: nothing,
  },
  /** Opens the page on which the seller sees products and links. `opened` is false while its address is not known. */
  'stores.openPage': { input: nothing, output: z.object({ opened: z.boolean() }) },
  'stores.workOffline': { input: z.object({ storeId: id, on: z.boolean() }), output: nothing },

  'products.list': {
    input: z.object({
      ...windowOf,
      search,
      state: productStateSchema.nullable(),
      order: listOrderSchema.optional(),
    }),
    output: pageOf(productViewSchema),
  },
  'products.get': { input: z.object({ id }), output: productViewSchema.nullable() },
  'products.create': { input: productFieldsSchema, output: saved },
  /** Changes a product that has not left yet; for a rejected one this is "Edit and send again". */
  'products.edit': { input: z.object({ id, fields: productFieldsSchema }), output: nothing },
  'products.setDefaultPrice': { input: z.object({ id, prices: pricesSchema }), output: nothing },
  'products.copyBasicCheckoutLink': { input: z.object({ id }), output: z.object({ url: z.string() }) },
  /** Keeps a private note with a product; empty removes it. Nothing is sent. */
  'products.setNote': { input: z.object({ id, note: noteSchema }), output: nothing },
  'products.addExisting': { input: existingProductSchema, output: saved },

  'links.list': {
    input: z.object({
      ...windowOf,
      ...linkQuery,
    }),
    output: pageOf(linkViewSchema).extend({
      /** False while the links that match are still being counted: there are at least `total`. */
      isExact: z.boolean(),
      /** How many of those that are searched, in the time that is chosen, are behind each filter; null while they are counted. */
      counts: z
        .object({ all: z.int(), waiting: z.int(), attention: z.int(), useOnce: z.int(), sold: z.int() })
        .nullable(),
    }),
  },
  /** The ids of all that match, in the order of the list; with `between` those from one of two links to the other. */
  'links.ids': {
    input: z.object({ ...linkQuery, between: z.tuple([id, id]).nullable() }),
    output: z.object({ ids: z.array(z.string()) }),
  },
  /** Those of `ids` that the list does not show any more. */
  'links.gone': {
    input: z.object({ ...linkQuery, ids }),
    output: z.object({ ids: z.array(z.string()) }),
  },
  'links.get': { input: z.object({ id }), output: linkViewSchema.nullable() },
  'links.create': { input: z.object({ productId: id, draft: linkDraftSchema }), output: saved },
  /** A link that was made elsewhere, by its address; `prices` may be empty where they are not known. Nothing is sent. */
  'links.addExisting': {
    input: linkDraftSchema.extend({
      productId: id,
      paymentLink: z
        .string()
        .trim()
        .min(1, texts.fields.paymentLink.enterAddress)
        .max(4_000, texts.fields.tooLong(4_000)),
      prices: z.union([z.tuple([]), pricesSchema]),
    }),
    output: saved,
  },
  'links.edit': { input: z.object({ id, draft: linkDraftSchema }), output: nothing },
  /** `withdrawn`: it had not left yet, nothing is sent. `queued`: the deletion waits in the outbox. */
  'links.delete': {
    input: z.object({ id }),
    output: z.object({ how: z.enum(['withdrawn', 'queued']), undo: z.array(z.string()) }),
  },
  /** Keeps a private note with a link; empty removes it. Nothing is sent. */
  'links.setNote': { input: z.object({ id, note: noteSchema }), output: nothing },
  /** Makes a new link, and deletes the old one when the new one is on the service. Gives the new link. */
  'links.replace': { input: z.object({ id, draft: linkDraftSchema }), output: saved },
  /** Takes a replacement back whose new link, `id`, has not left. */
  'links.undoReplace': { input: z.object({ id }), output: nothing },
  /** Copies a link's address when it comes; told by `linkReady`. */
  'links.copyWhenReady': { input: z.object({ id, on: z.boolean() }), output: nothing },
  'links.copyCheckoutLink': { input: z.object({ id }), output: z.object({ url: z.string() }) },
  /**
   * One address a line, in the order of the list. `withoutAddress`: how many have none yet. Nothing is copied where none has one.
   * Of those with an address, `leaving` are being deleted or replaced, and `soldOnce` were for a single sale that has come;
   * with some of either, nothing is copied unless `evenWarned`.
   */
  'links.copyCheckoutLinks': {
    input: z.object({ ...linkQuery, ids: upTo(MOST_AT_ONCE.addresses), evenWarned: z.boolean() }),
    output: z.object({ copied: z.int(), withoutAddress: z.int(), leaving: z.int(), soldOnce: z.int() }),
  },
  /** What customising these begins with: how many have an address or none yet, are leaving or sold, and the first that has one. */
  'links.beforeCustomise': {
    input: z.object({ ...linkQuery, ids: upTo(MOST_AT_ONCE.addresses) }),
    output: z.object({
      withAddress: z.int(),
      withoutAddress: z.int(),
      leaving: z.int(),
      soldOnce: z.int(),
      first: linkViewSchema.nullable(),
    }),
  },
  /**
   * Copies the addresses with these fields filled in, or asks where to and writes them as CSV; null when that was called
   * off. `clashing`: left out, because their address has one of the fields already.
   */
  'links.customise': {
    input: z.object({
      ...linkQuery,
      ids: upTo(MOST_AT_ONCE.addresses),
      fields: z.array(z.object({ name: z.string().max(2_000), value: z.string().max(2_000) })).max(100),
      as: z.enum(['copy', 'csv']),
    }),
    output: z
      .object({ done: z.int(), file: z.string().nullable(), withoutAddress: z.int(), clashing: z.int() })
      .nullable(),
  },
  /** Which of these can be replaced, and how many cannot, by reason. `soldOnce`: single-use links that were sold. */
  'links.beforeReplace': {
    input: z.object({ ids: upTo(MOST_AT_ONCE.replacements) }),
    output: z.object({
      toReplace: z.int(),
      left: replaceObstaclesSchema,
      /** Those that can be replaced, by their prices. */
      byPrices: z.array(samePricesSchema),
    }),
  },
  /**
   * Replaces each by a new link with these prices, by the rules. `ids`: the new links, for `links.undoReplaceMany`; `left`:
   * how many stay as they are.
   */
  'links.replaceMany': {
    input: z.object({ ids: upTo(MOST_AT_ONCE.replacements), prices: pricesSchema, rules: priceRulesSchema }),
    output: z.object({ ids: z.array(z.string()), left: z.int() }),
  },
  /** Takes back the replacements whose new links, `ids`, have not left. */
  'links.undoReplaceMany': {
    input: z.object({ ids: upTo(MOST_AT_ONCE.replacements) }),
    output: z.object({ undone: z.int(), sent: z.int() }),
  },
  /** Opens the seller's message with the link, in the e-mail program or as WhatsApp in the browser. */
  'links.send': { input: z.object({ id, by: z.enum(['email', 'whatsapp']) }), output: nothing },
  /** What deleting these would do: what works stops working, what has not left is taken back, the rest cannot be deleted. */
  'links.beforeDelete': {
    input: z.object({ ids }),
    output: z.object({
      toDelete: z.int(),
      toTakeBack: z.int(),
      left: z.int(),
      olderStay: z.int(),
      /** The newest few of those that go. */
      first: z.array(
        linkViewSchema.pick({
          id: true,
          productTitle: true,
          prices: true,
          metadata: true,
          checkoutUrl: true,
          sold: true,
        }),
      ),
    }),
  },
  /** Deletes many at once. `left`: not touched, because they are being deleted already or carry no uuid. */
  'links.deleteMany': {
    input: z.object({ ids }),
    output: z.object({
      queued: z.int(),
      withdrawn: z.int(),
      left: z.int(),
      undo: z.array(z.string()),
      /** The changes that delete the queued ones. */
      deletions: z.array(z.string()),
    }),
  },
  /** Asks where to, and writes a CSV file of what the list shows or of a selection. Null when it was called off. */
  'links.exportCsv': {
    input: z.object({ ...linkQuery, ids: ids.nullable() }),
    output: z.object({ file: z.string(), rows: z.int() }).nullable(),
  },

  /** The code's black modules as the `d` of an SVG path in a square of `size` modules, quiet zone included. */
  'qr.get': { input: z.object({ url: address }), output: z.object({ size: z.int(), path: z.string() }) },
  /** The codes of payment links for a sheet. `tooLong`: left out, because the code would be too fine to print so small. */
  'qr.sheet': {
    input: z.object({ ...linkQuery, ids: upTo(MOST_AT_ONCE.qrCodes) }),
    output: z.object({
      codes: z.array(
        linkViewSchema
          .pick({ id: true, productTitle: true, prices: true, metadata: true })
          .extend({ size: z.int(), path: z.string() }),
      ),
      withoutAddress: z.int(),
      tooLong: z.int(),
      leaving: z.int(),
      soldOnce: z.int(),
    }),
  },
  /** Asks where to, and writes the picture. Null when it was called off. */
  'qr.save': {
    input: z.object({ url: address, title: z.string().max(1_000), as: z.enum(['png', 'svg']) }),
    output: z.object({ file: z.string() }).nullable(),
  },
  'qr.copyPicture': { input: z.object({ url: address }), output: nothing },
  /** Prints what the page's style sheet shows on paper. `printed` is false when it was called off. */
  'window.print': { input: nothing, output: z.object({ printed: z.boolean() }) },

  'templates.list': { input: nothing, output: z.object({ templates: z.array(checkoutTemplateSchema) }) },
  /** `id` null for a new one. */
  'templates.save': { input: checkoutTemplateSchema.extend({ id: id.nullable() }), output: saved },
  'templates.rename': { input: z.object({ id, name: templateNameSchema }), output: nothing },
  'templates.delete': { input: z.object({ id }), output: nothing },

  /** Reads a file (its bytes in base64) or pasted text, in place of what was read before; nothing is made yet. */
  'imports.read': {
    input: z.object({
      name: z.string().max(500),
      bytes: z
        .string()
        .max(Math.ceil(MAX_IMPORT_BYTES / 3) * 4, texts.fields.linkImport.tooLarge)
        .nullable(),
      text: z.string().max(MAX_IMPORT_BYTES, texts.fields.linkImport.tooLarge).nullable(),
    }),
    output: saved,
  },
  'imports.draft': { input: nothing, output: importDraftSchema.nullable() },
  'imports.change': { input: z.object({ id, change: importChoicesSchema.exactPartial() }), output: nothing },
  /** Chooses rows by their place, or leaves them out; null means all. `among` narrows them to one kind. */
  'imports.choose': {
    input: z.object({
      id,
      rows: z.array(z.int().min(0)).max(MAX_IMPORT_ROWS).nullable(),
      among: rowKindSchema.exactOptional(),
      on: z.boolean(),
    }),
    output: nothing,
  },
  'imports.close': { input: z.object({ id }), output: nothing },
  /** Makes the chosen links; `id` of the answer is the import's. It goes on by itself. */
  'imports.create': { input: z.object({ id }), output: saved },
  'imports.cancel': { input: z.object({ id }), output: nothing },
  /** `existing`: also rows of which there are links that were created since the import began; they are left out otherwise. */
  'imports.goOn': { input: z.object({ id, existing: z.boolean().optional() }), output: nothing },
  /** Takes an import from the list. Its links stay. */
  'imports.remove': { input: z.object({ id }), output: nothing },
  'imports.list': { input: nothing, output: z.object({ imports: z.array(importViewSchema) }) },
  'imports.get': { input: z.object({ id }), output: importViewSchema.nullable() },
  /** Rows of an import, or without its id those of the file that was read. */
  'imports.rows': {
    input: z.object({
      ...windowOf,
      importId: id.nullable(),
      filter: z.enum(['all', 'problems', ...leftOutSchema.options]),
    }),
    output: pageOf(importRowSchema),
  },
  /** Asks where to, and writes the rows with errors, of an import or of the file that was read. Null when called off. */
  'imports.saveErrors': {
    input: z.object({ importId: id.nullable() }),
    output: z.object({ file: z.string(), rows: z.int() }).nullable(),
  },
  /** Asks where to, and writes a file to start from. Null when it was called off. */
  'imports.saveTemplate': { input: nothing, output: z.object({ file: z.string() }).nullable() },
  /** Asks where to, and writes every row with what became of it. Null when it was called off. */
  'imports.saveResult': {
    input: z.object({ id }),
    output: z.object({ file: z.string(), rows: z.int(), withoutAddress: z.int() }).nullable(),
  },

  'webhook.get': { input: nothing, output: webhookViewSchema },
  /** `replaced`: an unsent earlier change took the new values. */
  'webhook.save': { input: webhookDraftSchema, output: nothing },
  'webhook.generateKey': { input: nothing, output: z.object({ key: z.string() }) },
  /** The saved key, only when the seller asks to see it. */
  'webhook.revealKey': { input: nothing, output: z.object({ key: z.string() }) },
  'webhook.copySavedKey': { input: nothing, output: nothing },
  'webhook.test': { input: nothing, output: webhookTestSchema },

  'inbox.get': { input: nothing, output: inboxViewSchema },
  /** Listens on 127.0.0.1 from now on, until it is stopped or the app ends. */
  'inbox.start': { input: z.object({ port: inboxPortSchema }), output: nothing },
  'inbox.stop': { input: nothing, output: nothing },
  'inbox.answerWith': { input: z.object({ answerWith: answerWithSchema }), output: nothing },
  'inbox.list': {
    input: z.object({ ...windowOf, search }),
    output: pageOf(listedDeliverySchema),
  },
  'inbox.open': { input: z.object({ id }), output: deliverySchema.nullable() },
  /** Marks an unverified delivery as a sale of the link that it names, or takes that back. */
  'inbox.markSale': { input: z.object({ id, isSale: z.boolean() }), output: nothing },
  /** Copies a command that sends the delivery to the inbox again; the key is left to a variable of the shell. */
  'inbox.copyCurl': { input: z.object({ id }), output: nothing },
  'inbox.replay': { input: replaySchema, output: replayAnswerSchema },
  /** Asks where to, and writes what matches the search, or one delivery. Null when it was called off. */
  'inbox.export': {
    input: z.object({ search, id: id.nullable() }),
    output: z.object({ file: z.string(), deliveries: z.int() }).nullable(),
  },
  'inbox.clear': { input: nothing, output: nothing },

  /** Null while the practice store does not run in this app. */
  'practice.get': { input: nothing, output: practiceViewSchema.nullable() },
  'practice.setTroubles': { input: troublesSchema, output: practiceViewSchema },
  /** Every access token is unknown from now on: the next call is answered 401. */
  'practice.expireTokens': { input: nothing, output: practiceViewSchema },
  'practice.reset': { input: nothing, output: practiceViewSchema },

  /** `restored`: how many are held because they came from a backup. `reasons`: why changes need the seller, and how many each. */
  'sync.list': {
    input: z.object(windowOf),
    output: pageOf(actionRowSchema).extend({
      restored: z.int(),
      reasons: z.array(z.object({ reason: z.string(), label: z.string(), count: z.int() })),
      /** Payment links that may have been created without the app knowing their addresses. */
      linksInDoubt: z.int(),
    }),
  },
  /** The ids of waiting changes in the order of the list: all, those with one reason, or those from one to another. */
  'sync.ids': {
    input: z.object({ reason: z.string().max(100).nullable(), between: z.tuple([id, id]).nullable() }),
    output: z.object({ ids: z.array(z.string()) }),
  },
  /** Of a selection: what is not waiting any more, and to how many changes each decision applies. */
  'sync.selected': {
    input: z.object({ ids }),
    output: z.object({ gone: z.array(z.string()), can: z.record(decisionSchema, z.int()) }),
  },
  /** What a decision about a selection would mean; nothing is changed. */
  'sync.beforeMany': { input: z.object({ ids, decision: decisionSchema }), output: manyQuestionSchema },
  /** `changed`: left as they are, because they are not as the question named them. `undo` as with `sync.discard`. */
  'sync.decideMany': {
    input: manyDecisionSchema,
    output: z.object({ done: z.int(), along: z.int(), changed: z.int(), undo: z.array(z.string()) }),
  },
  'sync.history': { input: z.object({ ...windowOf, search }), output: pageOf(actionRowSchema) },
  /** `next`: the change to go on with when this one is settled; null where no other waits. */
  'sync.get': {
    input: z.object({ id }),
    output: actionDetailSchema.extend({ next: z.string().nullable() }).nullable(),
  },
  'sync.now': { input: nothing, output: waitingNowSchema },
  /** `tried`: how many attempts the seller saw; where there are more by now, the question was about another state. */
  'sync.sendAgain': { input: z.object({ id, tried: z.int().min(0).optional() }), output: nothing },
  /** Sends all changes that are held because they came from a backup. */
  'sync.sendRestored': { input: nothing, output: z.object({ count: z.int() }) },
  /** For a product its id, for a link its address; both are checked. For what may be repeated nothing is typed. */
  'sync.markAsSent': {
    input: z.object({ id, answer: z.string().trim().max(8_000, texts.fields.tooLong(8_000)) }),
    output: nothing,
  },
  /** `undo`: the changes that were discarded, for `sync.undo`; empty where they cannot be brought back. */
  /** Finds the payment links in a text, and the change in doubt that created each. */
  'sync.matchAddresses': {
    input: z.object({ text: z.string().max(MAX_PASTED) }),
    output: z.object({
      addresses: z.array(
        z.object({
          address: z.string(),
          /** Null where several changes are possible, or none. */
          changeId: id.nullable(),
          /** What told the change: price or metadata beside the address, or its product alone. */
          by: z.enum(['metadata', 'price', 'product']).nullable(),
          candidates: z.array(id),
          /** Why no change is possible; null where one is. */
          why: z.string().nullable(),
        }),
      ),
      changes: z.array(z.object({ id, title: z.string() })),
      /** Addresses that the catalog has already. */
      known: z.int(),
      /** Addresses that are no payment links, as they have no uuid. */
      withoutUuid: z.array(z.string()),
    }),
  },
  /** Marks payment links as sent, each with its address. */
  'sync.recordAddresses': {
    input: z.object({ found: z.array(z.object({ id, address })).max(10_000) }),
    output: z.object({ recorded: z.int(), refused: z.array(z.object({ address: z.string(), message: z.string() })) }),
  },
  'sync.discard': {
    input: z.object({ id, withDependents: z.boolean(), tried: z.int().min(0).optional() }),
    output: z.object({ undo: z.array(z.string()) }),
  },
  /** Brings discarded or withdrawn changes of a store back, shown or not; refused where that is not possible any more. */
  'sync.undo': { input: z.object({ storeId: id, ids }), output: nothing },
  'sync.networkReturned': { input: nothing, output: nothing },

  /** Whether the window holds something that is typed and not saved. */
  'leave.unsaved': { input: z.object({ unsaved: z.boolean(), isKept: z.boolean() }), output: nothing },
  /** The seller agreed to leave it: what was about to close closes now. */
  'leave.agreed': { input: nothing, output: nothing },
  /** What is typed in a form, kept through a crash of the window; null when the form is closed. Never a secret. */
  'drafts.keep': {
    input: z.object({ name: z.string().max(200), typed: z.string().max(MAX_DRAFT).nullable() }),
    output: nothing,
  },
  /**
   * What a window that crashed has left behind: the store and name of the form to what was typed; `lost` where it held
   * something unsaved of which no draft is kept.
   */
  'drafts.left': {
    input: nothing,
    output: z.object({ drafts: z.record(z.string(), z.string()), lost: z.boolean() }),
  },

  /** The page listens from now on; `to` is the screen that was asked for before it did. */
  'screens.wanted': { input: nothing, output: z.object({ to: z.string().nullable() }) },

  /** `on` begins from the first step. */
  'tour.set': { input: z.object({ state: z.enum(['on', 'left']) }), output: nothing },

  'settings.update': { input: settingsSchema, output: nothing },
  'clipboard.copy': { input: z.object({ text: z.string().max(200_000) }), output: nothing },
  /** The page put something on the clipboard by itself. */
  'clipboard.pass': { input: nothing, output: nothing },
  'browser.open': { input: z.object({ url: z.url({ protocol: /^https?$/ }) }), output: nothing },
  /** Asks where to, and writes one file of all that is there; `left` are stores that could not be opened. Null when called off. */
  'backup.export': {
    input: z.object({ passphrase: newPassphraseSchema.nullable() }),
    output: z.object({ file: z.string(), holds: backupHoldsSchema, left: z.array(z.string()) }).nullable(),
  },
  /** The backups that the app made by itself, newest first. */
  'backup.rolling': { input: nothing, output: z.array(rollingBackupSchema) },
  /** One that the app made by itself, by its name, or a file that the seller chooses. Null when called off. */
  'backup.choose': { input: z.object({ rolling: id.nullable() }), output: chosenBackupSchema.nullable() },
  /** What restoring it would bring; nothing is touched. */
  'backup.preview': { input: z.object({ id, passphrase: passphrase.nullable() }), output: backupPreviewSchema },
  'backup.restore': { input: restoreChoicesSchema.extend({ id }), output: backupHoldsSchema },
  /** What is left of a restore that was cut short, to be looked at and restored as a backup is; or to be left out. */
  'backup.chooseUnfinished': { input: nothing, output: chosenBackupSchema },
  'backup.dropUnfinished': { input: nothing, output: nothing },
  'backup.letGo': { input: z.object({ id }), output: nothing },

  'folders.openData': { input: nothing, output: nothing },
  'support.openLogs': { input: nothing, output: nothing },
  /** For support: read by the seller first, then copied as it was shown. */
  'support.diagnostics': { input: nothing, output: z.object({ text: z.string() }) },
  'support.copyDiagnostics': { input: nothing, output: nothing },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;

export type Contract = typeof contract;
export type Channel = keyof Contract;
export type Input<C extends Channel> = z.input<Contract[C]['input']>;
export type ParsedInput<C extends Channel> = z.output<Contract[C]['input']>;
export type Output<C extends Channel> = z.output<Contract[C]['output']>;

/** What the main process tells the window without being asked. Bursts are gathered into few events. */
export const events = {
  'frame.changed': frameSchema,
  /** Which records of the current store changed; a screen asks again for what it shows of them. */
  'records.changed': z.object({
    storeId: z.string(),
    products: z.boolean(),
    links: z.boolean(),
    actions: z.boolean(),
    webhook: z.boolean(),
    inbox: z.boolean(),
  }),
  /** A toast, with the change it is about, and the screen that tells more, as in "#/sync". */
  told: z.object({
    kind: z.enum(['success', 'information', 'attention', 'error']),
    message: z.string(),
    actionId: z.string().nullable(),
    to: z.string().nullable(),
  }),
  /** The address of a link has come for which "Copy when ready" was asked. `copied`: it is on the clipboard. */
  linkReady: z.object({ productTitle: z.string(), url: z.string(), copied: z.boolean() }),
  /** The window is about to close while something is not saved; it stays until `leave.agreed`. */
  closing: z.object({}),
  /** The menu, a notification or a link asks for a screen. */
  navigate: z.object({ to: z.string() }),
  /** The menu asks for what one of the shortcuts does. */
  shortcut: z.object({ shortcut: z.enum(ASKED_BY_MENU) }),
} as const satisfies Record<string, z.ZodType>;

export type EventName = keyof typeof events;
export type EventPayload<E extends EventName> = z.output<(typeof events)[E]>;

/** What the preload puts on `window.storefront`, nothing else. */
export interface StorefrontBridge {
  invoke<C extends Channel>(channel: C, input: Input<C>): Promise<Result<Output<C>>>;
  /** Returns the function that ends the subscription. */
  on<E extends EventName>(event: E, listener: (payload: EventPayload<E>) => void): () => void;
}
