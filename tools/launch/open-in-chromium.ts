// Opens the app in the Chromium host and attaches to its window.
import { spawn } from 'node:child_process';
import type { ControlAnswer, ControlRequest } from '@storefront-desk/chromium-host/control';
import type { OutsideAct } from '@storefront-desk/chromium-host/outside';
import type { TrayView } from '@storefront-desk/chromium-host/tray';
import { type Browser, chromium, type Page } from 'playwright';
import { slow } from '../test/slow.ts';
import { HOST_PROGRAM } from './build-host.ts';
import { driven } from './driven-process.ts';
import type { OpenedApp, OpenOptions } from './opened-app.ts';
import { root } from './project.ts';

const startLimit = slow(60_000);
const endLimit = slow(30_000);

async function attach(address: string): Promise<{ browser: Browser; page: Page }> {
  // Disables Playwright's defaults: the window keeps the theme, downloads and focus of the host.
  const browser = await chromium.connectOverCDP(address, { noDefaults: true, isLocal: true });
  const pages = browser.contexts().flatMap((context) => context.pages());
  const [page] = pages;
  if (!page || pages.length > 1) throw new Error(`Expected one page, found ${pages.length}`);
  return { browser, page };
}

/** @param packed the program of a packed app made with the stand-in for Electron; it accepts no debugging port */
export async function openInChromium(options: OpenOptions, packed?: string): Promise<OpenedApp> {
  const child = spawn(
    packed ?? process.execPath,
    [
      ...(packed ? [] : [HOST_PROGRAM, root, '--remote-debugging-port=0']),
      `--user-data-dir=${options.userDataDir}`,
      ...(options.headed ? [] : ['--headless']),
      ...(options.args ?? []),
    ],
    {
      cwd: root,
      // The channel of the test to the host.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        ...process.env,
        STOREFRONT_CONTROLLED: '1',
        ...(packed ? { STOREFRONT_STAND_IN_PORT: '0' } : {}),
        ...(options.bundle ? { STOREFRONT_BUNDLE: options.bundle } : {}),
        ...options.env,
      },
    },
  );
  const app = driven(child);
  try {
    const address = await app.waitFor(/ is ready: (http:\S+)/, startLimit);
    const { browser, page } = await attach(address);
    let shown = page;
    let lastQuestion = 0;
    const ask = (question: Omit<ControlRequest, 'control'>): Promise<unknown> =>
      new Promise((resolve, reject) => {
        lastQuestion += 1;
        const control = lastQuestion;
        const onMessage = (message: unknown) => {
          const answer = message as ControlAnswer;
          if (answer.control !== control) return;
          child.off('message', onMessage);
          resolve(answer.value);
        };
        child.on('message', onMessage);
        void app.exited.then(() => reject(new Error(`The app has ended.\n${app.output()}`)));
        child.send({ ...question, control } satisfies ControlRequest);
      });
    const letGo = async () => browser.close().catch(() => {});
    return {
      host: 'chromium-host',
      page,
      process: child,
      exited: app.exited,
      output: app.output,
      clipboardText: async () => String(await ask({ ask: 'clipboard' })),
      clipboardPicture: async () => Buffer.from(String(await ask({ ask: 'clipboard-picture' })), 'base64'),
      outside: async () => (await ask({ ask: 'outside' })) as readonly OutsideAct[],
      answerDialogs: async (value) => void (await ask({ ask: 'dialogs', value })),
      chooseMenuItem: async (value) => Boolean(await ask({ ask: 'menu', value })),
      tray: async () => (await ask({ ask: 'tray' })) as TrayView | null,
      clickTray: async (value) => Boolean(await ask({ ask: 'click-tray', value })),
      notification: async (value) => Boolean(await ask({ ask: 'notification', value })),
      openUrl: async (value) => void (await ask({ ask: 'open-url', value })),
      isVisible: async () => Boolean(await ask({ ask: 'visible' })),
      channels: async () => (await ask({ ask: 'channels' })) as string[],
      power: async (value) => void (await ask({ ask: 'power', value })),
      breakMain: async (value) => void (await ask({ ask: 'throw', value })),
      crashPage: async () => {
        const [fresh] = await Promise.all([
          page.context().waitForEvent('page'),
          shown.goto('chrome://crash').catch(() => {}),
        ]);
        shown = fresh;
        return fresh;
      },
      close: async () => {
        const code = await app.end(endLimit);
        await letGo();
        return code;
      },
      kill: async () => {
        await app.kill();
        await letGo();
      },
    };
  } catch (error) {
    await app.kill();
    throw error;
  }
}
