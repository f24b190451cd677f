// The built app on data folders of long-used stores: start time, search time, memory.
import { execFileSync } from 'node:child_process';
import type { Page } from 'playwright';
import { openApp } from '../launch/open-app.ts';
import type { OpenedApp } from '../launch/opened-app.ts';
import { type Keystrokes, measureKeystrokes } from './keystroke.ts';
import { atMost, below, formatCount, median, type Row, withoutTarget } from './measure.ts';

/** One round has 12 keystrokes of each size; the median of a single round varies by a third. */
const ROUNDS_OF_KEYSTROKES = { quick: 2, full: 3 };

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
  readonly keys: Keystrokes[];
  memory: number | null;
}

const notUsed = (): Used => ({ keys: [], memory: null });

/** Searches if there is something to find, then measures the memory. */
async function use(userDataDir: string, links: number, used: Used): Promise<void> {
  const { app } = await start(userDataDir);
  if (links > 0) used.keys.push(await measureKeystrokes(app.page, links));
  used.memory ??= memoryOf(app.process.pid);
  await app.close();
}

/** The median of all keystrokes, in ms. */
const keystrokeOf = ({ keys }: Used): number => median(keys.flatMap(({ times }) => times));

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
  const nothing = notUsed();
  await use(empty, 0, nothing);
  const [ofFew, ofMany] = [notUsed(), notUsed()];
  const ofMost = most === many ? ofMany : notUsed();
  // In turns, so that a busy moment of the computer does not count for one size only.
  for (let round = 0; round < ROUNDS_OF_KEYSTROKES[quick ? 'quick' : 'full']; round += 1) {
    await use(few.userDataDir, few.links, ofFew);
    await use(many.userDataDir, many.links, ofMany);
    if (most !== many) await use(most.userDataDir, most.links, ofMost);
  }
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
      keystrokeOf(ofMany) / keystrokeOf(ofFew),
      '×',
      1.3,
    ),
    ...(most === many
      ? []
      : [
          atMost(
            `one keystroke of search with ${formatCount(most.links)} links, against ${against}`,
            keystrokeOf(ofMost) / keystrokeOf(ofFew),
            '×',
            2,
          ),
        ]),
    withoutTarget(
      `one keystroke of search with ${formatCount(most.links)} links, to the next paint`,
      keystrokeOf(ofMost),
      'ms',
    ),
    below(
      `rows in the document while searching`,
      Math.max(...ofMost.keys.map(({ mostRows }) => mostRows)),
      'rows',
      100,
    ),
  ];
  if (nothing.memory !== null && ofMost.memory !== null) {
    const name = `memory of the main process with ${formatCount(most.links)} links after searching, against an empty store`;
    rows.push(atMost(name, ofMost.memory / nothing.memory, '×', 1.5));
  }
  return rows;
}
