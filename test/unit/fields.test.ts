// Texts and addresses that a seller types: products, notes, the sign-in, and the webhook (document, sections 2, 5 and 8).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { productFieldsSchema } from '../../src/shared/product.ts';
import { serviceAddressSchema, signInSchema } from '../../src/shared/session.ts';
import { hasControlCharacter, lineOfText, linesOfText, noteSchema } from '../../src/shared/text.ts';
import { texts } from '../../src/shared/texts/main.ts';
import { webhookKeySchema, webhookUrlSchema } from '../../src/shared/webhook.ts';

const { signIn, webhook, enterWholeAddress } = texts.fields;
const line = lineOfText(() => 'Enter the title');
const lines = linesOfText(() => 'Enter the description');
const isControl = (character: string) => /\p{Cc}/u.test(character);
/** All control characters, C0 and C1. */
const CONTROLS = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)).filter(isControl);

const isFine = (schema: z.ZodType, given: unknown) => schema.safeParse(given).success;
const problem = (schema: z.ZodType, given: unknown) => schema.safeParse(given).error?.issues[0]?.message;

describe('a text', () => {
  it('is trimmed, required, and otherwise unchanged in any script', () => {
    for (const text of ['Logo design', 'Ωμέγα', 'شعار', '日本語', '👩‍👩‍👧 café', '<b>&amp;</b>', '__proto__'])
      expect(line.parse(`  ${text}\n `)).toBe(text);
    expect(line.parse('a\ud800')).toBe('a\ufffd');
    expect(isFine(lines, 'x'.repeat(65_537))).toBe(false);
    for (const text of ['', ' ', '\t\n', '\u00a0\u2003'])
      expect([problem(line, text), problem(lines, text)]).toEqual(['Enter the title', 'Enter the description']);
  });

  it('has none of the 65 control characters, but may have line breaks in a description', () => {
    expect(CONTROLS).toHaveLength(65);
    for (const control of CONTROLS) {
      const text = `a${control}b`;
      const isBreak = control === '\n' || control === '\r';
      expect([isFine(line, text), isFine(lines, text), hasControlCharacter(text)], text).toEqual([
        false,
        isBreak,
        true,
      ]);
    }
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
        expect(isFine(line, text)).toBe(text.trim() !== '' && ![...text.trim()].some(isControl));
      }),
    );
    const product = { buttonTitle: 'Order', productTitle: 'Logo', productDescription: 'Three.\r\n\nTwo.' };
    expect(productFieldsSchema.parse(product)).toEqual(product);
    for (const change of [{ buttonTitle: 'a\nb' }, { productTitle: 'a\nb' }])
      expect(isFine(productFieldsSchema, { ...product, ...change })).toBe(false);
  });

  it('of a note has at most 2,000 characters', () => {
    expect(isFine(noteSchema, 'x'.repeat(2_001))).toBe(false);
    expect(isFine(noteSchema, ` ${'x'.repeat(2_000)} `)).toBe(true);
  });
});

describe('a service address', () => {
  it.each([
    ['  https://shop.example/  ', 'https://shop.example'],
    ['https://shop.example/Base/path/', 'https://shop.example/Base/path'],
    ['HTTPS://Shop.EXAMPLE:443/', 'https://shop.example'],
    ['https://bücher.example', 'https://xn--bcher-kva.example'],
    ['http://127.1:4010', 'http://127.0.0.1:4010'],
    ['http://[0:0:0:0:0:0:0:1]', 'http://[::1]'],
    [' Shop.example:8443/base/ ', 'https://shop.example:8443/base'],
    ['localhost:4010', 'http://localhost:4010'],
    ['[::1]:4010', 'http://[::1]:4010'],
  ])('%s is stored as %s', (typed, stored) => {
    expect(serviceAddressSchema.parse(typed)).toBe(stored);
  });

  it.each([
    [signIn.enterAddress, '|   '],
    [enterWholeAddress, 'shop|mara@shop.example|ftp://shop.example|javascript:alert(1)|https://|https://a\n.example'],
    [signIn.useHttps, 'http://shop.example|http://10.0.0.1|http://0.0.0.0:3000|http://[::]:3000|http://128.0.0.1'],
    [signIn.useHttps, 'http://127.0.0.1.shop.example|http://shop.localhost:4010|http://notlocalhost'],
    [signIn.noCredentials, 'https://mira:secret@shop.example|https://mira@shop.example'],
    [signIn.noQuery, 'https://shop.example?x=1|https://shop.example/?|https://shop.example#top'],
  ])('is rejected with "%s": %j', (why, texts) => {
    for (const text of texts.split('|')) expect(problem(serviceAddressSchema, text), text).toBe(why);
  });
});

it('a sign-in needs an e-mail address, and keeps the password exactly as typed', () => {
  const typed = { serviceAddress: 'https://shop.example/', email: ' mira@example.com ', password: ' pass word ' };
  const read = { serviceAddress: 'https://shop.example', email: 'mira@example.com', password: ' pass word ' };
  expect(signInSchema.parse(typed)).toEqual(read);
  const wrong = (change: object) =>
    signInSchema.safeParse({ ...typed, ...change }).error?.issues.map(({ path }) => path[0]);
  for (const email of ['', 'mira', 'mira@', '@example.com', 'a b@example.com', 'a@b@c', 'a@b\n.c'])
    expect(wrong({ email }), email).toEqual(['email']);
  expect(wrong({ serviceAddress: '', email: '', password: '' })).toEqual(['serviceAddress', 'email', 'password']);
});

describe('the webhook', () => {
  it('has a key of exactly 64 printable ASCII characters, since it is sent in a header', () => {
    for (let length = 0; length <= 130; length += 1)
      expect(isFine(webhookKeySchema, 'k'.repeat(length)), `${length} characters`).toBe(length === 64);
    for (let code = 0; code < 0x180; code += 1) {
      const key = String.fromCharCode(code) + 'k'.repeat(63);
      expect(isFine(webhookKeySchema, key), `character ${code}`).toBe(code > 0x20 && code < 0x7f);
    }
  });

  it.each([
    ['https://orders.example/hook?x=%20#part', 'https://orders.example/hook?x=%20#part'],
    ['  https://user:pass@orders.example/ ', 'https://user:pass@orders.example/'],
    ['orders.example', 'https://orders.example'],
    ['orders.example?from=store', 'https://orders.example?from=store'],
  ])('may be typed as %s, and is stored with a scheme', (typed, url) => {
    expect(webhookUrlSchema.parse(typed)).toBe(url);
    expect(webhookUrlSchema.parse(url)).toBe(url);
  });

  it.each([
    [webhook.enterUrl, '|  '],
    [enterWholeAddress, 'orders|ftp://orders.example|javascript:alert(1)'],
    [webhook.useHttps, 'http://orders.example/hook|http://192.168.0.4/hook'],
    [webhook.noSpaces, 'https://orders.example/a b|https://orders.example/a\nb|https://orders.example/a\u0000b'],
  ])('is refused with "%s": %j', (why, texts) => {
    for (const text of texts.split('|')) expect(problem(webhookUrlSchema, text), text).toBe(why);
  });
});
