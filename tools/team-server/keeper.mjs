// Runs a program, and ends it when our standard input ends: also where the process that started us was killed.
import { spawn } from 'node:child_process';

// The data of nats-server is for this user alone.
process.umask(0o077);
const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
child.on('error', (error) => {
  console.error(error.message);
  process.exit(127);
});
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGTERM' ? 0 : 1)));

function end() {
  child.kill('SIGTERM');
  setTimeout(() => child.kill('SIGKILL'), 15_000);
}
process.stdin.on('end', end).resume();
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, end);
// A closed terminal: the process that started us decides.
process.on('SIGHUP', () => undefined);
