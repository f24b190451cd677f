// Every request follows the document field by field, and every response yields only plausible values.
import { describe, expect, it } from 'vitest';
import { outcomeSchema, parseRetryAfter, readErrorHeadline } from '../../src/main/service/outcome.ts';
import {
  readAccessToken,
  readPaymentLink,
  readProductId,
  requests,
  UNKNOWN_PAYMENT_LINK,
  UNKNOWN_PRODUCT_ID,
} from '../../src/main/service/wire.ts';

const json = (request: { body: object | null }) => JSON.stringify(request.body);
const price = (currencyId: number, priceCents: number, discountCents: number | null = null) => ({
  currencyId,
  priceCents,
  discountCents,
});

describe('the requests of the document', () => {
  it('4.1: the login sends e-mail and password', () => {
    const request = requests.login('mira@example.com', ' "pass" ');
    expect(request).toMatchObject({ method: 'POST', path: '/api/shop/auth/login' });
    expect(json(request)).toBe(String.raw`{"email":"mira@example.com","password":" \"pass\" "}`);
  });

  it('4.2: a product is of type CustomService and has three texts', () => {
    const request = requests.createProduct({ buttonTitle: 'B', productTitle: 'T', productDescription: 'D\n2' });
    expect(request).toStrictEqual({
      method: 'POST',
      path: '/api/shop/products',
      body: { product_type: 'CustomService', button_title: 'B', product_title: 'T', product_description: 'D\n2' },
    });
  });

  it('4.3: the undocumented product update sends price objects and nothing else', () => {
    expect(requests.updateProduct(17, [price(2, 6_000)])).toStrictEqual({
      method: 'PATCH',
      path: '/api/shop/products/17',
      body: { prices: [{ currency_id: 2, price: 60, is_discount_price: false }] },
    });
  });

  it('4.4: a link sends its prices in major units, without unset fields', () => {
    const request = requests.createPaymentLink(17, { prices: [price(2, 10_055)], useOnce: false, metadata: [] });
    expect(request).toMatchObject({ method: 'POST', path: '/api/shop/products/17/payment-links' });
    expect(json(request)).toBe('{"prices":[{"currency_id":2,"price":100.55,"is_discount_price":false}]}');
  });

  it('4.4: a discounted single-use link with metadata sends all of it', () => {
    const request = requests.createPaymentLink(17, {
      prices: [price(2, 10_055, 8_010), price(3, 9_000)],
      useOnce: true,
      metadata: [
        { key: 'order', value: '1042' },
        { key: '__proto__', value: 'kept' },
        { key: 'leer', value: '' },
      ],
    });
    expect(json(request)).toBe(
      '{"prices":[{"currency_id":2,"price":100.55,"is_discount_price":true,"discount_price":80.1},' +
        '{"currency_id":3,"price":90,"is_discount_price":false}],' +
        '"use_once":true,"metadata":{"order":"1042","__proto__":"kept","leer":""}}',
    );
  });

  it('4.5: the deletion has exactly the documented path, and no body', () => {
    expect(requests.deletePaymentLink(17, 'abc-1')).toStrictEqual({
      method: 'DELETE',
      path: '/api/shop/17/payment-links/abc-1',
      body: null,
    });
    const template = requests.deletePaymentLink(UNKNOWN_PRODUCT_ID, UNKNOWN_PAYMENT_LINK).path;
    expect(template).toBe('/api/shop/:productId/payment-links/:paymentLink');
  });

  it('4.5: a uuid cannot change the path of the deletion', () => {
    expect(requests.deletePaymentLink(17, 'a/b?c#d e%').path).toBe('/api/shop/17/payment-links/a%2Fb%3Fc%23d%20e%25');
    expect(requests.deletePaymentLink(17, ':other').path).toBe('/api/shop/17/payment-links/%3Aother');
  });

  it('4.6: the webhook sends its key only if one was set', () => {
    const url = 'https://orders.example/hook';
    const key = 'k'.repeat(64);
    expect(requests.updateStoreSettings({ url, isOn: true, key })).toStrictEqual({
      method: 'PATCH',
      path: '/api/shop/store-settings',
      body: { after_sell_webhook_url: url, after_sell_webhook_key: key, is_after_sell_webhook_on: true },
    });
    expect(json(requests.updateStoreSettings({ url, isOn: false, key: null }))).toBe(
      `{"after_sell_webhook_url":"${url}","is_after_sell_webhook_on":false}`,
    );
  });

  it('4.7: the webhook test has no body', () => {
    expect(requests.testSellWebhook()).toStrictEqual({
      method: 'POST',
      path: '/api/shop/store-settings/test-sell-webhook',
      body: null,
    });
  });
});

/** Responses without anything that a call expects. */
const NONSENSE: readonly [what: string, body: string][] = [
  ['empty', ''],
  ['not JSON', '<html>502 Bad Gateway</html>'],
  ['cut off', '{"id": 17, "payment_link": "https://pay.ex'],
  ['null', 'null'],
  ['a number', '17'],
  ['a text', '"https://pay.example/mira/17"'],
  ['a list', '[{"id":17,"payment_link":"https://pay.example/m/1","access_token":"t","message":"m"}]'],
  ['an empty object', '{}'],
  ['nested too deep', '{"data":{"id":17,"payment_link":"https://pay.example/m/1","access_token":"t","message":"m"}}'],
  [
    'hidden in a prototype',
    '{"__proto__":{"id":17,"payment_link":"https://pay.example/m/1","access_token":"t","message":"m"}}',
  ],
  ['hidden in a constructor', '{"constructor":{"prototype":{"id":17,"message":"m"}}}'],
  ['an object with other names', '{"Id":17,"paymentLink":"https://pay.example/m/1","accessToken":"t","Message":"m"}'],
  ['an object of nulls', '{"id":null,"payment_link":null,"access_token":null,"message":null,"error":null}'],
  ['deep nesting', '['.repeat(100_000)],
  // Converting this `length` to a number throws.
  ['objects instead of texts', '{"payment_link":{"length":{"valueOf":1,"toString":1}},"access_token":{"length":{}}}'],
  ['the answer to a webhook test', '1'],
];

describe.each(NONSENSE)('a response that is %s', (_, body) => {
  it('yields nothing from any parser, and crashes none', () => {
    expect(readProductId(body)).toBeNull();
    expect(readPaymentLink(body)).toBeNull();
    expect(readAccessToken(body)).toBeNull();
    expect(readErrorHeadline(body)).toBeNull();
    expect(({} as Record<string, unknown>).id).toBeUndefined();
  });
});

describe('the response to a new product', () => {
  it.each([
    ['{"id":17}', 17],
    ['{"id":1}', 1],
    ['{"id":17.0,"title":"x"}', 17],
    [' \n{"id": 9007199254740991 } ', Number.MAX_SAFE_INTEGER],
    [`{"long":"${'x'.repeat(900_000)}","id":17}`, 17],
    ['{"__proto__":{"id":1},"id":17}', 17],
  ])('yields its id (%#)', (body, id) => {
    expect(readProductId(body)).toBe(id);
  });

  it.each([
    ...['{"id":"17"}', '{"id":17.5}', '{"id":1e300}', '{"id":9007199254740993}', '{"id":true}', '{"id":[17]}'],
    ...['{"id":0}', '{"id":-0}', '{"id":-1}', '{"id":-17.0}', '{"id":0.5}', '{"id":1e-300}', '{"id":-1e300}'],
  ])('yields no id unless it is an exact positive integer (%s)', (body) => {
    expect(readProductId(body)).toBeNull();
  });
});

describe('the response to a new payment link', () => {
  it('yields the link, trimmed, whatever else it contains', () => {
    const link = 'https://pay.example/mira/17?uuid=abc';
    expect(readPaymentLink(JSON.stringify({ payment_link: ` ${link}\n`, id: 5, other: {} }))).toBe(link);
    expect(readPaymentLink('{"payment_link":"http://127.0.0.1:4010/mira/17?uuid=abc"}')).not.toBeNull();
  });

  it.each([
    '',
    'abc',
    '/mira/17?uuid=abc',
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://pay.example/m/1',
    'https://',
    ...[{ url: 'https://pay.example/m/1' }, ['https://pay.example/m/1'], 5, true],
  ])('yields no link from %j', (link) => {
    expect(readPaymentLink(JSON.stringify({ payment_link: link }))).toBeNull();
  });
});

describe('the response to a login', () => {
  it('yields the access token only', () => {
    expect(readAccessToken('{"access_token":"a.b.c","refresh_token":"r","expires_in":3600,"more":1}')).toBe('a.b.c');
  });

  it.each(['', 'a b', 'a\r\nX-Injected: 1', 'tökén', 'a\u0000', 'a\n'])(
    'yields no token if it cannot be sent in a header (%j)',
    (token) => {
      expect(readAccessToken(JSON.stringify({ access_token: token }))).toBeNull();
    },
  );
});

describe('the headline of an error response', () => {
  it.each([
    ['{"message":"Email is taken"}', 'Email is taken'],
    ['{"error":"invalid_grant"}', 'invalid_grant'],
    ['{"message":"The price is wrong","error":"Bad Request"}', 'The price is wrong'],
    ['{"message":"","error":"Bad Request"}', 'Bad Request'],
    ['{"message":["a","b"],"error":"Bad Request"}', 'Bad Request'],
    ['{"message":"<b>bold</b>"}', '<b>bold</b>'],
  ])('of %s is "%s"', (body, headline) => {
    expect(readErrorHeadline(body)).toBe(headline);
  });

  it('is truncated if it is long', () => {
    expect(readErrorHeadline(JSON.stringify({ message: 'x'.repeat(900_000) }))).toHaveLength(500);
  });
});

it('a Retry-After header is read as seconds or a date, even if the value is absurd', () => {
  const now = Date.UTC(2026, 0, 15, 12);
  for (const [value, ms] of [
    ['0', 0],
    [' 3600 ', 3_600_000],
    ['Thu, 15 Jan 2026 12:00:05 GMT', 5_000],
    ['Thursday, 15-Jan-26 12:00:05 GMT', 5_000],
    ['Thu, 15 Jan 2026 11:00:00 GMT', 0],
    ['', null],
    ['in a minute', null],
    [undefined, null],
  ] as const) {
    expect(parseRetryAfter(value, now), value).toBe(ms);
  }
  const retryAfterMs = parseRetryAfter('9'.repeat(400), now);
  expect(retryAfterMs).toBeGreaterThan(3_600_000);
  const outcome = { kind: 'answered', status: 503, body: '', truncated: false, retryAfterMs, location: null };
  expect(outcomeSchema.safeParse(outcome).success).toBe(true);
});
