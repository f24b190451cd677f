// "Add existing link": adds a payment link that was created elsewhere, because the service cannot list any.
import { type CheckoutAddress, checkoutAddressOf, readTypedLink, uuidKey } from '../../shared/checkout-url.ts';
import type { ParsedInput } from '../../shared/contract.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { enumerated } from '../../shared/sentences.ts';
import { texts } from '../../shared/texts/main.ts';
import type { LinkRecord, ProductRecord } from '../catalog/records.ts';
import type { StoreContext } from '../store-context.ts';
import { formatPrices } from '../sync/change-title.ts';
import { hostMismatch, productWithAddress } from '../sync/link-address.ts';
import { titleOfProduct } from '../sync/views.ts';

const t = texts.catalog.existingLink;

type Input = ParsedInput<'links.addExisting'>;

const wrong = (field: keyof Input, message: string) => refuse('invalid', message, { [field]: message });

/** Nothing is sent. Also sets the checkout address of its product where that was unknown. */
export async function addExistingLink(store: StoreContext, input: Input): Promise<Result<{ id: string }>> {
  const { productId, paymentLink, prices, useOnce, metadata } = input;
  const product = store.catalog.products.active(productId);
  if (!product) return wrong('productId', t.chooseProduct);
  if (product.serverId === null) return wrong('productId', t.productNotSent);
  const read = readTypedLink(paymentLink);
  if (!read.ok) return wrong('paymentLink', read.message);
  const address = checkoutAddressOf(paymentLink);
  if (!address) return wrong('paymentLink', t.enterLink);
  const foreign = hostMismatch(store, product, paymentLink);
  if (foreign !== null) return wrong('paymentLink', foreign);
  const [taken] = store.catalog.links.withKeys([uuidKey(read.uuid)]);
  if (taken) return wrong('paymentLink', describeTakenLink(store, taken));
  const owner = productWithAddress(store, address);
  const belongsElsewhere = owner ? owner.id !== productId : product.checkout !== null && !isOf(product, address);
  if (belongsElsewhere) {
    return wrong('paymentLink', owner ? t.belongsTo({ product: owner.fields.productTitle }) : t.belongsToAnother);
  }
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

function describeTakenLink(store: StoreContext, { productId, prices, metadata, deletedAt }: LinkRecord): string {
  if (deletedAt !== null) return t.deleted;
  const facts = [
    ...(prices.length > 0 ? [formatPrices(prices, store.deps.settings().currencies)] : []),
    ...metadata.slice(0, 2).map(({ key, value }) => `${key} ${value}`),
  ];
  const product = titleOfProduct(store, productId);
  return facts.length > 0 ? t.knownWith({ product, facts: enumerated(facts) }) : t.known({ product });
}

const isOf = ({ checkout }: ProductRecord, address: CheckoutAddress): boolean =>
  checkout?.sellerSlug === address.sellerSlug && checkout.productNumber === address.productNumber;
