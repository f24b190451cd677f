// A system message box as a separate page: the app's page can neither show, cover nor answer it.
import type { MessageBoxOptions } from 'electron';
import type { Page } from 'playwright';

export const QUESTION_SIZE = { width: 520, height: 300 } as const;

const PAGE = `<!doctype html>
<html><head><meta charset="utf-8"><style>
  body { font: 15px/1.5 system-ui, sans-serif; margin: 24px; overflow-wrap: anywhere; }
  h1 { font-size: 17px; }
  div { display: flex; gap: 8px; justify-content: flex-end; flex-wrap: wrap; }
  button { font: inherit; padding: 6px 14px; }
</style></head><body>
<main role="alertdialog" aria-labelledby="message" aria-describedby="detail"><h1 id="message"></h1><p id="detail"></p><div></div></main>
</body></html>`;

/** The index of the chosen button; that of "Cancel" when the page is closed or Escape is pressed. */
export async function askOnPage(page: Page, title: string, options: MessageBoxOptions): Promise<number> {
  const buttons = options.buttons?.length ? options.buttons : ['OK'];
  const cancel = options.cancelId ?? buttons.length - 1;
  const shown = {
    ...{ title, buttons, cancel, first: options.defaultId ?? 0 },
    ...{ message: options.message, detail: options.detail ?? '' },
  };
  try {
    await page.setContent(PAGE);
    await page.bringToFront();
    return await page.evaluate((given) => {
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
          if (index === given.first) button.focus();
        });
        addEventListener('keydown', (event) => event.key === 'Escape' && resolve(given.cancel));
      });
    }, shown);
  } catch (error) {
    if (page.isClosed()) return cancel;
    throw error;
  } finally {
    await page.close().catch(() => {});
  }
}
