// BrowserWindow: showing, closing, and what it emits.
import assert from 'node:assert/strict';
import type { ProcessCase, SharedCase } from '../conformance-case.ts';

const KEEPS_OPEN = "addEventListener('beforeunload', (event) => event.preventDefault())";

/** Collects the names of these events in order. */
function record(emitter: NodeJS.EventEmitter, said: string[], ...names: string[]): void {
  for (const name of names) emitter.on(name, () => said.push(name));
}

const nextTask = () => new Promise((resolve) => setImmediate(resolve));

export const browserWindowCases: readonly SharedCase[] = [
  {
    name: 'BrowserWindow.close returns before the window is gone; its page goes first',
    source: 'shell/browser/api/electron_api_browser_window.cc',
    async run(_electron, { openPage, nextEvent }) {
      const window = await openPage();
      const said: string[] = [];
      record(window, said, 'close', 'closed');
      record(window.webContents, said, 'destroyed');
      const closed = nextEvent(window, 'closed');
      window.close();
      assert.equal(window.isDestroyed(), false);
      assert.deepEqual(said, ['close']);
      await closed;
      assert.equal(window.isDestroyed(), true);
      assert.deepEqual(said, ['close', 'destroyed', 'closed']);
    },
  },
  {
    name: 'BrowserWindow.close closes a window without a page',
    source: 'spec/api-browser-window-spec.ts',
    async run(_electron, { createWindow, nextEvent }) {
      const window = createWindow();
      const closed = nextEvent(window, 'closed');
      window.close();
      assert.equal(window.isDestroyed(), false);
      await closed;
    },
  },
  {
    name: 'a prevented close event keeps the window',
    source: 'docs/api/browser-window.md',
    async run(_electron, { openPage, nextEvent }) {
      const window = await openPage();
      window.once('close', (event) => event.preventDefault());
      window.close();
      await nextTask();
      assert.equal(await window.webContents.executeJavaScript('document.title'), 'Conformance');
      const closed = nextEvent(window, 'closed');
      window.close();
      await closed;
    },
  },
  {
    name: 'a page keeps its window by beforeunload, unless will-prevent-unload is prevented',
    source: 'docs/api/web-contents.md',
    async run(_electron, { openPage, nextEvent }) {
      const window = await openPage();
      await window.webContents.executeJavaScript(KEEPS_OPEN);
      const asked = nextEvent(window.webContents, 'will-prevent-unload');
      window.close();
      await asked;
      await nextTask();
      assert.equal(window.isDestroyed(), false);
      window.webContents.once('will-prevent-unload', (event) => event.preventDefault());
      const closed = nextEvent(window, 'closed');
      window.close();
      await closed;
    },
  },
  {
    name: 'BrowserWindow.destroy asks neither the app nor the page',
    source: 'docs/api/browser-window.md',
    async run(_electron, { openPage }) {
      const window = await openPage();
      const said: string[] = [];
      await window.webContents.executeJavaScript(KEEPS_OPEN);
      record(window, said, 'close', 'closed');
      record(window.webContents, said, 'will-prevent-unload');
      window.destroy();
      assert.equal(window.isDestroyed(), true);
      await nextTask();
      assert.deepEqual(said, ['closed']);
    },
  },
  {
    name: 'a window and a page that are destroyed throw when they are used',
    source: 'spec/api-browser-window-spec.ts',
    async run(_electron, { openPage, until }) {
      const window = await openPage();
      const { webContents } = window;
      window.destroy();
      assert.throws(() => window.show(), /Object has been destroyed/);
      assert.throws(() => window.webContents, /Object has been destroyed/);
      await until(() => webContents.isDestroyed());
      assert.throws(() => webContents.getURL(), /Object has been destroyed/);
      assert.throws(() => webContents.send('news'), /Object has been destroyed/);
    },
  },
  {
    name: 'a window is found until it is gone',
    source: 'spec/api-browser-window-spec.ts',
    async run({ BrowserWindow }, { openPage, nextEvent }) {
      const window = await openPage();
      const { id, webContents } = window;
      assert.equal(BrowserWindow.fromId(id), window);
      assert.equal(BrowserWindow.fromWebContents(webContents), window);
      const closed = nextEvent(window, 'closed');
      window.close();
      assert.ok(BrowserWindow.getAllWindows().includes(window));
      await closed;
      assert.ok(!BrowserWindow.getAllWindows().includes(window));
      assert.equal(BrowserWindow.fromId(id), null);
    },
  },
  {
    name: 'ready-to-show is emitted for a hidden window, which stays hidden',
    source: 'spec/api-browser-window-spec.ts',
    async run(_electron, { createWindow, nextEvent }) {
      const window = createWindow();
      const ready = nextEvent(window, 'ready-to-show');
      await window.loadURL('data:text/html,<p>Page</p>');
      await ready;
      assert.equal(window.isVisible(), false);
    },
  },
  {
    name: 'showing and hiding a window emits show and hide',
    source: 'docs/api/browser-window.md',
    async run(_electron, { openPage, nextEvent }) {
      const window = await openPage();
      const shown = nextEvent(window, 'show');
      window.show();
      await shown;
      assert.equal(window.isVisible(), true);
      const hidden = nextEvent(window, 'hide');
      window.hide();
      await hidden;
      assert.equal(window.isVisible(), false);
    },
  },
  {
    name: 'BrowserWindow.maximize shows a hidden window',
    source: 'docs/api/browser-window.md',
    async run(_electron, { openPage, until }) {
      const window = await openPage();
      assert.equal(window.isVisible(), false);
      window.maximize();
      await until(() => window.isVisible());
    },
  },
  {
    name: 'BrowserWindow.focus leaves a hidden window hidden',
    source: 'shell/browser/native_window_views.cc',
    async run({ BrowserWindow }, { openPage }) {
      const window = await openPage();
      window.focus();
      await nextTask();
      assert.equal(window.isVisible(), false);
      assert.notEqual(BrowserWindow.getFocusedWindow(), window);
    },
  },
];

export const browserWindowProcessCases: readonly ProcessCase[] = [];
