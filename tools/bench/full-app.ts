// The built app on the data folder of a long-used store: how it starts, how it searches, what memory it takes.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { writeDataFolder } from '../../test/support/data-folder.ts';
import { type OpenedApp, openApp } from '../launch/open-app.ts';
import { measureKeystrokes } from './keystroke.ts';
import { atMost, below, inWords, median, type Row } from './measure.ts';

const PRODUCTS = 10_000;
const LINKS = 100_000;

/** The list that is shown first has its rows, or says that there are none. */
async function isUsable(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Products', exact: true }).waitFor();
  await page.locator('[role="table"][aria-busy="false"]').waitFor({ state: 'attached' });
}

async function start(userDataDir: string): Promise<{ readonly app: OpenedApp; readonly ms: number }> {
  const began = performance.now();
  const app = await openApp({ userDataDir });
  await isUsable(app.page);
  return { app, ms: performance.now() - began };
}

/** Memory that a process holds (resident set), in MB; null where the system does not say it in this way. */
function memoryOf(pid: number | undefined): number | null {
  if (pid === undefined || process.platform === 'win32') return null;
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
}

export async function measureFullApp(quick: boolean): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'storefront-desk-bench-app-'));
  const [empty, full] = [join(folder, 'empty'), join(folder, 'full')];
  try {
    writeDataFolder({ userDataDir: empty, products: 0, links: 0 });
    writeDataFolder({ userDataDir: full, products: PRODUCTS, links: LINKS });
    const times: { empty: number[]; full: number[] } = { empty: [], full: [] };
    // The first start of all warms up what both have in common, and counts for neither.
    await (await start(empty)).app.close();
    for (let round = 0; round < (quick ? 2 : 3); round += 1) {
      for (const kind of ['empty', 'full'] as const) {
        const { app, ms } = await start(kind === 'empty' ? empty : full);
        times[kind].push(ms);
        await app.close();
      }
    }
    const size = `${inWords(PRODUCTS)} products and ${inWords(LINKS)} links`;
    const rows = [
      atMost(`start to a usable window with ${size}, against none`, median(times.full) / median(times.empty), '×', 2),
    ];
    const { app } = await start(full);
    rows.push(...(await measureKeystrokes(app.page, LINKS)));
    const memory = memoryOf(app.process.pid);
    const process = app.host === 'electron' ? 'Electron’s main process' : 'the Chromium host’s Node process';
    if (memory !== null) {
      rows.push(below(`memory of ${process} with ${inWords(LINKS)} links, after searching`, memory, 'MB', 400));
    }
    await app.close();
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}
