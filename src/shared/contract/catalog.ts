// Channels of products and payment links.
import { z } from 'zod';
import { priceChangeSchema, samePricesSchema } from '../new-prices.ts';
import {
  linkDraftSchema,
  linkViewSchema,
  MOST_AT_ONCE,
  pricesSchema,
  replaceObstaclesSchema,
} from '../payment-link.ts';
import { existingProductSchema, privateProductSchema, productFieldsSchema, productViewSchema } from '../product.ts';
import { noteSchema, textUpTo } from '../text.ts';
import { texts } from '../texts/main.ts';
import { id, ids, linkQuery, listOrderSchema, nothing, pageOf, saved, search, upTo, windowOf } from './parts.ts';

export const catalogChannels = {
  'products.list': {
    input: z.object({
      ...windowOf,
      search,
      /** Null for all. */
      isHidden: z.boolean().nullable(),
      order: listOrderSchema.optional(),
    }),
    output: pageOf(productViewSchema),
  },
  'products.get': { input: z.object({ id }), output: productViewSchema.nullable() },
  'products.create': { input: productFieldsSchema, output: saved },
  /** Edits an unsent product; for a rejected one this is "Edit and send again". */
  'products.edit': { input: z.object({ id, fields: productFieldsSchema }), output: nothing },
  'products.setDefaultPrice': { input: z.object({ id, prices: pricesSchema }), output: nothing },
  'products.copyBasicCheckoutLink': { input: z.object({ id }), output: z.object({ url: z.string() }) },
  'products.setPrivate': { input: z.object({ id, values: privateProductSchema.partial() }), output: nothing },
  'products.addExisting': { input: existingProductSchema, output: saved },
  /** Removes a product that another computer was to create, and withdraws this computer's links that wait for it. */
  'products.remove': { input: z.object({ id }), output: nothing },

  'links.list': {
    input: z.object({ ...windowOf, ...linkQuery }),
    output: z.object({ rows: z.array(linkViewSchema) }),
  },
  /** Separate from the page, so that rows need not wait for the count. */
  'links.count': {
    input: z.object(linkQuery),
    output: z.object({
      total: z.int(),
      /** For each filter, how many links of the search and period it would show. */
      counts: z.object({ all: z.int(), waiting: z.int(), attention: z.int(), useOnce: z.int(), sold: z.int() }),
    }),
  },
  /** The ids of all matching links in list order. */
  'links.ids': {
    input: z.object(linkQuery),
    output: z.object({ ids: z.array(z.string()) }),
  },
  /** Which of `ids` the list no longer shows. */
  'links.gone': { input: z.object({ ...linkQuery, ids }), output: z.object({ ids: z.array(z.string()) }) },
  'links.get': { input: z.object({ id }), output: linkViewSchema.nullable() },
  'links.create': { input: z.object({ productId: id, draft: linkDraftSchema }), output: saved },
  /** Adds a link that was created elsewhere. `prices` may be empty. Sends nothing. */
  'links.addExisting': {
    input: linkDraftSchema.extend({
      productId: id,
      paymentLink: textUpTo(4_000).min(1, { error: () => texts.fields.paymentLink.enterAddress }),
      prices: z.union([z.tuple([]), pricesSchema]),
    }),
    output: saved,
  },
  'links.edit': { input: z.object({ id, draft: linkDraftSchema }), output: nothing },
  /**
   * Deletes links after the undo period, or at once if another computer was to create them. Refuses a single link that cannot
   * be deleted. `deletion`: the batch, for `links.keepMany`; null if nothing can be undone. `left`: skipped, because they are
   * already being deleted or have no uuid.
   */
  'links.delete': {
    input: z.object({ ids }),
    output: z.object({ deletion: id.nullable(), deleted: z.int(), left: z.int() }),
  },
  /**
   * "Keep this link": cancels its deletion in the store `storeId`. `uncertain`: why the service may delete it anyway.
   * `newStays`: the link that was to replace it stays too.
   */
  'links.keep': {
    input: z.object({ storeId: id, id }),
    output: z.object({ uncertain: z.string().nullable(), newStays: z.boolean() }),
  },
  /** Undoes a whole batch deletion of a store, or refuses. `kept`: how many links. */
  'links.keepMany': { input: z.object({ storeId: id, deletion: id }), output: z.object({ kept: z.int() }) },
  /** Stores a private note; empty removes it. */
  'links.setNote': { input: z.object({ id, note: noteSchema }), output: nothing },
  /** Creates a new link, and deletes the old one once the service has confirmed the new one. Returns the new link's id. */
  'links.replace': { input: z.object({ id, draft: linkDraftSchema }), output: saved },
  /** Copies a link's address as soon as it arrives, and emits `linkReady`. */
  'links.copyWhenReady': { input: z.object({ id, on: z.boolean() }), output: nothing },
  /** How many of these can be replaced, and how many cannot, by reason. */
  'links.beforeReplace': {
    input: z.object({ ids: upTo(MOST_AT_ONCE.replacements) }),
    output: z.object({
      toReplace: z.int(),
      left: replaceObstaclesSchema,
      /** The links that can be replaced, grouped by their prices. */
      byPrices: z.array(samePricesSchema),
    }),
  },
  /** Replaces each link by a new one with other prices. `ids`: the new links, for `links.undoReplaceMany`. `left`: skipped. */
  'links.replaceMany': {
    input: z.object({ ids: upTo(MOST_AT_ONCE.replacements), changes: z.array(priceChangeSchema) }),
    output: z.object({ ids: z.array(z.string()), left: z.int() }),
  },
  /**
   * Undoes the replacements of a store whose old links are not being deleted yet; `ids` are the new links. `deleted`: new links
   * that were already sent, and are deleted now. `late`: replacements that stay.
   */
  'links.undoReplaceMany': {
    input: z.object({ storeId: id, ids: upTo(MOST_AT_ONCE.replacements) }),
    output: z.object({ undone: z.int(), deleted: z.int(), late: z.int() }),
  },
  /** The effect of deleting these links: `addresses` stop working; `left` cannot be deleted. */
  'links.beforeDelete': {
    input: z.object({ ids }),
    output: z.object({ links: z.int(), addresses: z.int(), left: z.int() }),
  },
  'links.setBatchPaused': { input: z.object({ id, isPaused: z.boolean() }), output: nothing },
  /** Withdraws the unsent changes of a batch, and returns their number. */
  'links.cancelBatch': { input: z.object({ id }), output: z.object({ count: z.int() }) },
  /** Exports the list or a selection as CSV. Null when the seller cancels. */
  'links.exportCsv': {
    input: z.object({ ...linkQuery, ids: ids.nullable() }),
    output: z.object({ file: z.string(), rows: z.int() }).nullable(),
  },
} as const;
