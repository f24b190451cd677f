// The six documented calls and the undocumented product update, each as strict as the document allows (section 4).
import { randomBytes } from 'node:crypto';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import type { z } from 'zod';
import { PRACTICE_ONLY, sendEvent } from './events.ts';
import {
  createPaymentLinkRule,
  createProductRule,
  fieldErrors,
  loginRule,
  storeSettingsRule,
  updateProductRule,
} from './rules.ts';
import { checkoutPath, failures, PRACTICE_SELLER, refuse, type Store, type StoreEnv } from './store.ts';
import type { Product } from './store-data.ts';

/** Builds the routes under `/api/shop`. Checks in this order: path, token, product, body. */
export function createApi(store: Store): Hono<StoreEnv> {
  const { records } = store;
  const api = new Hono<StoreEnv>();
  api.use(failures(store));

  const signedIn: MiddlewareHandler<StoreEnv> = async (c, next) => {
    const token = /^Bearer (\S+)$/.exec(c.req.header('Authorization') ?? '')?.[1];
    if (token === undefined || !store.tokens.has(token)) {
      c.header('WWW-Authenticate', 'Bearer');
      return refuse(c, 401, 'Unauthenticated: log in and send the access token as Bearer token.');
    }
    return next();
  };

  const knownProduct: MiddlewareHandler<StoreEnv & { Variables: { product: Product } }> = async (c, next) => {
    const id = c.req.param('productId') ?? '';
    const product = /^[1-9]\d*$/.test(id) ? records.product(Number(id)) : undefined;
    if (!product) return refuse(c, 404, 'There is no such product.');
    c.set('product', product);
    return next();
  };

  // 4.1. The document shows neither the use of the refresh token nor when tokens expire: here, when the store ends.
  api.post('/auth/login', jsonBody(loginRule), (c) => {
    const { email, password } = c.var.input;
    if (email !== PRACTICE_SELLER.email || password !== PRACTICE_SELLER.password) {
      return refuse(c, 401, 'The email or the password is wrong.');
    }
    const accessToken = newToken();
    store.tokens.add(accessToken);
    return c.json({ access_token: accessToken, refresh_token: newToken(), token_type: 'Bearer', expires_in: 86_400 });
  });

  // 4.2. The document does not show the status of the answer.
  api.post('/products', signedIn, jsonBody(createProductRule), async (c) => {
    const product = records.addProduct(c.var.input);
    await records.save();
    return c.json(product, 201);
  });

  // 4.3. UNDOCUMENTED: the document shows only the effect of a product update (section 3). The path and `{prices}` are
  // assumed; a real service may differ.
  api.patch('/products/:productId', signedIn, knownProduct, jsonBody(updateProductRule), async (c) => {
    records.setDefaultPrices(c.var.product, c.var.input.prices);
    await records.save();
    return c.json(c.var.product);
  });

  // 4.4. The document shows only `payment_link` of the answer. The uuid occurs nowhere but in that address.
  api.post('/products/:productId/payment-links', signedIn, knownProduct, jsonBody(createPaymentLinkRule), async (c) => {
    const link = records.addPaymentLink(c.var.product, c.var.input);
    await records.save();
    return c.json(
      {
        payment_link: store.baseUrl() + checkoutPath(c.var.product, link),
        product_id: link.product_id,
        prices: link.prices,
        use_once: link.use_once,
        metadata: Object.fromEntries(link.metadata),
        created_at: link.created_at,
      },
      201,
    );
  });

  // 4.5. This path has no `products` segment. The document does not show what identifies a link; here it is the uuid.
  api.delete('/:productId/payment-links/:paymentLink', signedIn, knownProduct, noBody, async (c) => {
    const link = records.paymentLink(c.var.product.id, c.req.param('paymentLink'));
    if (!link) return refuse(c, 404, 'There is no such payment link of this product.');
    records.links.delete(link.uuid);
    await records.save();
    return c.body(null, 204);
  });

  // 4.6. The document does not show the answer. This store does not send the key back.
  api.patch('/store-settings', signedIn, jsonBody(storeSettingsRule), async (c) => {
    records.changeStoreSettings(c.var.input);
    await records.save();
    const { after_sell_webhook_url, is_after_sell_webhook_on } = records.storeSettings;
    return c.json({ after_sell_webhook_url, is_after_sell_webhook_on });
  });

  // 4.7. The document shows only the successful answer. The answers for a webhook that is off, unreachable or not
  // answering 200 (section 7.3), and the fields of the event (section 6.5), are this store's own.
  api.post('/store-settings/test-sell-webhook', signedIn, noBody, async (c) => {
    const event = { event: 'test', practice_only: PRACTICE_ONLY, created_at: new Date().toISOString() };
    const delivery = await sendEvent(store, JSON.stringify(event));
    if (delivery.kind === 'off') return refuse(c, 422, 'The after-sell webhook is not set up or switched off.');
    if (delivery.kind === 'unreachable') {
      return refuse(c, 502, `The webhook URL could not be reached: ${delivery.reason}`);
    }
    if (delivery.status !== 200) {
      return refuse(c, 502, `The webhook URL answered ${delivery.status} instead of 200: ${delivery.body}`);
    }
    return c.json(1);
  });

  return api;
}

const newToken = () => randomBytes(32).toString('base64url');

/** Puts a JSON body that fits the schema in `c.var.input`. Refuses any other body with 415, 400 or 422. */
function jsonBody<Rule extends z.ZodType>(
  rule: Rule,
): MiddlewareHandler<StoreEnv & { Variables: { input: z.output<Rule> } }> {
  return async (c, next) => {
    const contentType = (c.req.header('Content-Type') ?? '').replaceAll(' ', '').toLowerCase();
    if (contentType !== 'application/json' && contentType !== 'application/json;charset=utf-8') {
      return refuse(c, 415, 'The Content-Type must be application/json.');
    }
    const body = parseJson(c.var.rawBody);
    if (!body) return refuse(c, 400, 'The body is not valid JSON.');
    const checked = rule.safeParse(body.value);
    if (!checked.success) return refuse(c, 422, 'The body is not valid.', fieldErrors(checked.error));
    c.set('input', checked.data);
    return next();
  };
}

const noBody: MiddlewareHandler<StoreEnv> = async (c: Context<StoreEnv>, next) => {
  if (c.var.rawBody.length > 0) return refuse(c, 422, 'This request takes no body.');
  return next();
};

/** Undefined unless the bytes are JSON in UTF-8. `__proto__` stays an ordinary property. */
function parseJson(bytes: Uint8Array): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)) };
  } catch {
    return undefined;
  }
}
