// Runs nats-server, makes it read its users again when they change, and ends it when the process that started this one
// disconnects or is killed.
import { spawn } from 'node:child_process';
import { watchFile } from 'node:fs';

// Only this user may read the data of nats-server.
process.umask(0o077);
const child = spawn(process.argv[2], ['-c', 'nats.conf'], { stdio: 'inherit' });
child.on('exit', (code) => process.exit(code ?? 1));
// Windows has no such signal.
if (process.platform !== 'win32') watchFile('accounts.conf', { interval: 200 }, () => child.kill('SIGHUP'));
process.on('disconnect', () => {
  child.kill('SIGTERM');
  // After a full disk nats-server does not end by itself.
  setTimeout(() => child.kill('SIGKILL'), 15_000);
});
