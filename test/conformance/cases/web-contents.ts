// webContents: loading, navigating, sending and printing.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ProcessCase, SharedCase } from '../conformance-case.ts';

const PAGE = 'data:text/html,<title>Page</title>';
const OTHER = 'data:text/html,<title>Other</title>';

type LoadError = Error & { code: string; errno: number; url: string };

async function failure(load: Promise<void>): Promise<LoadError> {
  try {
    await load;
  } catch (error) {
    return error as LoadError;
  }
  throw new Error('The load did not fail');
}

export const webContentsCases: readonly SharedCase[] = [
  {
    name: 'a load emits its events in order, and loadURL resolves with did-finish-load',
    source: 'docs/api/web-contents.md',
    async run(_electron, { createWindow, until }) {
      const { webContents } = createWindow();
      const said: string[] = [];
      const say = (name: string) => () => void said.push(name);
      webContents.on('did-start-loading', say('start'));
      webContents.on('did-start-navigation', say('navigation'));
      webContents.on('did-navigate', say('navigated'));
      webContents.on('dom-ready', say('dom'));
      webContents.on('did-finish-load', say('finish'));
      webContents.on('did-stop-loading', say('stop'));
      const loaded = webContents.loadURL(PAGE).then(say('resolved'));
      assert.equal(webContents.isLoading(), true);
      await loaded;
      await until(() => said.includes('stop'));
      assert.equal(webContents.isLoading(), false);
      assert.deepEqual(
        said.filter((name) => name !== 'resolved'),
        ['start', 'navigation', 'navigated', 'dom', 'finish', 'stop'],
      );
      assert.ok(said.indexOf('resolved') > said.indexOf('finish'));
    },
  },
  {
    name: 'loadURL of a missing file rejects with code, errno and url',
    source: 'spec/api-web-contents-spec.ts',
    async run(_electron, { createWindow }) {
      const url = pathToFileURL(join(tmpdir(), 'conformance-no-such-file.html')).href;
      const { webContents } = createWindow();
      const said: unknown[] = [];
      webContents.on('did-fail-load', (_event, code, description, at, isMainFrame) => {
        said.push([code, description, at, isMainFrame]);
      });
      webContents.on('did-finish-load', () => said.push('finish'));
      const error = await failure(webContents.loadURL(url));
      assert.equal(error.code, 'ERR_FILE_NOT_FOUND');
      assert.equal(error.errno, -6);
      assert.equal(error.url, url);
      assert.equal(error.message, `ERR_FILE_NOT_FOUND (-6) loading '${url}'`);
      assert.deepEqual(said, [[-6, 'ERR_FILE_NOT_FOUND', url, true]]);
    },
  },
  {
    name: 'loadURL of an invalid address rejects with ERR_INVALID_URL',
    source: 'spec/api-browser-window-spec.ts',
    async run(_electron, { createWindow }) {
      const error = await failure(createWindow().loadURL('no address'));
      assert.deepEqual([error.code, error.errno], ['ERR_INVALID_URL', -300]);
    },
  },
  {
    name: 'loadURL rejects with ERR_ABORTED when another load begins before the first is there',
    source: 'lib/browser/api/web-contents.ts',
    async run(_electron, { createWindow }) {
      const { webContents } = createWindow();
      let failed = false;
      webContents.on('did-fail-load', () => {
        failed = true;
      });
      const first = failure(webContents.loadURL(PAGE));
      const second = webContents.loadURL(OTHER);
      const error = await first;
      // The address is that of the load that replaced it.
      assert.deepEqual([error.code, error.errno, error.url], ['ERR_ABORTED', -3, OTHER]);
      assert.equal(error.message, `ERR_ABORTED (-3) loading '${OTHER}'`);
      await second;
      assert.equal(webContents.getURL(), OTHER);
      assert.equal(failed, false);
    },
  },
  {
    name: 'loadURL rejects with ERR_FAILED when the window is destroyed meanwhile',
    source: 'lib/browser/api/web-contents.ts',
    async run(_electron, { createWindow }) {
      const window = createWindow();
      const load = failure(window.loadURL(PAGE));
      window.destroy();
      const error = await load;
      assert.deepEqual([error.code, error.errno, error.url], ['ERR_FAILED', -2, PAGE]);
    },
  },
  {
    name: 'loadURL rejects with ERR_FAILED when the window is closed meanwhile',
    source: 'lib/browser/api/web-contents.ts',
    async run(_electron, { createWindow }) {
      const window = createWindow();
      const load = failure(window.loadURL(PAGE));
      window.close();
      const error = await load;
      assert.deepEqual([error.code, error.errno, error.url], ['ERR_FAILED', -2, PAGE]);
    },
  },
  {
    name: 'a navigation within the page does not replace its load',
    source: 'spec/api-web-contents-spec.ts',
    async run(_electron, { createWindow }) {
      const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
      try {
        const file = join(folder, 'page.html');
        writeFileSync(file, '<!doctype html><title>Page</title><script>location.hash = "part"</script>');
        const { webContents } = createWindow();
        const starts: boolean[] = [];
        webContents.on('did-start-navigation', (_event, _url, isInPlace) => starts.push(isInPlace));
        await webContents.loadFile(file);
        assert.match(webContents.getURL(), /#part$/);
        assert.deepEqual(starts, [false, true]);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  },
  {
    name: 'executeJavaScript waits until the page is there',
    source: 'lib/browser/api/web-contents.ts',
    async run(_electron, { createWindow }) {
      const { webContents } = createWindow();
      const title = webContents.executeJavaScript('document.title');
      await webContents.loadURL(PAGE);
      assert.equal(await title, 'Page');
      void webContents.loadURL(OTHER);
      assert.equal(await webContents.executeJavaScript('document.title'), 'Other');
    },
  },
  {
    name: 'what is sent before there is a document is dropped',
    source: 'shell/renderer/electron_api_service_impl.cc',
    async run({ ipcMain }, { createWindow, nextEvent }) {
      const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
      try {
        const preload = join(folder, 'preload.cjs');
        const echo = "ipcRenderer.on('news', (_event, text) => ipcRenderer.send('conformance-news', text))";
        writeFileSync(preload, `const { ipcRenderer } = require('electron'); ${echo};`);
        const { webContents } = createWindow({ webPreferences: { preload } });
        webContents.send('news', 'early');
        const load = webContents.loadURL(PAGE);
        webContents.send('news', 'still early');
        await load;
        const received = nextEvent(ipcMain, 'conformance-news');
        webContents.send('news', 'in time');
        assert.equal((await received)[1], 'in time');
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  },
];

export const webContentsProcessCases: readonly ProcessCase[] = [];
