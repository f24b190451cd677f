// Customised checkout links follow the document, section 1: further query parameters, URL-encoded.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkoutFieldErrors, filledFrom, linkUuid, withCheckoutFields } from '../../src/shared/checkout-url.ts';

const LINK = 'https://pay.example/mira/17?uuid=0b6f2c9e-5a55-4a0c-9d6a-8f2d1f6f0a11';

describe('a customised checkout link', () => {
  it('of many takes metadata into a value, as it is, and nothing where the link has none', () => {
    const metadata = [{ key: 'client', value: 'Ana {order}' }];
    const fields = ['{client}!', '{order}', 'plain'].map((value) => ({ name: 'name', value }));
    expect(filledFrom(fields, metadata).map(({ value }) => value)).toEqual(['Ana {order}!', '', 'plain']);
    expect(filledFrom(fields, null)).toEqual(fields);
  });

  it.each([
    ['Ana B.', 'Ana%20B.'],
    ['+48 600 100 200', '%2B48%20600%20100%20200'],
    ['a&b=c#d?e', 'a%26b%3Dc%23d%3Fe'],
    ['100% "sure"', '100%25%20%22sure%22'],
    ['Zażółć – 注文 🧾', 'Za%C5%BC%C3%B3%C5%82%C4%87%20%E2%80%93%20%E6%B3%A8%E6%96%87%20%F0%9F%A7%BE'],
    ["*O'Brien* (~1)!", '%2AO%27Brien%2A%20%28%7E1%29%21'],
    ['  kept inside  out ', 'kept%20inside%20%20out'],
    ['half \uD83D of a pair', 'half%20%EF%BF%BD%20of%20a%20pair'],
  ])('carries %j', (value, encoded) => {
    expect(withCheckoutFields(LINK, [{ name: 'name', value }])).toBe(`${LINK}&name=${encoded}`);
  });

  it.each([
    ['https://pay.example/m/1', 'https://pay.example/m/1?x=1'],
    ['https://pay.example/m/1?', 'https://pay.example/m/1?x=1'],
    ['https://pay.example/m/1#top', 'https://pay.example/m/1?x=1#top'],
    ['https://pay.example/m/1#a?b', 'https://pay.example/m/1?x=1#a?b'],
    [`${LINK}#top`, `${LINK}&x=1#top`],
    [`${LINK}&`, `${LINK}&x=1`],
    [`${LINK}&ref=a%2fb+c&&odd=%zz&k`, `${LINK}&ref=a%2fb+c&&odd=%zz&k&x=1`],
    ['https://pay.example/m/1?uuid=a/b?c', 'https://pay.example/m/1?uuid=a/b?c&x=1'],
  ])('of %s keeps the existing address unchanged', (url, expected) => {
    expect(withCheckoutFields(url, [{ name: 'x', value: '1' }])).toBe(expected);
  });

  it('omits empty fields, and equals the link when all are empty', () => {
    const empty = [
      { name: 'phone_number', value: '' },
      { name: 'name', value: '  ' },
      { name: '', value: '' },
      { name: 'city', value: '' },
    ];
    expect(withCheckoutFields(LINK, empty)).toBe(LINK);
    expect(checkoutFieldErrors(LINK, empty)).toEqual([null, null, null, null]);
    expect(withCheckoutFields(LINK, [...empty, { name: 'zip', value: '1' }])).toBe(`${LINK}&zip=1`);
  });

  it.each([
    ['uuid', /cannot be a field/],
    [' UUID ', /cannot be a field/],
    ['uuid[0]', /cannot be a field/],
    ['ref', /already has/],
    ['ref[]', /already has/],
    ['naïve', /already has/],
    ['', /Enter the name/],
  ])('rejects a field named %j with an error at the field, and omits it', (name, message) => {
    const url = `${LINK}&ref=1&na%C3%AFve=2`;
    const fields = [
      { name, value: 'x' },
      { name: 'fine', value: 'y' },
    ];
    const [wrong, fine] = checkoutFieldErrors(url, fields);
    expect(wrong).toMatch(message);
    expect(fine).toBeNull();
    expect(withCheckoutFields(url, fields)).toBe(`${url}&fine=y`);
  });

  it('rejects a second field of the same name', () => {
    const fields = [
      { name: 'order', value: '1' },
      { name: ' order ', value: '2' },
    ];
    expect(checkoutFieldErrors(LINK, fields)).toEqual([null, 'This field is already there']);
    expect(withCheckoutFields(LINK, fields)).toBe(`${LINK}&order=1`);
  });

  it('restores every field as typed, and changes nothing of the link', () => {
    const text = fc.string({ unit: 'binary', maxLength: 20 });
    const url = fc
      .record({ query: fc.webQueryParameters(), fragment: fc.option(fc.webFragments(), { nil: null }) })
      .map(
        ({ query, fragment }) => `https://pay.example/m/1?uuid=u-1&${query}${fragment === null ? '' : `#${fragment}`}`,
      );
    fc.assert(
      fc.property(url, fc.array(fc.record({ name: text, value: text }), { maxLength: 5 }), (link, fields) => {
        const customised = withCheckoutFields(link, fields);
        const [address = '', ...rest] = link.split('#');
        expect(customised.startsWith(address)).toBe(true);
        expect(customised.split('#').slice(1)).toEqual(rest);
        expect(linkUuid(customised)).toBe('u-1');
        const errors = checkoutFieldErrors(link, fields);
        const before = [...new URL(link).searchParams];
        const added = fields
          .map(({ name, value }) => [name.trim().toWellFormed(), value.trim().toWellFormed()])
          .filter(([name, value], index) => errors[index] === null && name !== '' && value !== '');
        expect([...new URL(customised).searchParams]).toEqual([...before, ...added]);
      }),
      { numRuns: 1_000 },
    );
  });
});
