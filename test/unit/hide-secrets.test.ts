// Secrets are hidden in texts from outside, in any character encoding and wherever the text was cut.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hideSecrets } from '../../src/shared/hide-secrets.ts';

const KEY = 'rT5&kP9<xQ2>w"L8/zN+4=\'mB7\\v^3%ab20_7Hn-c1~Yd6!eG0#jU8$oI5*sZ4;R';
const MARK = '(hidden)';
const hide = (text: string, ...secrets: string[]) => hideSecrets(text, secrets, MARK);
const latin1 = (bytes: Buffer) => bytes.toString('latin1');

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
/** Without the last letter if part of it depends on the following text. */
const inBase64 = (text: string) => Buffer.from(text).toString('base64').replace(/.=+$/, '');
const hex = (sign: string) => sign.charCodeAt(0).toString(16).padStart(2, '0');
/** The ways to write one character of a key. */
const WAYS: readonly ((sign: string) => string)[] = [
  (sign) => (sign === '\\' ? '\\\\' : sign),
  (sign) => `%${hex(sign)}`,
  (sign) => `%${hex(sign).toUpperCase()}`,
  (sign) => `%25${hex(sign)}`,
  (sign) => `\\u00${hex(sign)}`,
  (sign) => `\\u00${hex(sign).toUpperCase()}`,
  (sign) => `\\\\u00${hex(sign)}`,
  (sign) => `\\x${hex(sign)}`,
  (sign) => `&#${sign.charCodeAt(0)};`,
  (sign) => `&#x${hex(sign)};`,
  (sign) => `&amp;#x${hex(sign)};`,
];
const printable = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
/** A backslash at the end is incomplete without its next character. */
const key = fc.string({ unit: printable, minLength: 20, maxLength: 63 }).map((text) => `${text}z`);
const written = (secret: string) =>
  fc
    .array(fc.nat(WAYS.length - 1), { minLength: secret.length, maxLength: secret.length })
    .map((ways) => [...secret].map((sign, at) => WAYS[ways[at] as number]?.(sign) ?? ''));

describe('a secret in a text', () => {
  it.each([
    ['plain', KEY],
    ['JSON', JSON.stringify(KEY).slice(1, -1)],
    ['JSON in JSON', JSON.stringify(JSON.stringify(KEY)).slice(3, -3)],
    ['an address', encodeURIComponent(KEY)],
    ['an address with small digits', encodeURIComponent(KEY).replace(/%../g, (code) => code.toLowerCase())],
    ['a form', new URLSearchParams({ k: KEY }).toString().slice(2)],
    ['an address with each character encoded', [...KEY].map((sign) => `%${hex(sign)}`).join('')],
    ['an address with some characters encoded', KEY.replace(/[rk&/\\%]/g, (sign) => `%${hex(sign)}`)],
    ['an address encoded twice', encodeURIComponent(encodeURIComponent(KEY))],
    ['base64', inBase64(KEY)],
    ['base64 for addresses', Buffer.from(KEY).toString('base64url').slice(0, -1)],
    ['base64 in lines', inBase64(KEY).replace(/(.{30})/g, '$1\r\n')],
    ['base64 in lines in a form', encodeURIComponent(inBase64(KEY).replace(/(.{30})/g, '$1\r\n'))],
    ['base64 in a form', encodeURIComponent(inBase64(KEY))],
    ['base64 in a form that was encoded twice', encodeURIComponent(encodeURIComponent(inBase64(KEY)))],
    ['base64 whose plus signs a form has read as blanks', inBase64(KEY).replaceAll('+', ' ')],
    ['base64 in markup', inBase64(KEY).replaceAll('+', '&#43;').replaceAll('/', '&#x2F;')],
    ['JSON in a form', encodeURIComponent(inJson(KEY))],
    ['JSON in JSON in a form', encodeURIComponent(inJson(inJson(KEY)))],
    ['JSON with escaped slashes in a form', encodeURIComponent(inJson(KEY).replaceAll('/', '\\/'))],
    ['JSON in a form that was encoded twice', encodeURIComponent(encodeURIComponent(inJson(KEY)))],
    ['JSON in base64', inBase64(inJson(KEY))],
    ['JSON in hexadecimal', Buffer.from(inJson(KEY)).toString('hex')],
    ['a form in base64', inBase64(encodeURIComponent(KEY))],
    ['hexadecimal', Buffer.from(KEY).toString('hex')],
    ['large hexadecimal', Buffer.from(KEY).toString('hex').toUpperCase()],
  ])('is hidden completely: %s', (_, body) => {
    expect(hide(`before(${body})after`, KEY)).toBe(`before(${MARK})after`);
  });

  it.each([
    ['little end first', (text: string) => Buffer.from(text, 'utf16le')],
    ['big end first', (text: string) => Buffer.from(text, 'utf16le').swap16()],
  ])('is hidden in UTF-16, and the rest stays readable: %s', (_, encode) => {
    expect(hide(latin1(encode(`before ${KEY} after`)), KEY)).toBe(latin1(encode(`before ${MARK} after`)));
  });

  it('is hidden with each character encoded differently', () => {
    fc.assert(
      fc.property(
        key.chain((secret) => fc.tuple(fc.constant(secret), written(secret))),
        ([secret, signs]) => {
          expect(hide(`before(${signs.join('')})after`, secret)).toBe(`before(${MARK})after`);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('is hidden where the text ends in the middle of it, from eight characters on', () => {
    fc.assert(
      fc.property(
        key.chain((secret) => fc.tuple(fc.constant(secret), written(secret), fc.nat())),
        ([secret, signs, at]) => {
          const whole = signs.join('');
          // A backslash cut off from the next one is no complete character.
          const shortest = signs.slice(0, 10).join('').length;
          const cut = whole.slice(0, shortest + (at % (whole.length - shortest + 1)));
          expect(hide(`before(${cut}`, secret)).toBe(`before(${MARK}`);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('is hidden where the text ends in an entity that begins like two other characters', () => {
    expect(hide('before(abcdefgh&amp;#x26', 'abcdefgh&##ijkl')).toBe(`before(${MARK}`);
  });

  it.each([8, 9, 20, 63])(
    'is hidden where only %i characters of it are left at the end, and not in the middle',
    (size) => {
      const part = 'abcdefgh'.repeat(8).slice(0, size);
      expect(hide(`token ${part}`, 'abcdefgh'.repeat(8))).toBe(`token ${MARK}`);
      expect(hide(`token ${part.slice(0, 7)}`, 'abcdefgh'.repeat(8))).toBe(`token ${part.slice(0, 7)}`);
      expect(hide(`token ${part} and more`, 'abcdefgh'.repeat(8))).toBe(`token ${part} and more`);
    },
  );

  it('is hidden where it was cut in base64 or in UTF-16', () => {
    expect(hide(`x ${Buffer.from(`{"a":"${KEY}`).toString('base64').slice(0, 60)}`, KEY)).toMatch(
      /^x .{8,10}\(hidden\)$/,
    );
    expect(hide(latin1(Buffer.from(`x ${KEY}`, 'utf16le').subarray(0, 61)), KEY)).toBe(
      latin1(Buffer.from(`x ${MARK}`, 'utf16le').subarray(0, 2 * 10 - 1)),
    );
  });

  it('is hidden together with longer secrets that contain it, at any length', () => {
    expect(hide('abcdefgh-12345678 abcdefgh', 'abcdefgh', 'abcdefgh-12345678')).toBe(`${MARK} ${MARK}`);
    for (const length of [2_000, 20_000, 1_000_000]) {
      const token = Array.from({ length }, (_, at) => 'abcdefghijk'[at % 11]).join('');
      expect(hide(`(${token})`, token)).toBe(`(${MARK})`);
    }
  });

  it('leaves every other text unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), key, (text, secret) => {
        fc.pre(!text.includes(secret));
        expect(hide(text, secret)).toBe(text);
      }),
    );
  });

  it.each([
    ['backslashes', '\\'],
    ['percent signs', '%25'],
    ['entities', '&amp;'],
    ['line breaks', '\\n\r\n\0'],
    ['the start of the secret', KEY.slice(0, 63)],
    ['backslashes before a secret of backslashes', '\\'.repeat(30)],
  ])('is searched quickly in a megabyte of %s', (_, part) => {
    const text = part.repeat(300_000 / part.length);
    // Compared here, because a failure would print two megabytes.
    expect(hide(`${text}.`, KEY) === `${text}.`).toBe(true);
    expect(hide(`${text}.`, `${'\\'.repeat(40)}${KEY}`) === `${text}.`).toBe(true);
  });
});
