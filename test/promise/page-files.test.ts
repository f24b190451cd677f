// The app's protocol serves the built renderer's files with the right types and policy, and nothing else.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { APP_URL, answerPageRequest } from '../../src/main/electron/page-files.ts';
import { META_POLICY, PAGE_HEADERS } from '../../src/main/electron/page-policy.ts';

const root = mkdtempSync(join(tmpdir(), 'storefront-page-files-'));
const folder = join(root, 'renderer');
const get = (url: string, method = 'GET') => answerPageRequest({ url, method }, folder);

beforeAll(() => {
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'assets/index-1.js'), 'run()');
  writeFileSync(join(folder, 'assets/index-1.css'), 'a{}');
  writeFileSync(join(folder, 'assets/notes.sqlite'), 'not of the page');
  writeFileSync(join(root, 'secret.json'), '{"secret":1}');
  mkdirSync(join(root, 'renderer-other'));
  writeFileSync(join(root, 'renderer-other/index.html'), 'another folder with a longer name');
});
afterAll(() => rmSync(root, { recursive: true }));

describe('the app’s protocol', () => {
  it.each([
    [APP_URL, 'text/html; charset=utf-8', '<!doctype html>'],
    ['app://desk/', 'text/html; charset=utf-8', '<!doctype html>'],
    ['app://desk/index.html?x=1#/products', 'text/html; charset=utf-8', '<!doctype html>'],
    ['app://desk/assets/index-1.js', 'text/javascript; charset=utf-8', 'run()'],
    ['app://desk/assets/index-1.css', 'text/css; charset=utf-8', 'a{}'],
  ])('answers %s as %s, under the policy', async (url, type, body) => {
    const answer = await get(url);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe(type);
    expect(answer.headers.get('content-security-policy')).toBe(PAGE_HEADERS['Content-Security-Policy']);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await answer.text()).toBe(body);
  });

  it.each([
    'app://desk/../secret.json',
    'app://desk/%2e%2e/secret.json',
    'app://desk/..%2fsecret.json',
    'app://desk/assets/..%2f..%2fsecret.json',
    'app://desk/..%5csecret.json',
    'app://desk/assets/..\\..\\secret.json',
    'app://desk/%2e%2e%2frenderer-other/index.html',
    'app://desk//etc/hostname.json',
    `app://desk/${encodeURIComponent(join(root, 'secret.json'))}`,
    'app://desk/C:/secret.json',
    'app://desk/index.html%00.json',
    'app://desk/%zz.html',
    'app://desk/assets',
    'app://desk/assets/missing.js',
    'app://desk/assets/notes.sqlite',
    'app://other/index.html',
    'file:///etc/hostname',
    'https://desk/index.html',
    'no address',
  ])('serves nothing for %s', async (url) => {
    const answer = await get(url);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toBe('');
  });

  it('answers a HEAD without a body, and no other method', async () => {
    const head = await get(APP_URL, 'HEAD');
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '15', '']);
    for (const method of ['POST', 'PUT', 'DELETE']) expect((await get(APP_URL, method)).status).toBe(405);
  });

  it('has a policy without eval, inline scripts or remote sources', () => {
    for (const policy of [META_POLICY, PAGE_HEADERS['Content-Security-Policy']]) {
      const directives = new Map(
        policy.split('; ').map((directive): [string, string[]] => {
          const [name = '', ...sources] = directive.split(' ');
          return [name, sources];
        }),
      );
      expect(directives.get('default-src')).toEqual(["'none'"]);
      expect(directives.get('script-src')).toEqual(["'self'"]);
      expect(directives.get('connect-src')).toEqual(["'none'"]);
      expect(policy).not.toMatch(/unsafe-eval|https?:|\*|wss?:/);
    }
  });
});
