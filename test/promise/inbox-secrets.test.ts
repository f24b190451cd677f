// A delivery that repeats the webhook key leaves no trace of it: not on disk, and not in the window.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { shownDelivery } from '../../src/main/webhook/inbox/pretty.ts';
import { temporaryFolder } from '../support/folder.ts';
import { type OpenInbox, openInbox, sendRaw } from '../support/inbox.ts';

const KEY = 'rT5&kP9<xQ2>w"L8/zN+4=\'mB7\\v^3%ab20_7Hn-c1~Yd6!eG0#jU8$oI5*sZ4;R';
/** A key that this app does not know, such as an old one. */
const OTHER = 'older-key:Qw3rTy&Uio=Pa5dF/gHj+Kl%ZxC"vBn<M1x3y5z7w9q0pdfghjvbnkz';

let folder: string;
let open: OpenInbox;
beforeEach(async () => {
  folder = temporaryFolder();
  open = await openInbox(folder);
  open.store.key = KEY;
});
afterEach(async () => {
  await open.close();
});

/** Decoders for the common ways to write bytes as text. */
const READ: readonly ((text: string) => string)[] = [
  (text) => text.replaceAll('\0', ''),
  (text) => text.replace(/\\u([\da-f]{4})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
  (text) => text.replace(/\\(.)/g, '$1'),
  (text) => text.replace(/%([\da-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
  (text) => text.replaceAll('+', ' '),
  (text) => text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))),
  (text) => (text.match(/[\da-f]{16,}/gi) ?? []).map((part) => Buffer.from(part, 'hex').toString('latin1')).join('\n'),
  ...[0, 1, 2, 3].map(
    (from) => (text: string) =>
      (text.match(/[\w+/-]{12,}/g) ?? [])
        .map((part) => Buffer.from(part.slice(from), 'base64').toString('latin1'))
        .join('\n'),
  ),
];

/** Every part of eight characters of a secret that a text contains, even after it is decoded twice. */
function traces(text: string, secret: string, depth = 2): string[] {
  const parts = Array.from({ length: secret.length - 7 }, (_, index) => secret.slice(index, index + 8)).filter((part) =>
    text.includes(part),
  );
  if (depth === 0) return parts;
  const decoded = new Set(READ.map((read) => read(text)).filter((other) => other !== '' && other !== text));
  return [...parts, ...[...decoded].flatMap((other) => traces(other, secret, depth - 1))];
}

async function onDisk(): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return (await Promise.all(files.map((file) => readFile(file, 'latin1')))).join('\n');
}

const form = { 'content-type': 'application/x-www-form-urlencoded' };
type Echo = readonly [what: string, body: string | Buffer, headers?: Record<string, string>];
const base64 = (text: string) => Buffer.from(text).toString('base64');
const echoes = (key: string): readonly Echo[] => [
  ['bytes that are no text', Buffer.from([0xff, 0xfe, 0, ...Buffer.from(key), 0x80, 0xff])],
  ['a form', new URLSearchParams({ event: 'x', key }).toString(), form],
  ['a form with small digits', encodeURIComponent(key).replace(/%../g, (code) => code.toLowerCase()), form],
  ['JSON', JSON.stringify({ key, again: { key } })],
  ['a packed body', gzipSync(JSON.stringify({ key })), { 'content-encoding': 'gzip' }],
  ['base64', JSON.stringify({ auth: base64(`user:${key}`) })],
  ['an end that was cut', `{"key":"${key.slice(0, 20)}`],
  ['a long body', JSON.stringify({ before: 'x'.repeat(32 * 1024 - 40), key, after: 'x'.repeat(40_000) })],
];

describe('a delivery that repeats its key', () => {
  it.each([
    ['of a store', KEY, '"verified"'],
    ['that this app does not know', OTHER, 'wrong'],
  ])('leaves no trace of a key %s on disk or in the window', async (_, key, outcome) => {
    for (const [what, body, headers] of echoes(key)) {
      expect(await open.post(body, { 'Webhook-Key': key, ...headers }), what).toBe(200);
      const [delivery] = open.store.kept();
      expect(delivery, what).toBeDefined();
      expect(traces(JSON.stringify(delivery && shownDelivery(delivery)), key), what).toEqual([]);
    }
    expect(open.store.kept()).toHaveLength(echoes(key).length);
    // While the database is open, its log has every page that was written.
    for (const close of [async () => undefined, open.close]) {
      await close();
      const disk = await onDisk();
      expect(disk).toContain('(hidden key)');
      expect(disk).toContain(outcome);
      expect(traces(disk, key)).toEqual([]);
    }
  });

  it('leaves no trace of it in other headers, in header names, or in the path', async () => {
    const inBase64 = base64(`key:${KEY}`);
    const inName = 'name-of-a-header-that-is-the-key-qwertzuiop-abcdefghijklmnopqrstu';
    const head = [
      `POST /hook?key=${encodeURIComponent(KEY)}&again=${inBase64} HTTP/1.1`,
      ...['Host: x', 'Connection: close', 'Content-Length: 2'],
      ...[`Webhook-Key: ${KEY}`, `webhook-key: ${inName}`, `X-Echo: ${KEY}`, `Authorization: Basic ${inBase64}`],
      ...[`X-Form: k=${encodeURIComponent(KEY)}`, `X-${inName}: 1`],
    ];
    expect(await sendRaw(open.port, `${head.join('\r\n')}\r\n\r\n{}`)).toMatch(/^HTTP\/1\.1 200/);
    const disk = await onDisk();
    expect(disk).toContain('X-Echo');
    expect([...traces(disk, KEY), ...traces(disk, inName)]).toEqual([]);
  });

  it('keeps everything else unchanged', async () => {
    const bytes = Buffer.from([0xff, 0, 1, 2, 0x80, ...Buffer.from('no key here: rT5&kP9<'), 0xfe]);
    await open.post(bytes, { 'Webhook-Key': KEY });
    expect(Buffer.from(open.store.kept()[0]?.body ?? '', 'base64')).toEqual(bytes);
  });
});
