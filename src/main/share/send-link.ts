// Opens the seller's message with a checkout link, in the e-mail program or in WhatsApp.
import { EMAIL, NAME, PHONE_NUMBER, withCheckoutFields } from '../../shared/checkout-url.ts';
import type { ParsedInput } from '../../shared/contract.ts';
import { filledMessage, mailAddress, whatsAppAddress } from '../../shared/message.ts';
import { type Result, refuse } from '../../shared/problem.ts';
import { localeInUse } from '../../shared/texts/catalog.ts';
import { texts } from '../../shared/texts/main.ts';
import type { StoreContext } from '../store-context.ts';
import { paidPrices, titleOfProduct } from '../sync/change-title.ts';

/** Joins prices: "$10.00 or €9.00". */
const either = (prices: readonly string[]): string =>
  new Intl.ListFormat(localeInUse(), { type: 'disjunction' }).format(prices);

type Open = (address: string) => Promise<Result<undefined>>;

/** The main process composes the text, so that the page cannot send any other. The recipient is one of the customer's fields. */
export async function sendLink(
  store: StoreContext,
  { id, by, fields, message }: ParsedInput<'links.send'>,
  open: Open,
): Promise<Result<undefined>> {
  const link = store.catalog.links.active(id);
  if (!link) return refuse('not-found', texts.linkWork.gone);
  if (link.paymentLink === null) return refuse('conflict', texts.share.noAddressToSend);
  const { currencies } = store.deps.settings();
  const product = titleOfProduct(store, link.productId);
  const price = either(paidPrices(link.prices, currencies)) || texts.share.priceUnknown;
  const typed = (name: string) => fields.find((field) => field.name === name)?.value ?? '';
  const text = filledMessage(message, {
    product,
    price,
    link: withCheckoutFields(link.paymentLink, fields),
    name: typed(NAME),
    order: link.metadata[0]?.value ?? '',
  });
  return open(by === 'email' ? mailAddress(typed(EMAIL), product, text) : whatsAppAddress(typed(PHONE_NUMBER), text));
}
