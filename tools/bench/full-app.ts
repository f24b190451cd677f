// The built app on data folders of long-used stores: start time, search time, memory.
import { execFileSync } from 'node:child_process';
import type { Page } from 'playwright';
import { openApp } from '../launch/open-app.ts';
import type { OpenedApp } from '../launch/opened-app.ts';
import { type Keystrokes, measureKeystrokes } from './keystroke.ts';
import { atMost, below, formatCount, median, type Row, withoutTarget } from './measure.ts';

/** User data folders by the number of links of their store. */
export interface DataFolders {
  readonly empty: string;
  readonly few: { readonly userDataDir: string; readonly links: number };
  readonly many: { readonly userDataDir: string; readonly links: number };
  readonly most: { readonly userDataDir: string; readonly links: number };
}

/** The first list shows its rows, or says that it has none. */
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

/** Resident memory of a process in MB; null on Windows. */
function memoryOf(pid: number | undefined): number | null {
  if (pid === undefined || process.platform === 'win32') return null;
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
}

interface Used {
  readonly keys: Keystrokes | null;
  readonly memory: number | null;
}

/** Searches if there is something to find, then measures the memory. */
async function use(userDataDir: string, links: number): Promise<Used> {
  const { app } = await start(userDataDir);
  const keys = links === 0 ? null : await measureKeystrokes(app.page, links);
  const memory = memoryOf(app.process.pid);
  await app.close();
  return { keys, memory };
}

export async function measureFullApp({ empty, few, many, most }: DataFolders, quick: boolean): Promise<Row[]> {
  const times: { empty: number[]; most: number[] } = { empty: [], most: [] };
  // The very first start warms up the caches of both, and is not counted.
  await (await start(empty)).app.close();
  for (let round = 0; round < (quick ? 3 : 5); round += 1) {
    for (const kind of ['empty', 'most'] as const) {
      const { app, ms } = await start(kind === 'empty' ? empty : most.userDataDir);
      times[kind].push(ms);
      await app.close();
    }
  }
  const nothing = await use(empty, 0);
  const ofFew = await use(few.userDataDir, few.links);
  const ofMany = await use(many.userDataDir, many.links);
  const ofMost = most === many ? ofMany : await use(most.userDataDir, most.links);
  const ms = ({ keys }: Used): number => keys?.ms ?? Number.NaN;
  const against = `${formatCount(few.links)}`;
  const rows = [
    atMost(
      `start to a usable window with ${formatCount(most.links)} links, against an empty store`,
      median(times.most) / median(times.empty),
      '×',
      1.3,
    ),
    atMost(
      `one keystroke of search with ${formatCount(many.links)} links, against ${against}`,
      ms(ofMany) / ms(ofFew),
      '×',
      1.3,
    ),
    ...(most === many
      ? []
      : [
          atMost(
            `one keystroke of search with ${formatCount(most.links)} links, against ${against}`,
            ms(ofMost) / ms(ofFew),
            '×',
            2,
          ),
        ]),
    withoutTarget(`one keystroke of search with ${formatCount(most.links)} links, to the next paint`, ms(ofMost), 'ms'),
    below(`rows in the document while searching`, ofMost.keys?.mostRows ?? Number.NaN, 'rows', 100),
  ];
  if (nothing.memory !== null && ofMost.memory !== null) {
    const name = `memory of the main process with ${formatCount(most.links)} links after searching, against an empty store`;
    rows.push(atMost(name, ofMost.memory / nothing.memory, '×', 1.5));
  }
  return rows;
}
