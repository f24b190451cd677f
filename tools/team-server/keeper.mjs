// Runs nats-server, makes it read its users again when they change, and ends it when our standard input ends, which also happens
// when the process that started us is killed.
import { spawn } from 'node:child_process';
import { watchFile } from 'node:fs';

// Only this user may read the data of nats-server.
process.umask(0o077);
const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: 'inherit' });
child.on('error', (error) => {
  console.error(error.message);
  process.exit(127);
});
child.on('exit', (code) => process.exit(code ?? 1));
// Windows has no such signal.
if (process.platform !== 'win32') watchFile('accounts.conf', { interval: 200 }, () => child.kill('SIGHUP'));
process.stdin
  .on('end', () => {
    child.kill('SIGTERM');
    // After a full disk nats-server does not end by itself.
    setTimeout(() => child.kill('SIGKILL'), 15_000);
  })
  .resume();
