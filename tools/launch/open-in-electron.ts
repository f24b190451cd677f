// Opens the app in real Electron and attaches to its window.

import type { DialogAnswers } from '@storefront-desk/chromium-host/dialog';
import type { OutsideAct } from '@storefront-desk/chromium-host/outside';
import { _electron } from 'playwright';
import { driven } from './driven-process.ts';
import { chooseMenuItem } from './inside-electron.ts';
import type { OpenedApp, OpenOptions } from './opened-app.ts';
import { root } from './project.ts';

const endLimit = 20_000;

/** The app's calls to the system, recorded inside Electron. */
interface Kept {
  acts: OutsideAct[];
  answers: DialogAnswers;
  tray: { tray: Electron.Tray; toolTip: string; menu: Electron.Menu | null } | null;
  notification: Electron.Notification | null;
}

export async function openInElectron(executablePath: string, options: OpenOptions): Promise<OpenedApp> {
  const electron = await _electron.launch({
    // Playwright turns it off otherwise.
    chromiumSandbox: true,
    executablePath,
    args: [options.bundle ?? root, `--user-data-dir=${options.userDataDir}`, ...(options.args ?? [])],
    cwd: root,
    env: { ...process.env, ...options.env } as Record<string, string>,
    // As on the Chromium host: the app's theme instead of Playwright's default.
    colorScheme: null,
  });
  const child = electron.process();
  const app = driven(child);
  try {
    // Records what would leave the window instead of doing it. Runs inside Electron, so it can use nothing from here.
    await electron.evaluate(({ app, BrowserWindow, dialog, Notification, shell, Tray }) => {
      const kept: Kept = { acts: [], answers: {}, tray: null, notification: null };
      Object.assign(globalThis, { kept });
      const note = (kind: OutsideAct['kind'], what: string) => void kept.acts.push({ kind, what });
      shell.openExternal = async (url) => note('open-external', url);
      shell.openPath = async (path) => {
        note('open-path', path);
        return '';
      };
      shell.showItemInFolder = (path) => note('show-item', path);
      const keepPrints = (contents: Electron.WebContents) => {
        contents.print = (_options, done) => {
          note('print', contents.getURL());
          done?.(true, '');
        };
      };
      for (const { webContents } of BrowserWindow.getAllWindows()) keepPrints(webContents);
      app.on('web-contents-created', (_event, contents) => keepPrints(contents));
      // Electron does not expose the tray, so its calls are recorded.
      const { setToolTip, setContextMenu, destroy } = Tray.prototype;
      const trayOf = (tray: Electron.Tray) => {
        kept.tray = kept.tray?.tray === tray ? kept.tray : { tray, toolTip: '', menu: null };
        return kept.tray;
      };
      Tray.prototype.setToolTip = function (text) {
        trayOf(this).toolTip = text;
        setToolTip.call(this, text);
      };
      Tray.prototype.setContextMenu = function (menu) {
        trayOf(this).menu = menu;
        setContextMenu.call(this, menu);
      };
      Tray.prototype.destroy = function () {
        kept.tray = null;
        destroy.call(this);
      };
      const { show } = Notification.prototype;
      Notification.prototype.show = function () {
        kept.notification = this;
        note('notification', [this.title, this.body].filter(Boolean).join(': '));
        show.call(this);
      };
      dialog.showOpenDialog = async () => {
        const filePaths = [...(kept.answers.open ?? [])];
        note('dialog', `Open -> ${filePaths.join(', ') || 'cancelled'}`);
        return { canceled: filePaths.length === 0, filePaths };
      };
      dialog.showSaveDialog = async () => {
        const filePath = kept.answers.save ?? '';
        note('dialog', `Save -> ${filePath || 'cancelled'}`);
        return { canceled: filePath === '', filePath };
      };
      dialog.showMessageBox = async (...given: unknown[]) => {
        const asked = given.at(-1) as { message: string; cancelId?: number; defaultId?: number };
        const response = kept.answers.message ?? asked.cancelId ?? asked.defaultId ?? 0;
        note('dialog', `${asked.message} -> ${response}`);
        return { response, checkboxChecked: false };
      };
    });
    const page = await electron.firstWindow();
    return {
      host: 'electron',
      page,
      process: child,
      exited: app.exited,
      output: app.output,
      clipboardText: () => electron.evaluate(({ clipboard }) => clipboard.readText()),
      clipboardPicture: async () => {
        const base64 = await electron.evaluate(async ({ clipboard }) => {
          const item = (await clipboard.read()).find(({ types }) => types.includes('image/png'));
          const blob = await item?.getType('image/png');
          return blob instanceof Blob ? Buffer.from(await blob.arrayBuffer()).toString('base64') : '';
        });
        return Buffer.from(base64, 'base64');
      },
      outside: () => electron.evaluate(() => (globalThis as unknown as { kept: Kept }).kept.acts),
      answerDialogs: (answers) =>
        electron.evaluate((_, given) => {
          const { kept } = globalThis as unknown as { kept: Kept };
          Object.assign(kept.answers, given);
        }, answers),
      chooseMenuItem: (id) => electron.evaluate(chooseMenuItem, id),
      tray: () =>
        electron.evaluate(() => {
          const { tray } = (globalThis as unknown as { kept: Kept }).kept;
          if (!tray) return null;
          const items = (tray.menu?.items ?? []).map(({ type, label, enabled, checked }) => {
            if (type === 'separator') return '-';
            const item = type === 'checkbox' ? `${label}: ${checked ? 'on' : 'off'}` : label;
            return enabled ? item : `(${item})`;
          });
          return { toolTip: tray.toolTip, items };
        }),
      clickTray: (label) =>
        electron.evaluate(({ BrowserWindow }, wanted) => {
          const { tray } = (globalThis as unknown as { kept: Kept }).kept;
          if (!tray) return false;
          if (wanted === '') return tray.tray.emit('click');
          const item = tray.menu?.items.find((each) => each.label === wanted && each.enabled);
          const window = BrowserWindow.getFocusedWindow();
          item?.click({}, window ?? undefined, window?.webContents);
          return item !== undefined;
        }, label),
      notification: (act) =>
        electron.evaluate((_, wanted) => {
          const { notification } = (globalThis as unknown as { kept: Kept }).kept;
          if (wanted === 'click') return notification?.emit('click') ?? false;
          return notification?.emit('close', wanted === 'time-out' ? { reason: 'timedOut' } : {}) ?? false;
        }, act),
      openUrl: (url) =>
        electron.evaluate(({ app }, link) => void app.emit('open-url', { preventDefault: () => undefined }, link), url),
      isVisible: () =>
        electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().some((window) => window.isVisible())),
      channels: () =>
        electron.evaluate(({ ipcMain }) => {
          // Electron has no public list of its handlers.
          const { _invokeHandlers: handlers } = ipcMain as unknown as { _invokeHandlers: Map<string, unknown> };
          return [...ipcMain.eventNames().map(String), ...handlers.keys()];
        }),
      power: (event) => electron.evaluate(({ powerMonitor }, name) => void powerMonitor.emit(name), event),
      breakMain: (words) =>
        electron.evaluate((_, text) => {
          setImmediate(() => {
            throw new Error(text);
          });
        }, words),
      crashPage: async () => {
        await electron.evaluate(({ BrowserWindow }) =>
          BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
        );
        return page;
      },
      close: () => app.end(endLimit),
      kill: app.kill,
    };
  } catch (error) {
    await app.kill();
    throw error;
  }
}
