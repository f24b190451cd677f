// BrowserWindow: showing, closing, and what it emits.
import assert from 'node:assert/strict';
import type { SharedCases } from '../conformance-case.ts';

/** Collects the names of these events in order. */
function record(emitter: NodeJS.EventEmitter, said: string[], ...names: string[]): void {
  for (const name of names) emitter.on(name, () => said.push(name));
}

const nextTask = () => new Promise((resolve) => setImmediate(resolve));

export const shared: SharedCases = {
  async 'BrowserWindow.close returns before the window is gone; its page goes first'(
    _electron,
    { openPage, nextEvent },
  ) {
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
  async 'a prevented close event keeps the window'(_electron, { openPage, nextEvent }) {
    const window = await openPage();
    window.once('close', (event) => event.preventDefault());
    window.close();
    await nextTask();
    assert.equal(await window.webContents.executeJavaScript('document.title'), 'Conformance');
    const closed = nextEvent(window, 'closed');
    window.close();
    await closed;
  },
  async 'a window is found until it is gone'({ BrowserWindow }, { openPage, nextEvent }) {
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
  async 'ready-to-show is emitted for a hidden window, which stays hidden'(_electron, { createWindow, nextEvent }) {
    const window = createWindow();
    const ready = nextEvent(window, 'ready-to-show');
    await window.loadURL('data:text/html,<p>Page</p>');
    await ready;
    assert.equal(window.isVisible(), false);
  },
  async 'showing and hiding a window emits show and hide'(_electron, { openPage, nextEvent }) {
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
  async 'BrowserWindow.maximize shows a hidden window'(_electron, { openPage, until }) {
    const window = await openPage();
    assert.equal(window.isVisible(), false);
    window.maximize();
    await until(() => window.isVisible());
  },
  async 'BrowserWindow.focus leaves a hidden window hidden'({ BrowserWindow }, { openPage }) {
    const window = await openPage();
    window.focus();
    await nextTask();
    assert.equal(window.isVisible(), false);
    assert.notEqual(BrowserWindow.getFocusedWindow(), window);
  },
};
