// Checkout addresses follow the document, section 1: `{checkout_url}/<seller_slug>/<product_number>`, `uuid` for a link.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  basicCheckoutUrl,
  type CheckoutAddress,
  checkoutAddressOf,
  linkUuid,
  parseWebAddress,
} from '../../src/shared/checkout-url.ts';

const UUID = '0b6f2c9e-5a55-4a0c-9d6a-8f2d1f6f0a11';

describe('a web address', () => {
  it.each(['https://shop.example', 'http://localhost:3000/x', 'HTTPS://SHOP.EXAMPLE/a?b#c'])('is %s', (text) => {
    expect(parseWebAddress(text)).toBeInstanceOf(URL);
  });

  it.each([
    '',
    'shop.example',
    '//shop.example',
    '/path',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'ftp://shop.example',
    'https://',
    'https://a b',
    'http://127.0.0.256/',
  ])('is not %j', (text) => {
    expect(parseWebAddress(text)).toBeNull();
  });
});

describe('the uuid of a payment link', () => {
  it.each([
    [`https://pay.example/mira/17?uuid=${UUID}`, UUID],
    [`https://pay.example/mira/17?name=Ana%20B&uuid=${UUID}&phone_number=%2B1`, UUID],
    [`https://pay.example/mira/17?uuid=${UUID}#top`, UUID],
    ['https://pay.example/mira/17?uuid=a%2Fb%20c', 'a/b c'],
    ['https://pay.example/mira/17', null],
    ['https://pay.example/mira/17?uuid=', null],
    ['https://pay.example/mira/17?uuid=.', null],
    ['https://pay.example/mira/17?uuid=%2E%2E', null],
    ['https://pay.example/mira/17?UUID=x', null],
    ['https://pay.example/mira/uuid=x', null],
    ['not an address?uuid=x', null],
    ['javascript:alert(1)?uuid=x', null],
    ['', null],
  ])('of %s is %s', (link, uuid) => {
    expect(linkUuid(link)).toBe(uuid);
  });
});

describe('the checkout address of a product', () => {
  it('is learned from a payment link', () => {
    expect(checkoutAddressOf(`https://pay.example/mira/17?uuid=${UUID}`)).toEqual({
      checkoutUrl: 'https://pay.example',
      sellerSlug: 'mira',
      productNumber: '17',
    });
  });

  it.each([
    ['https://pay.example:8443/c/de/mira/17/?uuid=x', 'https://pay.example:8443/c/de'],
    ['https://PAY.example:443//c//mira/17', 'https://pay.example/c'],
    ['http://127.0.0.1:4010/checkout/mira/17?uuid=x&name=y', 'http://127.0.0.1:4010/checkout'],
  ])('keeps the port and the path before the two parts (%s)', (link, checkoutUrl) => {
    expect(checkoutAddressOf(link)).toEqual({ checkoutUrl, sellerSlug: 'mira', productNumber: '17' });
  });

  it.each([
    'https://pay.example',
    'https://pay.example/',
    'https://pay.example/17',
    'pay.example/mira/17',
    '',
    'x:/a/b',
  ])('is not learned from %j', (link) => {
    expect(checkoutAddressOf(link)).toBeNull();
  });

  it('keeps an invalid percent-encoding unchanged', () => {
    expect(checkoutAddressOf('https://pay.example/mi%zzra/1%7')).toMatchObject({
      sellerSlug: 'mi%zzra',
      productNumber: '1%7',
    });
  });

  it('builds the basic checkout link, without uuid', () => {
    const address = { checkoutUrl: 'https://pay.example/c/', sellerSlug: 'mira & co', productNumber: '17' };
    expect(basicCheckoutUrl(address)).toBe('https://pay.example/c/mira%20%26%20co/17');
    expect(linkUuid(basicCheckoutUrl(address))).toBeNull();
  });

  it('round-trips through its basic checkout link and any payment link', () => {
    const part = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
      .filter((text) => text !== '.' && text !== '..');
    const address: fc.Arbitrary<CheckoutAddress> = fc.record({
      checkoutUrl: fc.constantFrom('https://pay.example', 'https://pay.example:8443', 'http://localhost:3000/c/d'),
      sellerSlug: part,
      productNumber: part,
    });
    fc.assert(
      fc.property(address, fc.uuid(), (given, uuid) => {
        const basic = basicCheckoutUrl(given);
        expect(checkoutAddressOf(basic)).toEqual(given);
        const link = `${basic}?uuid=${uuid}&name=x`;
        expect(checkoutAddressOf(link)).toEqual(given);
        expect(linkUuid(link)).toBe(uuid);
      }),
      { numRuns: 500 },
    );
  });
});
