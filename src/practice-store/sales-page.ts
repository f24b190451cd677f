// The page "Sales" of the practice store: what was sold, whether its event arrived, and "Deliver again".
import { Hono } from 'hono';
import { csrf } from 'hono/csrf';
import { html } from 'hono/html';
import { formatAmount, layout, type Page, pageHeaders } from './checkout-page.ts';
import { deliverSale, hasArrived, PRACTICE_ONLY } from './sale-events.ts';
import { STORE_NAME, type Store, type StoreEnv } from './store.ts';
import type { Sale, SaleDelivery } from './store-data.ts';

const SHOWN = 200;

/** Builds the routes under `/practice`. */
export function createSalesPage(store: Store): Hono<StoreEnv> {
  const pages = new Hono<StoreEnv>();
  pages.use(pageHeaders());

  pages.get('/sales', async (c) => c.html(await salesPage(store)));

  pages.post('/sales/:id/deliver', csrf(), async (c) => {
    const sale = store.records.sale(c.req.param('id'));
    if (sale) await deliverSale(store, sale);
    return c.redirect('/practice/sales', 303);
  });

  pages.post('/deliver-failed', csrf(), async (c) => {
    // One after the other: the receiver may be a small one.
    for (const sale of store.records.sales().filter((one) => !hasArrived(one))) await deliverSale(store, sale);
    return c.redirect('/practice/sales', 303);
  });

  return pages;
}

function salesPage(store: Store): Page {
  const sales = [...store.records.sales()].reverse();
  const failed = sales.filter((sale) => !hasArrived(sale)).length;
  return layout(
    'Sales',
    html`<p class="store">${STORE_NAME}</p>
      <h1>Sales</h1>
      <p class="note">${PRACTICE_ONLY} When the service retries is not shown either: here a failed event is delivered again when you say so.</p>
      ${sales.length === 0 ? html`<p class="description">Nothing has been sold yet. Open a checkout page and press Buy.</p>` : ''}
      ${failed > 0 ? html`<form method="post" action="/practice/deliver-failed"><button type="submit">${`Deliver ${failed === 1 ? 'the event' : `${failed} events`} that did not arrive`}</button></form>` : ''}
      ${sales.slice(0, SHOWN).map((sale) => saleEntry(store, sale))}
      ${sales.length > SHOWN ? html`<p class="note">Only the last ${SHOWN} of ${sales.length} sales are shown.</p>` : ''}`,
  );
}

function saleEntry(store: Store, sale: Sale): Page {
  const title = store.records.product(sale.product_id)?.product_title ?? 'a product that is gone';
  const last = sale.deliveries.at(-1);
  return html`<section class="sale" aria-label="${`Sale of ${title}`}">
      <h2>${title}</h2>
      <p class="price">${formatAmount(sale.price.discount_price ?? sale.price.price, sale.price.currency_id)}</p>
      <p class="description">${sale.created_at}
${sale.payment_link === null ? 'At the default price' : `Payment link ${sale.payment_link}`}
${last === undefined ? 'The event was not delivered yet' : deliveryWords(last)}${sale.deliveries.length > 1 ? ` (${sale.deliveries.length} tries)` : ''}</p>
      <form method="post" action="/practice/sales/${sale.id}/deliver"><button class="quiet" type="submit">Deliver again</button></form>
    </section>`;
}

function deliveryWords({ kind, status, reason }: SaleDelivery): string {
  switch (kind) {
    case 'off':
      return 'No event was sent: the after-sell webhook is off';
    case 'unreachable':
      return `The event did not arrive: ${reason}`;
    case 'answered':
      return status === 200
        ? 'The event arrived: the receiver answered 200'
        : `The event failed: the receiver answered ${status}`;
  }
}
