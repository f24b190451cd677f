// The receiver snippets of the app, each run unchanged against the practice store's webhook.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { request } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PRACTICE_SELLER, startPracticeStore } from '../../src/practice-store/server.ts';
import { SNIPPETS } from '../../src/renderer/screens/webhook/snippets.ts';
import { temporaryFolder } from '../support/folder.ts';
import { freePort } from '../support/free-port.ts';

const KEY = 'k3y-'.repeat(16);

const LANGUAGES: readonly {
  name: string;
  command: string;
  file: string;
  args: (file: string, port: number) => string[];
}[] = [
  { name: 'Node', command: process.execPath, file: 'receiver.mjs', args: (file) => [file] },
  { name: 'PHP', command: 'php', file: 'receiver.php', args: (file, port) => ['-S', `127.0.0.1:${port}`, file] },
  { name: 'Python', command: 'python3', file: 'receiver.py', args: (file) => ['-u', file] },
];

const isThere = (command: string): boolean => spawnSync(command, ['--version']).status === 0;

function endAfterTest(child: ChildProcess): void {
  onTestFinished(async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
}

describe.each(LANGUAGES)('the receiver in $name', ({ name, command, file, args }) => {
  it.runIf(isThere(command))('takes what carries the key, and turns away everything else', async () => {
    const store = await startPracticeStore();
    onTestFinished(() => store.close());
    const api = async (method: 'POST' | 'PATCH', path: string, body: unknown, token = '') => {
      const answer = await request(`${store.url}/api/shop/${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body === null ? {} : { 'content-type': 'application/json' }) },
        body: body === null ? null : JSON.stringify(body),
      });
      return { status: answer.statusCode, text: await answer.body.text() };
    };
    const port = await freePort();
    const path = join(temporaryFolder(), file);
    const code = SNIPPETS.find((snippet) => snippet.name === name)?.code ?? '';
    await writeFile(path, code.replace('8080', String(port)));
    const child = spawn(command, args(path, port), { env: { ...process.env, WEBHOOK_KEY: KEY } });
    endAfterTest(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    const url = `http://127.0.0.1:${port}/`;
    // Without a key it is rejected.
    const status = () =>
      fetch(url, { method: 'POST', body: '{}' }).then(
        (answer) => answer.status,
        () => 0,
      );
    await expect.poll(status, { interval: 100, timeout: 20_000 }).toBe(403);

    const { access_token } = JSON.parse((await api('POST', 'auth/login', PRACTICE_SELLER)).text);
    const save = (key: string) => {
      const settings = { after_sell_webhook_url: url, after_sell_webhook_key: key, is_after_sell_webhook_on: true };
      return api('PATCH', 'store-settings', settings, access_token);
    };
    const test = () => api('POST', 'store-settings/test-sell-webhook', null, access_token);
    const received = () => output.match(/"event":"test"/g)?.length;
    await save(KEY);
    expect(await test()).toMatchObject({ status: 200, text: '1' });
    await expect.poll(received).toBe(1);
    for (const wrong of ['x'.repeat(64), `${KEY.slice(0, 63)}X`]) {
      await save(wrong);
      expect(await test()).toMatchObject({ status: 502, text: expect.stringContaining('403') });
    }
    await save(KEY);
    expect(await test()).toMatchObject({ status: 200 });
    await expect.poll(received).toBe(2);
    expect(output).not.toContain(KEY);
  });
});

it('every snippet of the app is run', () => {
  expect(SNIPPETS.map(({ name }) => name)).toEqual(LANGUAGES.map(({ name }) => name));
});
