// "Add existing link": adds a payment link that was not created with this app, because the service cannot list links.
import { checkoutAddressOf } from '../../shared/checkout-url.ts';
import type { ParsedInput } from '../../shared/contract.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import type { LinkRecord } from '../catalog/records.ts';
import type { StoreContext } from '../store-context.ts';
import { addressProblem } from '../sync/link-address.ts';

const t = texts.catalog.existingLink;

type Input = ParsedInput<'links.addExisting'>;

const wrong = (field: keyof Input, message: string) => refuse('invalid', message, { [field]: message });

/** Sends nothing. Also sets the checkout address of the product if it is unknown. */
export async function addExistingLink(store: StoreContext, input: Input): Promise<Result<{ id: string }>> {
  const { productId, paymentLink, prices, useOnce, metadata } = input;
  const product = store.catalog.products.active(productId);
  if (!product) return wrong('productId', t.chooseProduct);
  if (product.serverId === null) return wrong('productId', t.productNotSent);
  const problem = addressProblem(store, product, paymentLink);
  if (problem !== null) return wrong('paymentLink', problem);
  const address = checkoutAddressOf(paymentLink);
  if (!address) return wrong('paymentLink', t.enterLink);
  const link: LinkRecord = {
    ...store.catalog.newRecord(),
    productId,
    prices: [...prices] as LinkRecord['prices'],
    useOnce,
    metadata,
    origin: 'added',
    paymentLink,
    answer: null,
  };
  store.catalog.addLink(link);
  store.deps.onCheckoutAddress(address.checkoutUrl, address.sellerSlug);
  store.deps.onChange();
  return ok({ id: link.id });
}
