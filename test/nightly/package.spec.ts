// Packages the real build, with Electron's files if they are installed. Otherwise the program in the package starts the
// Chromium host, with the packed files only.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { MessageChannel, Worker } from 'node:worker_threads';
import { lockFolder } from '../../src/main/storage/folder-lock.ts';
import { chooseHost } from '../../tools/launch/choose-host.ts';
import { root } from '../../tools/launch/project.ts';
import { expect, test } from '../support/app-test.ts';
import { writeElectronStandIn } from '../support/electron-stand-in.ts';

const node = (args: readonly string[], env: Readonly<Record<string, string>>) =>
  promisify(execFile)(process.execPath, args, { cwd: root, env: { ...process.env, ...env } });

/** Runs a query in the catalog's reader thread, started from the files of an unpacked archive. */
async function askReader(folder: string, sql: string): Promise<unknown> {
  const reader = new Worker(join(folder, 'out/main/reader-worker.js'), {
    workerData: ':memory:',
    execArgv: [],
  });
  const { port1, port2 } = new MessageChannel();
  reader.postMessage({ sql, values: [], port: port2 }, [port2]);
  const [answer] = await once(port1, 'message');
  await reader.terminate();
  return answer;
}

test('a package holds the built app and its dependencies, is sealed, and does the main job', async ({
  userDataDir,
}) => {
  test.skip(process.platform !== 'linux', 'the package of this system is made by the workflow');
  const host = chooseHost();
  const output = join(userDataDir, 'release');
  const program = join(output, 'linux-unpacked/storefront-desk');
  const electron = host.kind === 'electron' ? dirname(host.path) : join(userDataDir, 'electron-dist');
  if (host.kind !== 'electron') writeElectronStandIn(electron, '11110011');

  const packing = await node(['--import', 'tsx', join(root, 'tools/package/package.ts'), '--dir'], {
    STOREFRONT_ELECTRON_DIST: electron,
    STOREFRONT_PACKAGE_OUTPUT: output,
  });
  expect(packing.stdout).toContain('The packages are sealed.');
  const licenses = readFileSync(join(dirname(program), 'resources/third-party-licenses.txt'), 'utf8');
  // An installed package, one bundled into the window, and one bundled into the main process.
  for (const name of ['libsql', 'react', 'hono'])
    expect(licenses).toMatch(new RegExp(`^${name} \\d.* \\(MIT\\)$`, 'm'));
  // The fuses are set in the binary itself.
  if (host.kind !== 'electron') expect(readFileSync(program).toString('latin1')).toContain('01001100');

  // Only an app that loads the packed native module sees the lock and refuses to start.
  if (host.kind !== 'electron') {
    const held = join(userDataDir, 'held');
    expect(await lockFolder(join(held, 'desk'))).toMatchObject({ kind: 'held' });
    const refused = promisify(execFile)(program, [`--user-data-dir=${held}`]);
    await expect(refused).rejects.toMatchObject({ code: 3, stderr: expect.stringContaining(join(held, 'desk')) });
    // The database module was packed too, and the reader thread finds both in the package.
    const answer = await askReader(join(dirname(program), 'resources/unpacked'), "SELECT 'found' AS answer");
    expect(answer).toEqual({ rows: [{ answer: 'found' }] });
  }
  // The app refuses the debugger switches in every spelling, before it creates its data folder.
  for (const given of ['--remote-debugging-port=0', '-remote-debugging-port=0', '--remote-debugging-pipe']) {
    const folder = join(userDataDir, 'refused');
    const refused = await promisify(execFile)(program, [`--user-data-dir=${folder}`, given]).catch(
      (error: { code?: number; stderr?: string }) => error,
    );
    expect(refused).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('would let another program into this app'),
    });
    expect(existsSync(join(folder, 'desk'))).toBe(false);
  }

  const runner = join(root, 'node_modules/@playwright/test/cli.js');
  const own = ['--workers=1', '--reporter=line', `--output=${join(userDataDir, 'main-job')}`];
  const job = await node([runner, 'test', '--project=app', 'main-job', ...own], { STOREFRONT_PACKED: program });
  expect(job.stdout).toContain(`on the packed app (${program})`);
  expect(job.stdout).toMatch(/1 passed/);
});
