// "Send by e-mail" and "Send by WhatsApp": opens the seller's message with a checkout link; the seller chooses the recipient.

import type { ParsedInput } from '../../shared/contract.ts';
import { filledMessage, mailAddress, whatsAppAddress } from '../../shared/message.ts';
import { type Result, refuse } from '../../shared/problem.ts';
import { localeInUse } from '../../shared/texts/catalog.ts';
import { texts } from '../../shared/texts/main.ts';
import type { StoreContext } from '../store-context.ts';
import { paidPrices } from '../sync/action-title.ts';
import { titleOfProduct } from '../sync/views.ts';

/** "$10.00 or €9.00". */
const either = (prices: readonly string[]): string =>
  new Intl.ListFormat(localeInUse(), { type: 'disjunction' }).format(prices);

type Open = (address: string) => Promise<Result<undefined>>;

/** Composed in the main process, so that the page cannot open any other text. */
export async function sendLink(
  store: StoreContext,
  { id, by }: ParsedInput<'links.send'>,
  open: Open,
): Promise<Result<undefined>> {
  const link = store.catalog.links.active(id);
  if (!link) return refuse('not-found', texts.linkWork.gone);
  if (link.paymentLink === null) return refuse('conflict', texts.share.noAddressToSend);
  const { message, currencies } = store.deps.settings();
  const product = titleOfProduct(store, link.productId);
  const price = either(paidPrices(link.prices, currencies)) || texts.share.priceUnknown;
  const text = filledMessage(message, { product, price, link: link.paymentLink });
  return open(by === 'email' ? mailAddress(product, text) : whatsAppAddress(text));
}
