// `npm start` on Electron: signals reach the app, and never interrupt its exit.
import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { driven } from '../../tools/launch/driven-process.ts';
import { root } from '../../tools/launch/project.ts';

const FOREGROUND = pathToFileURL(`${root}/tools/launch/foreground.ts`).href;

/** Exits in order at the second signal, a moment later. */
const PROGRAM = `
let times = 0;
process.on('SIGINT', () => {
  times += 1;
  console.log('signal ' + times);
  if (times === 2) setTimeout(() => { console.log('ended in order'); process.exit(7); }, 50);
});
setInterval(() => {}, 1000);
console.log('program is there');`;

it.skipIf(process.platform === 'win32')(
  'a second Ctrl+C does not end the app before it has ended in order',
  async () => {
    const start = `
    import { runInForeground } from '${FOREGROUND}';
    process.exit(await runInForeground(process.execPath, ['-e', ${JSON.stringify(PROGRAM)}]));`;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', start], { cwd: root });
    const launcher = driven(child);
    try {
      await launcher.waitFor(/(program is there)/, 20_000);
      child.kill('SIGINT');
      await launcher.waitFor(/(signal 1)/, 20_000);
      child.kill('SIGINT');
      await launcher.waitFor(/(ended in order)/, 20_000);
      expect(await launcher.exited).toBe(7);
    } finally {
      await launcher.kill();
    }
  },
);
