// Locks a folder in its own process, and prints the result. Arguments: the folder, and optionally "child", which first
// starts a process that outlives this one, and prints its id.
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
