// The markup and style of the checkout pages. `html` escapes all outside text.
import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { html, raw } from 'hono/html';
import { CURRENCIES, type Price } from './rules.ts';
import { checkoutPath, STORE_NAME } from './store.ts';
import type { PaymentLink, Product } from './store-data.ts';

export type Page = ReturnType<typeof html>;

/** A query parameter of the address, which pre-fills a field of the product (section 1). */
export type CheckoutField = { readonly name: string; readonly value: string };

/** Prefix of pre-filled fields in the form, so that none collides with a field of the store itself. */
export const FIELD_PREFIX = 'field.';

/** The page that sells a product. `prices` is empty if the product has no default price. */
export function checkoutPage(
  product: Product,
  prices: readonly Price[],
  link: PaymentLink | undefined,
  fields: readonly CheckoutField[],
): Page {
  return layout(
    product.product_title,
    html`<p class="store">${STORE_NAME}</p>
      <h1>${product.product_title}</h1>
      <p class="description">${product.product_description}</p>
      <form method="post" action="${checkoutPath(product, link)}">
        ${prices.length === 0 ? html`<p class="note">This product has no default price. Ask the seller for a payment link.</p>` : priceChoice(prices)}
        ${link?.use_once ? html`<p class="note">Single use: this link is good for one sale.</p>` : ''}
        ${fields.map(prefilledField)}
        ${prices.length === 0 ? '' : html`<button type="submit">Buy</button>`}
      </form>
      <p class="practice">This is a practice store: no money moves.</p>`,
  );
}

export function noticePage(title: string, text: string): Page {
  return layout(title, html`<h1>${title}</h1><p class="description">${text}</p>`);
}

export function layout(title: string, content: Page, width: 'narrow' | 'wide' = 'narrow'): Page {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title}</title>
    <link rel="icon" href="data:,">
    <style>${raw(CHECKOUT_STYLE)}</style>
  </head>
  <body>
    <main class="${width}">${content}</main>
  </body>
</html>`;
}

function priceChoice(prices: readonly Price[]): Page {
  const [first] = prices;
  if (first && prices.length === 1) {
    return html`<p class="price">${priceText(first)}</p><input type="hidden" name="currency_id" value="${first.currency_id}">`;
  }
  return html`<fieldset>
    <legend>Price</legend>
    ${prices.map(
      (price, index) =>
        html`<label class="price"><input type="radio" name="currency_id" value="${price.currency_id}" ${index === 0 ? 'checked' : ''}> <span>${priceText(price)}</span></label>`,
    )}
  </fieldset>`;
}

function priceText(price: Price): Page {
  const regular = formatAmount(price.price, price.currency_id);
  if (price.discount_price === undefined) return html`<strong>${regular}</strong>`;
  const discounted = formatAmount(price.discount_price, price.currency_id);
  return html`<s><span class="unseen">Regular price </span>${regular}</s> <strong><span class="unseen">Discounted price </span>${discounted}</strong>`;
}

/** Takes major units. An unknown currency shows its id. */
export function formatAmount(amount: number, currencyId: number): string {
  const currency = CURRENCIES.get(currencyId);
  if (currency) return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount);
  const figure = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(amount);
  return `${figure} currency ${currencyId}`;
}

function prefilledField({ name, value }: CheckoutField, index: number): Page {
  const words = name.replaceAll('_', ' ').trim();
  const label = words === '' ? 'Field' : words.charAt(0).toUpperCase() + words.slice(1);
  const id = `field-${index + 1}`;
  return html`<label class="field" for="${id}">${label}</label>
        <input class="field" id="${id}" name="${FIELD_PREFIX + name}" value="${value}" readonly>`;
}

/** Allows no scripts, no external content and no frames. */
export function pageHeaders(): MiddlewareHandler {
  const styleHash = createHash('sha256').update(CHECKOUT_STYLE).digest('base64');
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    'img-src data:',
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return async (c, next) => {
    c.header('Content-Security-Policy', policy);
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('Referrer-Policy', 'same-origin');
    c.header('Cache-Control', 'no-store');
    await next();
  };
}

/** The only style sheet. The security policy contains its hash, so every byte counts. */
const CHECKOUT_STYLE = `
:root { --page: #f4f5f7; --card: #fff; --text: #16181d; --soft: #5b616e; --line: #d9dce3; --accent: #3b5bdb; --on-accent: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --page: #101216; --card: #1a1d23; --text: #eceef2; --soft: #a2a8b5; --line: #343944; --accent: #91a7ff; --on-accent: #101216; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; padding: 48px 16px; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 480px; margin: 0 auto; padding: 32px; background: var(--card); border: 1px solid var(--line); border-radius: 16px; overflow-wrap: anywhere; }
main.wide { max-width: 1200px; }
h1 { margin: 0 0 8px; font-size: 26px; line-height: 1.25; }
.store { margin: 0 0 16px; color: var(--soft); font-size: 14px; font-weight: 600; }
.description { margin: 0 0 24px; color: var(--soft); white-space: pre-line; }
fieldset { margin: 0 0 16px; padding: 8px 16px; border: 1px solid var(--line); border-radius: 8px; }
legend, label.field { color: var(--soft); font-size: 14px; }
.price { display: block; margin: 0 0 16px; font-size: 20px; font-variant-numeric: tabular-nums; }
fieldset .price { margin: 8px 0; }
.price s { color: var(--soft); }
.price strong { font-size: 24px; }
.note { margin: 0 0 16px; padding: 8px 16px; border: 1px solid var(--line); border-radius: 8px; font-size: 14px; }
label.field { display: block; margin: 0 0 4px; }
input.field { width: 100%; margin: 0 0 16px; padding: 8px 12px; border: 1px solid var(--line); border-radius: 8px; background: var(--page); color: var(--text); font: inherit; }
button { width: 100%; padding: 12px; border: 0; border-radius: 8px; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer; }
button.quiet { width: auto; padding: 8px 16px; border: 1px solid var(--line); background: var(--page); color: var(--text); }
h2 { margin: 0; font-size: 17px; }
main.wide h2 { margin: 24px 0 8px; }
.scroll { overflow-x: auto; }
table { width: 100%; overflow-wrap: break-word; border-collapse: collapse; font-size: 14px; font-variant-numeric: tabular-nums; }
th, td { padding: 8px 16px 8px 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th { color: var(--soft); font-weight: 600; }
td a { color: var(--accent); }
.sale { margin: 24px 0 0; padding: 16px 0 0; border-top: 1px solid var(--line); }
.sale .description { margin: 0 0 12px; font-size: 14px; }
.sale .price { margin: 0; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.practice { margin: 24px 0 0; color: var(--soft); font-size: 13px; text-align: center; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
`;
