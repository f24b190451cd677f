// Locks a folder from a process of its own and prints the result. Arguments: the folder, and optionally "child" to start a process
// that outlives this one and whose id is printed first.
import { spawn } from 'node:child_process';
import { lockFolder } from '../../src/main/storage/folder-lock.ts';

const [folder = '', more = ''] = process.argv.slice(2);
const lock = lockFolder(folder);
if (lock.kind === 'held' && more === 'child') {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 60_000)'], { detached: true, stdio: 'ignore' });
  child.unref();
  process.stdout.write(`${child.pid}\n`);
}
process.stdout.write(`${lock.kind}\n`);
setInterval(() => undefined, 60_000);
