// Channels of waiting changes and the history.
import { z } from 'zod';
import {
  changeDetailSchema,
  changeRowSchema,
  decisionSchema,
  heldSchema,
  manyDecisionSchema,
  manyQuestionSchema,
} from '../change.ts';
import { texts } from '../texts/main.ts';
import { address, id, ids, MAX_PASTED, nothing, pageOf, search, windowOf } from './parts.ts';

export const syncChannels = {
  /** A page of those that match the search. `held`: changes of a backup. */
  'sync.list': {
    input: z.object({ ...windowOf, search: search.optional() }),
    output: pageOf(changeRowSchema).extend({
      held: heldSchema.nullable(),
      /** Payment links that may have been created without the app knowing their addresses. */
      linksInDoubt: z.int(),
    }),
  },
  /** The ids of waiting changes in the order of the list: all that match the search, or those from one to another. */
  'sync.ids': {
    input: z.object({ between: z.tuple([id, id]).nullable(), search: search.optional() }),
    output: z.object({ ids: z.array(z.string()) }),
  },
  /** Of a selection: what no longer waits or does not match the search, and to how many changes each decision applies. */
  'sync.selected': {
    input: z.object({ ids, search: search.optional() }),
    output: z.object({ gone: z.array(z.string()), can: z.record(decisionSchema, z.int()) }),
  },
  /** What a decision about a selection would mean; nothing is changed. */
  'sync.beforeMany': { input: z.object({ ids, decision: decisionSchema }), output: manyQuestionSchema },
  /** `changed`: skipped, because they changed after the question. `undo` as with `sync.discard`. */
  'sync.decideMany': {
    input: manyDecisionSchema,
    output: z.object({ done: z.int(), along: z.int(), changed: z.int(), undo: z.array(z.string()) }),
  },
  'sync.history': { input: z.object({ ...windowOf, search }), output: pageOf(changeRowSchema) },
  'sync.get': { input: z.object({ id }), output: changeDetailSchema.nullable() },
  /** Tries everything again that can be sent. `open`: how many changes had not reached the service. */
  'sync.now': { input: nothing, output: z.object({ open: z.int() }) },
  /** `tried`: how many attempts the seller saw; where there are more by now, the question was about another state. */
  'sync.sendAgain': { input: z.object({ id, tried: z.int().min(0).optional() }), output: nothing },
  /** Sends all changes that are held because they came from a backup. */
  'sync.sendHeld': { input: nothing, output: z.object({ count: z.int() }) },
  'sync.discardHeld': { input: nothing, output: nothing },
  /** For a product its id, for a link its address; both are checked. Repeatable changes need no input. */
  'sync.markAsSent': {
    input: z.object({
      id,
      answer: z
        .string()
        .trim()
        .max(8_000, { error: () => texts.fields.tooLong({ most: 8_000 }) }),
    }),
    output: nothing,
  },
  /** Finds the payment links in a text, and the change in doubt that created each. */
  'sync.matchAddresses': {
    input: z.object({ text: z.string().max(MAX_PASTED) }),
    output: z.object({
      addresses: z.array(
        z.object({
          address: z.string(),
          /** The rest of its line. */
          beside: z.string(),
          /** Null where several changes are possible, or none. */
          changeId: id.nullable(),
          /** What identified the change: metadata beside the address, or its product alone. */
          by: z.enum(['metadata', 'product']).nullable(),
          candidates: z.array(id),
          /** Why no change is possible; null if one is. */
          why: z.string().nullable(),
        }),
      ),
      changes: z.array(z.object({ id, title: z.string() })),
      /** Addresses that the catalog has already. */
      known: z.int(),
    }),
  },
  /** Marks payment links as sent, each with its address. */
  'sync.recordAddresses': {
    input: z.object({ found: z.array(z.object({ id, address })).max(10_000) }),
    output: z.object({ recorded: z.int(), refused: z.array(z.object({ address: z.string(), message: z.string() })) }),
  },
  /** `undo`: the changes that were discarded, for `sync.undo`; empty if they cannot be restored. */
  'sync.discard': {
    input: z.object({ id, withDependents: z.boolean(), tried: z.int().min(0).optional() }),
    output: z.object({ undo: z.array(z.string()) }),
  },
  /** Restores discarded or withdrawn changes of a store, shown or not; refused if that is no longer possible. */
  'sync.undo': { input: z.object({ storeId: id, ids }), output: nothing },
  'sync.networkReturned': { input: nothing, output: nothing },
} as const;
