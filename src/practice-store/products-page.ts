// The page "Products and links" of the practice store: what was created, to compare with what the app lists.
import { Hono } from 'hono';
import { html } from 'hono/html';
import { formatAmount, layout, type Page, pageHeaders } from './checkout-page.ts';
import type { Price } from './rules.ts';
import { checkoutPath, STORE_NAME, type Store, type StoreEnv } from './store.ts';
import type { PaymentLink, Product } from './store-data.ts';

/** The newest of each are shown. */
const SHOWN = 500;

/** Builds the route `/practice/products`. */
export function createProductsPage(store: Store): Hono<StoreEnv> {
  const pages = new Hono<StoreEnv>();
  pages.use(pageHeaders());
  pages.get('/products', async (c) => c.html(await productsPage(store)));
  return pages;
}

function productsPage(store: Store): Page {
  const products = store.records.products().toReversed();
  const links = store.records.paymentLinks().toReversed();
  return layout(
    'Products and links',
    html`<p class="store">${STORE_NAME}</p>
      <h1>Products and links</h1>
      <p class="note">The pages on which a seller sees products and links are not part of the service's document. This one shows what the practice store has, newest first.</p>
      <h2>Products</h2>
      ${products.length === 0 ? html`<p class="description">No product has been created yet.</p>` : productTable(products)}
      ${onlyNewest(products.length)}
      <h2>Payment links</h2>
      ${links.length === 0 ? html`<p class="description">No payment link has been created yet.</p>` : linkTable(store, links)}
      ${onlyNewest(links.length)}`,
    'wide',
  );
}

const onlyNewest = (count: number) =>
  count > SHOWN ? html`<p class="note">Only the newest ${SHOWN} of ${count} are shown.</p>` : '';

const productTable = (products: readonly Product[]): Page =>
  html`<div class="scroll"><table aria-label="Products">
      <thead><tr><th scope="col">Id</th><th scope="col">Product</th><th scope="col">State</th><th scope="col">Created</th></tr></thead>
      <tbody>${products
        .slice(0, SHOWN)
        .map(
          (product) =>
            html`<tr><td>${product.id}</td><td>${product.product_title}</td><td>${product.state}</td><td>${timeText(product.created_at)}</td></tr>`,
        )}</tbody>
    </table></div>`;

const linkTable = (store: Store, links: readonly PaymentLink[]): Page =>
  html`<div class="scroll"><table aria-label="Payment links">
      <thead><tr><th scope="col">Product</th><th scope="col">Price</th><th scope="col">Metadata</th><th scope="col">Address</th><th scope="col">Created</th></tr></thead>
      <tbody>${links.slice(0, SHOWN).map((link) => linkRow(store, link))}</tbody>
    </table></div>`;

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
