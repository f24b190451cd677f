// Opens a packed app. It is sealed: nothing can be run inside it, so it is driven through its window alone.
import { spawn } from 'node:child_process';
import { chromium, type Page } from 'playwright';
import { electronSwitches } from './choose-host.ts';
import { driven, endings } from './driven-process.ts';
import type { OpenedApp, OpenOptions } from './open-app.ts';

const startLimit = 60_000;
const endLimit = 20_000;

/** What a person would paste now: pasted into a box of its own, since the page may not ask for the clipboard. */
async function paste(page: Page): Promise<string> {
  await page.evaluate(() => {
    const before = document.activeElement;
    const box = document.createElement('textarea');
    box.id = 'pasted';
    document.body.append(box);
    box.focus();
    box.addEventListener('blur', () => before instanceof HTMLElement && before.focus());
  });
  await page.keyboard.press('ControlOrMeta+V');
  return page.evaluate(() => {
    const box = document.querySelector<HTMLTextAreaElement>('#pasted');
    box?.remove();
    return box?.value ?? '';
  });
}

const sealed = (what: string) => () => Promise.reject(new Error(`A packed app is sealed: ${what} is not to be had.`));

/** @param program the packed app's own program, such as release/linux-unpacked/storefront-desk */
export async function openPacked(program: string, options: OpenOptions): Promise<OpenedApp> {
  const child = spawn(
    program,
    [
      ...electronSwitches(),
      `--user-data-dir=${options.userDataDir}`,
      '--remote-debugging-port=0',
      ...(options.args ?? []),
    ],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...options.env } },
  );
  const app = driven(child);
  try {
    const address = await app.waitFor(/(?:DevTools listening on (?=ws:)| is ready: (?=http:))(\S+)/, startLimit);
    const browser = await chromium.connectOverCDP(address, { noDefaults: true, isLocal: true });
    const [context] = browser.contexts();
    if (!context) throw new Error('The packed app has no window.');
    const page = context.pages()[0] ?? (await context.waitForEvent('page'));
    const letGo = async () => browser.close().catch(() => {});
    return {
      host: 'electron',
      page,
      process: child,
      exited: app.exited,
      output: app.output,
      clipboardText: () => paste(page),
      clipboardPicture: sealed('a copied picture'),
      outside: sealed('what it has opened outside'),
      answerDialogs: sealed('a dialog of the system'),
      chooseMenuItem: sealed('its menu'),
      tray: sealed('its tray icon'),
      clickTray: sealed('its tray icon'),
      openUrl: sealed('a link of the system'),
      isVisible: sealed('whether it is seen'),
      channels: sealed('its channels'),
      power: sealed('the power of the computer'),
      breakMain: sealed('its main process'),
      crashPage: sealed('a crash'),
      ...endings(app, endLimit, letGo),
    };
  } catch (error) {
    await app.kill();
    throw error;
  }
}
