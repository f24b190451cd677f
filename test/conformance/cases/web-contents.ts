// webContents: loading, navigating, sending and printing.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SharedCases } from '../conformance-case.ts';

const PAGE = 'data:text/html,<title>Page</title>';

export const shared: SharedCases = {
  async 'a load emits its events in order, and loadURL resolves with did-finish-load'(
    _electron,
    { createWindow, until },
  ) {
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
  async 'a navigation within the page does not replace its load'(_electron, { createWindow }) {
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
  async 'what is sent before there is a document is dropped'({ ipcMain }, { createWindow, nextEvent }) {
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
  // Nothing is printed: each call fails before a dialog could open.
  async 'webContents.print rejects invalid settings and callbacks'(_electron, { openPage }) {
    const { webContents } = await openPage();
    assert.throws(() => webContents.print(true as unknown as object), /Invalid print settings/);
    assert.throws(() => webContents.print(null as unknown as object), /Invalid print settings/);
    assert.throws(() => webContents.print({}, true as unknown as () => void), /Invalid optional callback/);
    assert.throws(() => webContents.print({ pageSize: 'A44' as 'A4' }), /Unsupported pageSize/);
  },
};
