// dialog: asks the person on a page of its own, which the page of the app can neither show, cover nor answer.
import { existsSync, mkdirSync } from 'node:fs';
import { basename, join, parse } from 'node:path';
import type { MessageBoxOptions, OpenDialogOptions, SaveDialogOptions } from 'electron';
import type { Page } from 'playwright';
import { BrowserWindow } from './browser-window.ts';
import type { Chromium } from './chromium.ts';
import { covered, isReady } from './objects.ts';

export interface DialogParts {
  readonly chromium: Chromium;
  readonly appName: () => string;
  readonly downloads: () => string;
}

/** The options of a call, which may have the window as its first argument. */
function optionsIn<T>(args: readonly unknown[]): T {
  if (!isReady()) throw new Error('dialog module can only be used after app is ready');
  return (args[0] instanceof BrowserWindow ? args[1] : args[0]) as T;
}

/** With nobody to ask, every answer is the harmless one: cancelled. */
export function createDialog({ chromium, appName, downloads }: DialogParts) {
  return covered('dialog', {
    showMessageBox(...args: unknown[]) {
      const options = optionsIn<MessageBoxOptions>(args);
      return (async () => {
        const cancel = options.cancelId ?? 0;
        const response = chromium.isSeen
          ? await askOnPage(await chromium.newPage(QUESTION_SIZE), appName(), options, cancel)
          : cancel;
        console.log(`[dialog] ${options.message} -> ${options.buttons?.[response] ?? 'OK'}`);
        return { response, checkboxChecked: false };
      })();
    },
    showOpenDialog(...args: unknown[]) {
      const options = optionsIn<OpenDialogOptions>(args);
      return (async () => {
        const filePaths = chromium.headless ? [] : await askWhatToOpen(options);
        return { canceled: filePaths.length === 0, filePaths };
      })();
    },
    showSaveDialog(...args: unknown[]) {
      const options = optionsIn<SaveDialogOptions>(args);
      // Chromium cannot ask where to save, so files go to the browser's download folder.
      const filePath = chromium.headless ? '' : freePath(downloads(), basename(options.defaultPath ?? 'untitled'));
      if (filePath !== '') console.log(`[dialog] Saved as ${filePath}`);
      return Promise.resolve({ canceled: filePath === '', filePath });
    },
    /** The only dialog that may be shown before the app is ready. */
    showErrorBox: (title: string, content: string) => console.error(`${title}\n${content}`),
  });
}

const QUESTION_SIZE = { width: 520, height: 300 } as const;
const QUESTION_PAGE = `<!doctype html>
<html><head><meta charset="utf-8"><style>
  body { font: 15px/1.5 system-ui, sans-serif; margin: 24px; overflow-wrap: anywhere; }
  h1 { font-size: 17px; }
  div { display: flex; gap: 8px; justify-content: flex-end; flex-wrap: wrap; }
  button { font: inherit; padding: 6px 14px; }
</style></head><body>
<main role="alertdialog" aria-labelledby="message" aria-describedby="detail"><h1 id="message"></h1><p id="detail"></p><div></div></main>
</body></html>`;

/** The index of the chosen button; `cancel` when the page is closed or Escape is pressed. */
async function askOnPage(page: Page, title: string, options: MessageBoxOptions, cancel: number): Promise<number> {
  const { message, detail = '', buttons = ['OK'], defaultId = 0 } = options;
  try {
    await page.setContent(QUESTION_PAGE);
    await page.bringToFront();
    return await page.evaluate(
      (given) => {
        document.title = given.title;
        // No named function here: a loader may wrap it in a helper that the page does not have.
        for (const id of ['message', 'detail'] as const) {
          const element = document.getElementById(id);
          if (element) element.textContent = given[id];
        }
        return new Promise<number>((resolve) => {
          given.buttons.forEach((label, index) => {
            const button = Object.assign(document.createElement('button'), { textContent: label });
            button.addEventListener('click', () => resolve(index));
            document.querySelector('main div')?.append(button);
            if (index === given.defaultId) button.focus();
          });
          addEventListener('keydown', (event) => event.key === 'Escape' && resolve(given.cancel));
        });
      },
      { title, message, detail, buttons, defaultId, cancel },
    );
  } catch (error) {
    if (page.isClosed()) return cancel;
    throw error;
  } finally {
    await page.close().catch(() => {});
  }
}

/** The paths of the files that a person chooses in the app's window; none after a cancel. */
async function askWhatToOpen(options: OpenDialogOptions): Promise<string[]> {
  const cdp = BrowserWindow.getFocusedWindow()?.webContents.live?.cdp;
  if (!cdp) return [];
  const accept = (options.filters ?? []).flatMap(({ extensions }) => extensions.map((name) => `.${name}`)).join(',');
  const { result } = await cdp.send('Runtime.evaluate', {
    ...{ userGesture: true, awaitPromise: true },
    expression: `new Promise((resolve) => {
      const input = Object.assign(document.createElement('input'), { type: 'file', accept: ${JSON.stringify(accept)} });
      input.addEventListener('change', () => resolve(input.files[0]));
      input.addEventListener('cancel', () => resolve());
      input.click();
    })`,
  });
  if (!result.objectId) return [];
  return [(await cdp.send('DOM.getFileInfo', { objectId: result.objectId })).path];
}

function freePath(folder: string, fileName: string): string {
  mkdirSync(folder, { recursive: true });
  const { name, ext } = parse(fileName);
  let path = join(folder, `${name}${ext}`);
  for (let n = 1; existsSync(path); n += 1) path = join(folder, `${name} (${n})${ext}`);
  return path;
}
