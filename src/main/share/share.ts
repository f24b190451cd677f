// Shares payment links: sends one to a customer, and copies, customises and prints the addresses of many.
import { setImmediate } from 'node:timers/promises';
import {
  type CheckoutField,
  checkoutFieldErrors,
  EMAIL,
  filledFrom,
  NAME,
  PHONE_NUMBER,
  withCheckoutFields,
} from '../../shared/checkout-url.ts';
import type { Output, ParsedInput } from '../../shared/contract.ts';
import { filledMessage, mailAddress, whatsAppAddress } from '../../shared/message.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { plainText } from '../../shared/text.ts';
import { localeInUse } from '../../shared/texts/catalog.ts';
import { texts } from '../../shared/texts/main.ts';
import type { LinkRecord } from '../catalog/records.ts';
import { saveTable } from '../csv/save-file.ts';
import { isLeaving, linkView } from '../links/links.ts';
import { datedName, linkTable } from '../links/many-links.ts';
import type { Platform } from '../platform.ts';
import type { StoreContext } from '../store-context.ts';
import { paidPrices, titleOfProduct } from '../sync/change-title.ts';
import { modulesOf, qrPath } from './qr-code.ts';

/** A code on a sheet is 40 mm wide. If it has more modules, each is narrower than 0.32 mm, and phones fail to read it. */
const MAX_MODULES = 125;
/** This many codes are computed before yielding to the event loop. */
const CODES_AT_A_TIME = 2;

/** Links that the seller has selected in a list. */
type Selected = ParsedInput<'share.before'>;

/** How many links were skipped, and how many of the others buyers can no longer pay with, or not for long. */
const noCounts = () => ({ withoutAddress: 0, clashing: 0, leaving: 0, soldOnce: 0 });

/** The links that have an address, with these fields added to it. Skips links that already have one of the fields. */
async function* customised(
  store: StoreContext,
  { ids, order }: Selected,
  typed: readonly CheckoutField[],
  counts: ReturnType<typeof noCounts>,
) {
  // A table is read twice, so the counts start again.
  Object.assign(counts, noCounts());
  for await (const links of store.catalog.links.chosen(ids, order)) {
    yield links.flatMap((link) => {
      const { id, paymentLink, useOnce } = link;
      const fields = filledFrom(typed, link.metadata);
      if (paymentLink === null) counts.withoutAddress += 1;
      else if (checkoutFieldErrors(paymentLink, fields).some((error) => error !== null)) counts.clashing += 1;
      else {
        if (isLeaving(store, id)) counts.leaving += 1;
        else if (useOnce && store.catalog.links.sold(id) !== null) counts.soldOnce += 1;
        return { ...link, paymentLink: withCheckoutFields(paymentLink, fields) };
      }
      return [];
    });
  }
}

export async function beforeShare(store: StoreContext, links: Selected): Promise<Output<'share.before'>> {
  let first: LinkRecord | undefined;
  let withAddress = 0;
  const counts = noCounts();
  for await (const ready of customised(store, links, [], counts)) {
    first ??= ready[0];
    withAddress += ready.length;
  }
  return { withAddress, ...counts, first: first ? linkView(store, first) : null };
}

/** Copies the addresses, or writes the same table as the export with them. */
export async function shareMany(
  store: StoreContext,
  { fields, as, ...links }: ParsedInput<'share.many'>,
  platform: Pick<Platform, 'copy' | 'askWhereToSave'>,
): Promise<Result<Output<'share.many'>>> {
  const counts = noCounts();
  const ready = () => customised(store, links, fields, counts);
  if (as === 'csv') {
    const file = { title: texts.linkWork.customised, name: datedName(store, 'customised-links') };
    const saved = await saveTable(file, linkTable(store, ready), platform.askWhereToSave);
    if (!saved.ok) return saved;
    return ok(saved.value && { done: saved.value.rows, file: saved.value.file, ...counts });
  }
  const urls: string[] = [];
  for await (const some of ready()) urls.push(...some.map(({ paymentLink }) => paymentLink));
  if (urls.length > 0) await platform.copy(urls.join('\n'));
  return ok({ done: urls.length, file: null, ...counts });
}

export async function qrSheet(store: StoreContext, links: Selected): Promise<Output<'qr.sheet'>> {
  const codes: Output<'qr.sheet'>['codes'] = [];
  let tooLong = 0;
  const counts = noCounts();
  for await (const some of customised(store, links, [], counts)) {
    for (const { id, productId, prices, metadata, paymentLink } of some) {
      const modules = modulesOf({ url: paymentLink });
      if (modules.ok && modules.value.length <= MAX_MODULES) {
        const facts = { id, productTitle: titleOfProduct(store, productId), prices: [...prices], metadata };
        codes.push({ ...facts, size: modules.value.length, path: qrPath(modules.value) });
      } else tooLong += 1;
      if (codes.length % CODES_AT_A_TIME === 0) await setImmediate();
    }
  }
  return { codes, tooLong, ...counts };
}

/** The main process composes the text, so that the page cannot send any other. The recipient is one of the customer's fields. */
export async function sendLink(
  store: StoreContext,
  { id, by, fields, message }: ParsedInput<'share.send'>,
  open: Platform['openInBrowser'],
): Promise<Result<undefined>> {
  const link = store.catalog.links.active(id);
  if (!link) return refuse('not-found', texts.linkWork.gone);
  if (link.paymentLink === null) return refuse('conflict', texts.share.noAddressToSend);
  const typed = (name: string) => fields.find((field) => field.name === name)?.value ?? '';
  if (by === 'whatsapp' && /^\D*0[^0]/.test(plainText(typed(PHONE_NUMBER))))
    return refuse('invalid', texts.share.countryCode);
  const { currencies } = store.deps.settings();
  const product = titleOfProduct(store, link.productId);
  // "$10.00 or €9.00"
  const either = new Intl.ListFormat(localeInUse(), { type: 'disjunction' });
  const price = either.format(paidPrices(link.prices, currencies)) || texts.share.priceUnknown;
  const text = filledMessage(message, {
    product,
    price,
    link: withCheckoutFields(link.paymentLink, fields),
    name: typed(NAME),
    order: link.metadata[0]?.value ?? '',
  });
  return open(by === 'email' ? mailAddress(typed(EMAIL), product, text) : whatsAppAddress(typed(PHONE_NUMBER), text));
}
