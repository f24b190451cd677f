// The receiver snippets of the app, each run unchanged against the practice store's webhook.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PRACTICE_SELLER, type PracticeStore, startPracticeStore } from '../../src/practice-store/server.ts';
import { SNIPPETS } from '../../src/renderer/screens/webhook/snippets.ts';
import { freePort } from '../support/free-port.ts';

const KEY = 'k3y-'.repeat(16);

interface Language {
  readonly name: string;
  readonly command: string;
  readonly file: string;
  readonly run: (file: string, port: number) => readonly string[];
}

const LANGUAGES: readonly Language[] = [
  { name: 'Node', command: process.execPath, file: 'receiver.mjs', run: (file) => [file] },
  { name: 'PHP', command: 'php', file: 'receiver.php', run: (file, port) => ['-S', `127.0.0.1:${port}`, file] },
  { name: 'Python', command: 'python3', file: 'receiver.py', run: (file) => ['-u', file] },
];

const isThere = (command: string): boolean => spawnSync(command, ['--version']).status === 0;

let folder: string;
let store: PracticeStore;
let child: ChildProcess | null = null;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'receiver-'));
  store = await startPracticeStore();
});
afterEach(async () => {
  if (child && child.exitCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  child = null;
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

async function api(
  method: 'POST' | 'PATCH',
  path: string,
  body: unknown,
  token = '',
): Promise<{ status: number; text: string }> {
  const answer = await request(`${store.url}/api/shop/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body === null ? {} : { 'content-type': 'application/json' }) },
    body: body === null ? null : JSON.stringify(body),
  });
  return { status: answer.statusCode, text: await answer.body.text() };
}

/** Starts the snippet with only its port changed, and waits until it responds. */
async function start({ name, command, file, run }: Language): Promise<{ url: string; output: () => string }> {
  const port = await freePort();
  const code = SNIPPETS.find((snippet) => snippet.name === name)?.code ?? '';
  const path = join(folder, file);
  await writeFile(path, code.replace('8080', String(port)));
  const started = spawn(command, run(path, port), { env: { ...process.env, WEBHOOK_KEY: KEY } });
  child = started;
  let output = '';
  for (const stream of [started.stdout, started.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const url = `http://127.0.0.1:${port}/`;
  const answers = () =>
    request(url, { method: 'POST', body: '{}' }).then(
      async ({ statusCode, body }) => {
        await body.dump();
        return statusCode;
      },
      () => 0,
    );
  // Without a key it is rejected.
  await expect.poll(answers, { interval: 100 }).toBe(403);
  return { url, output: () => output };
}

describe.each(LANGUAGES)('the receiver in $name', (language) => {
  const run = isThere(language.command) ? it : it.skip;

  run('takes what carries the key, and turns away everything else', async () => {
    const { url, output } = await start(language);
    const login = JSON.parse((await api('POST', 'auth/login', PRACTICE_SELLER)).text) as { access_token: string };
    const save = (key: string) =>
      api(
        'PATCH',
        'store-settings',
        { after_sell_webhook_url: url, after_sell_webhook_key: key, is_after_sell_webhook_on: true },
        login.access_token,
      );
    const test = () => api('POST', 'store-settings/test-sell-webhook', null, login.access_token);
    await save(KEY);
    expect(await test()).toMatchObject({ status: 200, text: '1' });
    await expect.poll(output).toContain('"event":"test"');
    const before = output().match(/"event":"test"/g)?.length;
    for (const wrong of ['x'.repeat(64), `${KEY.slice(0, 63)}X`]) {
      await save(wrong);
      expect(await test()).toMatchObject({ status: 502, text: expect.stringContaining('answered 403') });
    }
    await save(KEY);
    expect(await test()).toMatchObject({ status: 200 });
    await expect.poll(() => output().match(/"event":"test"/g)?.length).toBe((before ?? 0) + 1);
    expect(output()).not.toContain(KEY);
  });
});

it('this test runs every snippet of the app', () => {
  expect(SNIPPETS.map(({ name }) => name)).toEqual(LANGUAGES.map(({ name }) => name));
});
