// Locks a data folder from its own process and prints the result, for the tests of "one running app per data folder".
//
// Arguments: the data folder, and optionally "child" to start a process that outlives this one.
import { spawn } from 'node:child_process';
import { lockFolder } from '../../src/main/electron/single-instance.ts';

const [folder = '', more = ''] = process.argv.slice(2);
const lock = await lockFolder(folder);
if (lock.kind === 'held' && more === 'child') {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 60_000)'], { detached: true, stdio: 'ignore' });
  child.unref();
  process.stdout.write(`${child.pid}\n`);
}
process.stdout.write(`${lock.kind}\n`);
if (lock.kind === 'held') setInterval(() => undefined, 60_000);
