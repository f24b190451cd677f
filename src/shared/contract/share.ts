// Channels of QR codes and templates for customised addresses.
import { z } from 'zod';
import { checkoutTemplateSchema } from '../checkout-template.ts';
import { messageSchema } from '../message.ts';
import { linkViewSchema, MOST_AT_ONCE } from '../payment-link.ts';
import { address, id, listOrderSchema, nothing, saved, upTo } from './parts.ts';

const checkoutFields = z.array(z.object({ name: z.string().max(2_000), value: z.string().max(2_000) })).max(100);

/** Selected links, and the order of their list. */
const selection = (most: number) => z.object({ ids: upTo(most), order: listOrderSchema.optional() });

export const shareChannels = {
  'links.copyCheckoutLink': { input: z.object({ id }), output: z.object({ url: z.string() }) },
  /**
   * Before many links are shared: how many have an address, and the first of them; how many have none yet, are being deleted
   * or replaced (`leaving`), or are single-use links that have sold (`soldOnce`).
   */
  'share.before': {
    input: selection(MOST_AT_ONCE.addresses),
    output: z.object({
      withAddress: z.int(),
      withoutAddress: z.int(),
      leaving: z.int(),
      soldOnce: z.int(),
      first: linkViewSchema.nullable(),
    }),
  },
  /**
   * Copies one address a line, in list order and with these fields filled in, or asks for a path and writes them as CSV; null
   * when cancelled. `clashing`: skipped, because the address already has one of the fields.
   */
  'share.many': {
    input: selection(MOST_AT_ONCE.addresses).extend({ fields: checkoutFields, as: z.enum(['copy', 'csv']) }),
    output: z
      .object({ done: z.int(), file: z.string().nullable(), withoutAddress: z.int(), clashing: z.int() })
      .nullable(),
  },
  /** Opens the seller's message with the link in the e-mail program, or in WhatsApp in the browser. */
  'share.send': {
    input: z.object({ id, by: z.enum(['email', 'whatsapp']), fields: checkoutFields, message: messageSchema }),
    output: nothing,
  },

  /** The code's black modules as the `d` of an SVG path, in a square of `size` modules that includes the quiet zone. */
  'qr.get': { input: z.object({ url: address }), output: z.object({ size: z.int(), path: z.string() }) },
  /** The codes of payment links for a sheet. `tooLong`: skipped, because the code would be too fine to print that small. */
  'qr.sheet': {
    input: selection(MOST_AT_ONCE.qrCodes),
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
  /** Null when the seller cancels. */
  'qr.save': {
    input: z.object({ url: address, title: z.string().max(1_000) }),
    output: z.object({ file: z.string() }).nullable(),
  },
  'qr.copyPicture': { input: z.object({ url: address }), output: nothing },

  /** `printed`: false when the seller cancels. */
  'window.print': { input: nothing, output: z.object({ printed: z.boolean() }) },
  /** Restarts the app, for a key store that was locked at its start. */
  'window.restart': { input: nothing, output: nothing },

  'templates.list': { input: nothing, output: z.object({ templates: z.array(checkoutTemplateSchema) }) },
  /** `id` is null for a new template. */
  'templates.save': { input: checkoutTemplateSchema.extend({ id: id.nullable() }), output: saved },
  'templates.delete': { input: z.object({ id }), output: nothing },
} as const;
