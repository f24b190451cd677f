// A program, `series.mjs PROFILE_FOLDER`: runs apps one after another in this process and in one Chromium, since starting both takes
// longer than most tests.
//
// Each app has modules of its own, and finds Chromium and the process as if they were new. One that exits before it has ended in order
// ends the process.
import { forgetStateful, loadAgainIfMarked, marked } from './fresh-modules.ts';
import { LastingBrowser } from './lasting-browser.ts';
import type { runHost } from './main.ts';
import { rememberProcess } from './process-state.ts';
import { endLine, type SeriesRequest } from './series-messages.ts';

const [profile = ''] = process.argv.slice(2);
const browser = new LastingBrowser();
let apps = 0;
let running = false;

/** The same program, loaded again. */
const hostUrl = (): string => import.meta.url.replace(/series(?=\.\w+$)/, 'main');

async function run({ folder, bundle, args }: Extract<SeriesRequest, { series: 'run' }>): Promise<void> {
  apps += 1;
  const app = apps;
  const restore = rememberProcess();
  const host = (await import(marked(hostUrl(), app))) as { runHost: typeof runHost };
  running = true;
  await host.runHost(args, {
    folder,
    ...(bundle ? { bundle } : {}),
    series: {
      browsers: browser,
      profile,
      addressOf: (url) => marked(url, app),
      onEnd(code) {
        restore();
        forgetStateful();
        running = false;
        for (const stream of [process.stdout, process.stderr]) stream.write(endLine(app, code));
        if (!process.connected) void leave();
      },
    },
  });
}

async function leave(): Promise<void> {
  await browser.end();
  process.exit();
}

loadAgainIfMarked();
process.on('message', (message: SeriesRequest) => {
  if (message.series === 'end') process.emit('SIGTERM');
  if (message.series !== 'run') return;
  run(message).catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
});
process.on('disconnect', () => {
  if (!running) void leave();
});
