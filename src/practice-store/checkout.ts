// The hosted checkout pages: what a payment link or a basic checkout address shows, and the "Buy" button (section 1).
import { type Context, Hono } from 'hono';
import { csrf } from 'hono/csrf';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { type CheckoutField, checkoutPage, FIELD_PREFIX, noticePage, type Page, pageHeaders } from './checkout-page.ts';
import { deliverSale, deliveryText, saleEvent } from './events.ts';
import { SELLER_SLUG, type Store, type StoreEnv } from './store.ts';

/** Builds the routes under `/checkout`. */
export function createCheckout(store: Store): Hono<StoreEnv> {
  const checkout = new Hono<StoreEnv>();
  checkout.use(pageHeaders());

  checkout.get('/:slug/:number', (c) => {
    const offer = findOffer(store, c.req.param('slug'), c.req.param('number'), c.req.query('uuid'));
    if ('status' in offer) return show(c, noticePage(offer.title, offer.text), offer.status);
    const fields = [...new URL(c.req.url).searchParams]
      .filter(([name]) => name !== 'uuid')
      .map(([name, value]): CheckoutField => ({ name, value }));
    return show(c, checkoutPage(offer.product, offer.prices, offer.link, fields));
  });

  // Practice only: the document shows neither how a sale happens nor the fields of its event (section 6.5 and 6.6).
  checkout.post('/:slug/:number', csrf(), async (c) => {
    const offer = findOffer(store, c.req.param('slug'), c.req.param('number'), c.req.query('uuid'));
    if ('status' in offer) return show(c, noticePage(offer.title, offer.text), offer.status);
    const form = new URLSearchParams(new TextDecoder().decode(c.var.rawBody));
    const price = offer.prices.find(({ currency_id }) => String(currency_id) === form.get('currency_id'));
    if (!price) return show(c, noticePage('Nothing was bought', 'This price is not on offer.'), 422);
    const fields = [...form]
      .filter(([name]) => name.startsWith(FIELD_PREFIX))
      .map(([name, value]): [string, string] => [name.slice(FIELD_PREFIX.length), value]);

    const { product, link } = offer;
    const sale = store.records.addSale({ product_id: product.id, price, fields }, link);
    // Stored, so that every later delivery has the same bytes.
    sale.event_body = saleEvent(store, sale, product, link);
    // Saved before its event is sent: an event whose sale was lost could not be delivered again.
    await store.records.save();
    await deliverSale(store, sale);
    return show(c, noticePage('Thank you', `You bought "${product.product_title}". ${deliveryText(sale)}.`));
  });

  return checkout;
}

/** Returns what an address sells, or why it sells nothing. */
function findOffer(store: Store, slug: string, productNumber: string, uuid: string | undefined) {
  const product =
    slug === SELLER_SLUG ? store.records.products.find((one) => one.product_number === productNumber) : undefined;
  if (!product) return none(404, 'No such page', 'There is no product at this address.');
  if (product.state === 'draft') return none(404, 'Not for sale yet', 'The seller has not published this product yet.');
  if (uuid === undefined) return { product, link: undefined, prices: product.prices };
  const link = store.records.paymentLink(product.id, uuid);
  if (!link) return none(404, 'This link no longer works', 'Ask the seller for a new payment link.');
  if (link.is_used_up) return none(410, 'This link has been used', 'It was good for a single sale.');
  return { product, link, prices: link.prices };
}

const none = (status: ContentfulStatusCode, title: string, text: string) => ({ status, title, text });

const show = async (c: Context<StoreEnv>, page: Page, status: ContentfulStatusCode = 200) => c.html(await page, status);
