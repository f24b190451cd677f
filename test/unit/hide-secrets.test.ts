// Secrets are hidden in texts from outside, in every usual notation and even if the text was cut inside them.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hideSecrets } from '../../src/shared/hide-secrets.ts';

const KEY = 'rT5&kP9<xQ2>w"L8/zN+4=\'mB7\\v^3%ab20_7Hn-c1~Yd6!eG0#jU8$oI5*sZ4;R';
const MARK = '(hidden)';
const hide = (text: string, ...secrets: string[]) => hideSecrets(text, secrets, MARK);
const numbered = (text: string, signs: RegExp) =>
  text.replace(signs, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
/** Without the last letter if the following text would change it. */
const inBase64 = (text: string) => Buffer.from(text).toString('base64').replace(/.=+$/, '');

describe('a secret in a text', () => {
  it('is hidden plain, in JSON, in addresses and forms, and in base64', () => {
    for (const [how, body] of [
      ['plain', KEY],
      ['JSON', JSON.stringify(KEY).slice(1, -1)],
      ['JSON with escaped slashes', JSON.stringify(KEY).slice(1, -1).replaceAll('/', '\\/')],
      ['JSON as encoders for web pages write it', numbered(JSON.stringify(KEY).slice(1, -1), /[<>&']/g)],
      ['a form', new URLSearchParams({ KEY }).toString().slice(4)],
      ['an address', encodeURIComponent(KEY)],
      ['an address with small digits', encodeURIComponent(KEY).replace(/%../g, (code) => code.toLowerCase())],
      ['base64', inBase64(KEY)],
      ['base64 for addresses', Buffer.from(KEY).toString('base64url').slice(0, -1)],
    ] as const)
      expect(hide(`before(${body})after`, KEY), how).toBe(`before(${MARK})after`);
  });

  it('is hidden in base64 after any other text', () => {
    for (const before of ['', 'a', 'ab', 'abc'])
      expect(hide(Buffer.from(`${before}${KEY}!`).toString('base64'), KEY)).toContain(MARK);
  });

  it('is hidden if the text ends inside it, after eight characters or more', () => {
    for (let length = 8; length < KEY.length; length += 1)
      expect(hide(`key: ${KEY.slice(0, length)}`, KEY)).toBe(`key: ${MARK}`);
    expect(hide(`key: ${KEY.slice(0, 7)}`, KEY)).toBe(`key: ${KEY.slice(0, 7)}`);
  });

  it.each(['$&$1', '.*+?^', 'pässwört🙂'])('is hidden whatever it contains: %s', (secret) => {
    const json = JSON.stringify(secret).slice(1, -1);
    expect(hide(`${secret} and ${numbered(json, /[^ -~]/g)}`, secret)).toBe(`${MARK} and ${MARK}`);
  });

  it('is kept if it is so short that hiding it would hide half the text', () => {
    expect(hide('a aa aaa', 'a', 'aa', 'aaa', '')).toBe('a aa aaa');
  });

  it('is hidden as a whole if another secret is part of it', () => {
    expect(hide(`${KEY} ${KEY.slice(0, 20)}`, KEY.slice(0, 20), KEY)).toBe(`${MARK} ${MARK}`);
  });

  it('is hidden alone: other texts stay unchanged', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(hide(text, KEY, 'abc')).toBe(text);
      }),
      { numRuns: 30 },
    );
  });
});
