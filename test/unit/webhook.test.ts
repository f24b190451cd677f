// The webhook settings follow the document, sections 2 and 8: a URL, and a key of exactly 64 characters.
import { describe, expect, it } from 'vitest';
import { WEBHOOK_KEY_LENGTH, webhookKeySchema, webhookUrlSchema } from '../../src/shared/webhook.ts';

const KEY = 'k'.repeat(64);
const keyMessage = (key: unknown) => webhookKeySchema.safeParse(key).error?.issues[0]?.message;
const urlMessage = (url: unknown) => webhookUrlSchema.safeParse(url).error?.issues[0]?.message;

describe('the verification key', () => {
  it('has exactly 64 characters', () => {
    expect(WEBHOOK_KEY_LENGTH).toBe(64);
    for (let length = 0; length <= 130; length += 1) {
      expect(webhookKeySchema.safeParse('k'.repeat(length)).success, `${length} characters`).toBe(length === 64);
    }
  });

  it('accepts every printable ASCII character, since it is sent in a header, and no others', () => {
    for (let code = 0; code < 0x180; code += 1) {
      const key = String.fromCharCode(code) + KEY.slice(1);
      expect(webhookKeySchema.safeParse(key).success, `character ${code}`).toBe(code > 0x20 && code < 0x7f);
    }
    expect(keyMessage(`é${KEY.slice(1)}`)).toContain('without spaces or accents');
  });
});

describe('the webhook URL', () => {
  it.each([
    'https://orders.example/after-sell',
    'https://orders.example/after-sell?source=store&x=%20#part',
    'https://user:pass@orders.example/',
    'http://localhost:9000/hook',
    'http://127.0.0.1:9000',
    'http://[::1]:9000/hook',
  ])('may be %s, and is kept as typed', (url) => {
    expect(webhookUrlSchema.parse(`  ${url} `)).toBe(url);
  });

  it.each([
    ['orders.example', 'https://orders.example'],
    ['orders.example?from=store', 'https://orders.example?from=store'],
    ['orders.example:8443/hook#a', 'https://orders.example:8443/hook#a'],
    ['localhost:9000/hook', 'http://localhost:9000/hook'],
    ['127.0.0.1/hook', 'http://127.0.0.1/hook'],
    ['[::1]:9000', 'http://[::1]:9000'],
  ])('may be typed without its scheme, as %s', (typed, url) => {
    expect(webhookUrlSchema.parse(typed)).toBe(url);
    expect(webhookUrlSchema.parse(url)).toBe(url);
  });

  it.each([
    ['', 'Enter the webhook URL'],
    ['  ', 'Enter the webhook URL'],
    ['orders', 'Enter a whole address that starts with https://, or http:// on this computer'],
    ['ftp://orders.example', 'Enter a whole address that starts with https://, or http:// on this computer'],
    ['javascript:alert(1)', 'Enter a whole address that starts with https://, or http:// on this computer'],
    ['http://orders.example/hook', 'Use https:// (http:// is only for an address on this computer)'],
    ['http://192.168.0.4/hook', 'Use https:// (http:// is only for an address on this computer)'],
    ['https://orders.example/a b', 'A URL has no spaces or line breaks in it'],
    ['https://orders.example/a\nb', 'A URL has no spaces or line breaks in it'],
    ['https://orders.example/a\u0000b', 'A URL has no spaces or line breaks in it'],
  ])('may not be %j', (url, reason) => {
    expect(urlMessage(url)).toBe(reason);
  });
});
