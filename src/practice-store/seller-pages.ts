// The seller's pages: "Products and links" to compare with the app's lists, and "Sales" with the deliveries of events.
import { Hono } from 'hono';
import { csrf } from 'hono/csrf';
import { html } from 'hono/html';
import { formatAmount, layout, type Page, pageHeaders } from './checkout-page.ts';
import { deliverSale, deliveryText, PRACTICE_ONLY } from './events.ts';
import type { Price } from './rules.ts';
import { checkoutPath, STORE_NAME, type Store, type StoreEnv } from './store.ts';
import type { PaymentLink, Product, Sale } from './store-data.ts';

/** Builds the routes under `/practice`. */
export function createSellerPages(store: Store): Hono<StoreEnv> {
  const pages = new Hono<StoreEnv>();
  pages.use(pageHeaders());
  pages.get('/products', async (c) => c.html(await productsPage(store)));
  pages.get('/sales', async (c) => c.html(await salesPage(store)));
  pages.post('/sales/:id/deliver', csrf(), async (c) => {
    const sale = store.records.sales.find(({ id }) => id === c.req.param('id'));
    if (sale) await deliverSale(store, sale);
    return c.redirect('/practice/sales', 303);
  });
  return pages;
}

/** 50,000 rows would keep the browser busy. */
const SHOWN = 500;
const newest = <Item>(items: readonly Item[]): readonly Item[] => items.toReversed().slice(0, SHOWN);

function productsPage(store: Store): Page {
  const products = newest(store.records.products);
  const links = newest([...store.records.links.values()]);
  return layout(
    'Products and links',
    html`<p class="store">${STORE_NAME}</p>
      <h1>Products and links</h1>
      <p class="note">The pages on which a seller sees products and links are not part of the service's document. This one shows what the practice store has, the newest ${SHOWN} of each.</p>
      <h2>Products</h2>
      ${table('Products', ['Id', 'Product', 'State', 'Created'], products.map(productRow))}
      <h2>Payment links</h2>
      ${table(
        'Payment links',
        LINK_COLUMNS,
        links.map((link) => linkRow(store, link)),
      )}`,
    'wide',
  );
}

const LINK_COLUMNS = ['Product', 'Price', 'Metadata', 'Address', 'Created'];

const table = (name: string, columns: readonly string[], rows: readonly (Page | string)[]): Page =>
  rows.length === 0
    ? html`<p class="description">None has been created yet.</p>`
    : html`<div class="scroll"><table aria-label="${name}">
      <thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
      <tbody>${rows}</tbody>
    </table></div>`;

const productRow = ({ id, product_title, state, created_at }: Product): Page =>
  html`<tr><td>${id}</td><td>${product_title}</td><td>${state}</td><td>${timeText(created_at)}</td></tr>`;

function linkRow(store: Store, link: PaymentLink): Page | string {
  const product = store.records.product(link.product_id);
  if (!product) return '';
  const address = `${store.baseUrl()}${checkoutPath(product, link)}`;
  const metadata = link.metadata.map(([key, value]) => `${key}: ${valueText(value)}`).join(', ');
  return html`<tr><td>${product.product_title}</td><td>${link.prices.map(priceText).join(', ')}${link.use_once ? ', single use' : ''}</td><td>${metadata}</td><td><a href="${address}">${address}</a></td><td>${timeText(link.created_at)}</td></tr>`;
}

const priceText = ({ price, discount_price, currency_id }: Price): string =>
  discount_price === undefined
    ? formatAmount(price, currency_id)
    : `${formatAmount(discount_price, currency_id)} instead of ${formatAmount(price, currency_id)}`;

const valueText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** "2026-11-23 14:02:11", in UTC. */
const timeText = (iso: string): string => iso.slice(0, 19).replace('T', ' ');

function salesPage(store: Store): Page {
  const sales = newest(store.records.sales);
  return layout(
    'Sales',
    html`<p class="store">${STORE_NAME}</p>
      <h1>Sales</h1>
      <p class="note">${PRACTICE_ONLY} When the service retries is not shown either: here a failed event is delivered again when you say so.</p>
      ${sales.length === 0 ? html`<p class="description">Nothing has been sold yet. Open a checkout page and press Buy.</p>` : ''}
      ${sales.map((sale) => saleEntry(store, sale))}`,
  );
}

function saleEntry(store: Store, sale: Sale): Page {
  const title = store.records.product(sale.product_id)?.product_title ?? 'a product that is gone';
  const { length: tries } = sale.deliveries;
  return html`<section class="sale" aria-label="${`Sale of ${title}`}">
      <h2>${title}</h2>
      <p class="price">${formatAmount(sale.price.discount_price ?? sale.price.price, sale.price.currency_id)}</p>
      <p class="description">${timeText(sale.created_at)}
${sale.payment_link === null ? 'At the default price' : `Payment link ${sale.payment_link}`}
${deliveryText(sale)}${tries > 1 ? ` (${tries} tries)` : ''}</p>
      <form method="post" action="/practice/sales/${sale.id}/deliver"><button class="quiet" type="submit">Deliver again</button></form>
    </section>`;
}
