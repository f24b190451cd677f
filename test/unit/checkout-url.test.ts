// Checkout addresses follow the document, section 1: their parts, `uuid`, and parameters for the customer's fields.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  basicCheckoutUrl,
  type CheckoutAddress,
  checkoutAddressOf,
  checkoutFieldErrors,
  filledFrom,
  linkUuid,
  parseWebAddress,
  withCheckoutFields,
} from '../../src/shared/checkout-url.ts';
import { texts } from '../../src/shared/texts/main.ts';

const t = texts.fields.checkoutField;
const UUID = '0b6f2c9e-5a55-4a0c-9d6a-8f2d1f6f0a11';
const LINK = `https://pay.example/mira/17?uuid=${UUID}`;

it('takes only http and https for web addresses', () => {
  for (const text of ['https://shop.example', 'http://localhost:3000/x', 'HTTPS://SHOP.EXAMPLE/a?b#c'])
    expect(parseWebAddress(text), text).toBeInstanceOf(URL);
  const others = ['', 'shop.example', '//shop.example', '/path', 'javascript:alert(1)', 'data:text/html,x', 'https://'];
  for (const text of [...others, 'file:///etc/passwd', 'ftp://shop.example', 'https://a b', 'http://127.0.0.256/'])
    expect(parseWebAddress(text), text).toBeNull();
});

it.each([
  [LINK, UUID],
  [`https://pay.example/mira/17?name=Ana%20B&uuid=${UUID}&phone_number=%2B1#top`, UUID],
  ['https://pay.example/mira/17?uuid=a%2Fb%20c', 'a/b c'],
  ...['', '?uuid=', '?uuid=.', '?uuid=%2E%2E', '?UUID=x'].map((end) => `https://pay.example/mira/17${end}`).map(none),
  ...['https://pay.example/mira/uuid=x', 'not an address?uuid=x', 'javascript:alert(1)?uuid=x', ''].map(none),
])('the uuid of %s is %s', (link, uuid) => expect(linkUuid(link)).toBe(uuid));

function none(link: string): [string, null] {
  return [link, null];
}

describe('the checkout address of a product', () => {
  it.each([
    [LINK, 'https://pay.example'],
    ['https://pay.example:8443/c/de/mira/17/?uuid=x', 'https://pay.example:8443/c/de'],
    ['https://PAY.example:443//c//mira/17', 'https://pay.example/c'],
  ])('is learned from a payment link: %s', (link, checkoutUrl) => {
    expect(checkoutAddressOf(link)).toEqual({ checkoutUrl, sellerSlug: 'mira', productNumber: '17' });
  });

  it.each(['https://pay.example/', 'https://pay.example/17', 'pay.example/mira/17', '', 'x:/a/b'])(
    'is not learned from %j',
    (link) => expect(checkoutAddressOf(link)).toBeNull(),
  );

  it('keeps an invalid percent-encoding unchanged', () => {
    const parts = { sellerSlug: 'mi%zzra', productNumber: '1%7' };
    expect(checkoutAddressOf('https://pay.example/mi%zzra/1%7')).toMatchObject(parts);
  });

  it('is the same in its basic checkout link, which has no uuid, and in any payment link', () => {
    const address = { checkoutUrl: 'https://pay.example/c/', sellerSlug: 'mira & co', productNumber: '17' };
    expect(basicCheckoutUrl(address)).toBe('https://pay.example/c/mira%20%26%20co/17');
    const signs = ['.', '/', '?', '#', '%', '&', ' ', '+', 'a', 'ü', '注', '🧾'];
    const text = fc.string({ unit: fc.constantFrom(...signs), minLength: 1, maxLength: 12 });
    const part = text.filter((one) => one !== '.' && one !== '..');
    const any: fc.Arbitrary<CheckoutAddress> = fc.record({
      checkoutUrl: fc.constantFrom('https://pay.example', 'https://pay.example:8443', 'http://localhost:3000/c/d'),
      sellerSlug: part,
      productNumber: part,
    });
    fc.assert(
      fc.property(any, fc.uuid(), (given, uuid) => {
        const basic = basicCheckoutUrl(given);
        expect([checkoutAddressOf(basic), linkUuid(basic)]).toEqual([given, null]);
        const link = `${basic}?uuid=${uuid}&name=x`;
        expect([checkoutAddressOf(link), linkUuid(link)]).toEqual([given, uuid]);
      }),
      { numRuns: 200 },
    );
  });
});

describe('a customised checkout link', () => {
  it.each([
    ['+48 600 100 200', '%2B48%20600%20100%20200'],
    ['a&b=c#d?e 100% "sure"', 'a%26b%3Dc%23d%3Fe%20100%25%20%22sure%22'],
    ['Zażółć – 注文 🧾', 'Za%C5%BC%C3%B3%C5%82%C4%87%20%E2%80%93%20%E6%B3%A8%E6%96%87%20%F0%9F%A7%BE'],
    ["*O'Brien* (~1)!", '%2AO%27Brien%2A%20%28%7E1%29%21'],
    ['  kept inside  out ', 'kept%20inside%20%20out'],
    ['half \uD83D of a pair', 'half%20%EF%BF%BD%20of%20a%20pair'],
  ])('carries %j', (value, encoded) => {
    expect(withCheckoutFields(LINK, [{ name: 'name', value }])).toBe(`${LINK}&name=${encoded}`);
  });

  it('starts the query if it is empty or missing', () => {
    const url = 'https://pay.example/m/1';
    for (const [end, customised] of [
      ['', '?x=1'],
      ['?', '?x=1'],
      ['#a?b', '?x=1#a?b'],
    ])
      expect(withCheckoutFields(`${url}${end}`, [{ name: 'x', value: '1' }])).toBe(`${url}${customised}`);
  });

  it('omits empty fields', () => {
    const empty = ['phone_number', 'name', '', 'city'].map((name) => ({ name, value: ' ' }));
    expect(checkoutFieldErrors(LINK, empty)).toEqual([null, null, null, null]);
    expect(withCheckoutFields(LINK, empty)).toBe(LINK);
    expect(withCheckoutFields(LINK, [...empty, { name: 'zip', value: '1' }])).toBe(`${LINK}&zip=1`);
  });

  it.each([
    ['uuid| UUID |uuid[0]', t.isUuid],
    ['ref|ref[]|naïve', t.inLink],
    ['', t.enterName],
    [' fine ', t.twice],
  ])('rejects a field named %j with an error at the field, and omits it', (names, message) => {
    const url = `${LINK}&ref=1&na%C3%AFve=2`;
    for (const name of names.split('|')) {
      const fields = [
        { name: 'fine', value: 'y' },
        { name, value: 'x' },
      ];
      expect(checkoutFieldErrors(url, fields), name).toEqual([null, message]);
      expect(withCheckoutFields(url, fields)).toBe(`${url}&fine=y`);
    }
  });

  it('of many links inserts metadata unchanged, or nothing if the link has none', () => {
    const metadata = [{ key: 'client', value: 'Ana {order}' }];
    const fields = ['{Client}!', '{order}', 'plain'].map((value) => ({ name: 'name', value }));
    expect(filledFrom(fields, metadata).map(({ value }) => value)).toEqual(['Ana {order}!', '', 'plain']);
    expect(filledFrom(fields, null)).toEqual(fields);
  });

  it('contains every field as typed, and leaves the rest of the link unchanged', () => {
    // Any UTF-16 units, including unpaired surrogates.
    const text = fc.array(fc.nat(0xffff), { maxLength: 20 }).map((units) => String.fromCharCode(...units));
    const url = fc.constantFrom(`${LINK}#top`, `${LINK}&ref=a%2fb+c&&odd=%zz&k#a?b&c`, 'https://pay.example/m/1#');
    fc.assert(
      fc.property(url, fc.array(fc.record({ name: text, value: text }), { maxLength: 5 }), (link, fields) => {
        const customised = withCheckoutFields(link, fields);
        const [address = '', fragment = ''] = link.split('#');
        expect(customised.startsWith(address) && customised.endsWith(`#${fragment}`)).toBe(true);
        const errors = checkoutFieldErrors(link, fields);
        const added = fields
          .map(({ name, value }) => [name.trim().toWellFormed(), value.trim().toWellFormed()])
          .filter(([name, value], index) => errors[index] === null && name !== '' && value !== '');
        expect([...new URL(customised).searchParams]).toEqual([...new URL(link).searchParams, ...added]);
      }),
      { numRuns: 400 },
    );
  });
});
