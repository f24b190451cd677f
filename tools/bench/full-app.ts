// The built app on data folders of long-used stores: its start, its search and its memory.
import { execFileSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import { openApp } from '../launch/open-app.ts';
import { atMost, formatCount, median, medians, type Row } from './measure.ts';

/** Each character finds fewer rows than the one before, so each changes the list. */
const TYPED = ['743', '908', '552', '128'];

/** A user data folder, and the number of links of its store. */
interface DataFolder {
  readonly userDataDir: string;
  readonly links: number;
}

/** Resolves when the first list shows its rows, or says that it has none. */
async function start({ userDataDir }: DataFolder) {
  const app = await openApp({ userDataDir });
  // Any screen, because the app opens on the one where it was closed.
  await app.page.getByRole('heading', { level: 1 }).waitFor();
  await app.page.locator('[role="table"][aria-busy="false"]').waitFor({ state: 'attached' });
  return app;
}

type Painted = Window & { readonly painted: number[] };

/** In the page: how long each keystroke takes until its first rows are painted, in ms. */
function watch(): void {
  const painted: number[] = [];
  Object.assign(window, { painted });
  let pressedAt: number | null = null;
  document.addEventListener('keydown', () => (pressedAt = performance.now()), true);
  new MutationObserver(() => {
    if (pressedAt === null) return;
    const began = pressedAt;
    pressedAt = null;
    // A task queued in a frame runs after that frame was handed over to be painted.
    requestAnimationFrame(() => setTimeout(() => painted.push(performance.now() - began)));
  }).observe(document.querySelector('[role="table"]') ?? document, {
    characterData: true,
    childList: true,
    subtree: true,
  });
}

async function keystrokes(page: Page, links: number): Promise<number[]> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Payment links' }).click();
  const whole = page.locator(`[role="table"][aria-rowcount="${links + 1}"]`);
  await whole.waitFor();
  await page.getByRole('searchbox', { name: 'Search payment links' }).focus();
  await page.evaluate(watch);
  let pressed = 0;
  for (const text of TYPED) {
    for (const key of text) {
      await page.keyboard.press(key);
      pressed += 1;
      await page.waitForFunction((count) => (window as unknown as Painted).painted.length >= count, pressed);
    }
    await page.keyboard.press('Escape');
    await whole.waitFor();
  }
  return page.evaluate(() => (window as unknown as Painted).painted);
}

/** Searches if the store has links. `memory`: of the main process, in MB. */
async function use(folder: DataFolder) {
  const app = await start(folder);
  const times = folder.links > 0 ? await keystrokes(app.page, folder.links) : [];
  const memory = Number(execFileSync('ps', ['-o', 'rss=', '-p', `${app.process.pid}`], { encoding: 'utf8' })) / 1024;
  await app.close();
  return { times, memory };
}

/** `empty`, `few` and `large`: stores of growing size. */
export async function measureFullApp(empty: DataFolder, few: DataFolder, large: DataFolder[], rounds: number) {
  // The first start fills the caches and does not count.
  await (await start(empty)).close();
  const starts = [empty, ...large].map((folder) => async () => (await start(folder)).close());
  const [startOfEmpty = 0, ...startsOfLarge] = await medians(rounds, starts);
  const measured = [empty, few, ...large].map((folder) => ({
    folder,
    times: [] as number[],
    memories: [] as number[],
  }));
  // The folders take turns, so that other load on the computer affects all of them.
  for (let round = 0; round < rounds; round += 1) {
    for (const { folder, times, memories } of measured) {
      const result = await use(folder);
      times.push(...result.times);
      memories.push(result.memory);
    }
  }
  const [ofEmpty, ofFew, ...ofLarge] = measured;
  return ofLarge.flatMap(({ folder, times, memories }, index): Row[] => {
    const [links, isFirst] = [`${formatCount(folder.links)} links`, index === 0];
    const search = isFirst ? 'one keystroke of search' : 'first page of a search';
    const ofStart = (startsOfLarge[index] ?? 0) / startOfEmpty;
    const ofSearch = median(times) / median(ofFew?.times ?? []);
    const ofMemory = median(memories) / median(ofEmpty?.memories ?? []);
    const rows = [
      atMost(isFirst ? 1.2 : 1.5, `start to a usable window with ${links}, against an empty store`, ofStart),
      atMost(isFirst ? 1.3 : 2, `${search} with ${links}, against ${formatCount(few.links)}`, ofSearch),
    ];
    const memory = `memory of the main process with ${links}, against an empty store`;
    return isFirst ? [...rows, atMost(1.3, memory, ofMemory)] : rows;
  });
}
