// ipcMain: senders, responses and errors. contextBridge has its own file.
import assert from 'node:assert/strict';
import type { SharedCases } from '../conformance-case.ts';

const invokes = (call: string): string => `${call}.then((value) => ({ value }), (error) => ({ error: error.message }))`;

export const shared: SharedCases = {
  async 'ipcRenderer.invoke rejects with the words of what the handler threw'({ ipcMain }, { openPage }) {
    ipcMain.handle('case:throws', () => {
      throw new TypeError('no good');
    });
    const { webContents } = await openPage();
    assert.deepEqual(await webContents.executeJavaScript(invokes("bridge.invoke('case:throws')")), {
      error: "Error invoking remote method 'case:throws': TypeError: no good",
    });
    assert.deepEqual(await webContents.executeJavaScript(invokes("bridge.invoke('case:nobody')")), {
      error: "Error invoking remote method 'case:nobody': Error: No handler registered for 'case:nobody'",
    });
    ipcMain.removeHandler('case:throws');
  },
  async 'ipcRenderer.invoke rejects when the answer cannot be cloned'({ ipcMain }, { openPage }) {
    const { webContents } = await openPage();
    for (const answer of [() => () => undefined, () => ({ later: Promise.resolve() }), () => [new WeakMap()]]) {
      ipcMain.handleOnce('case:uncloneable', answer);
      assert.deepEqual(await webContents.executeJavaScript(invokes("bridge.invoke('case:uncloneable')")), {
        error: "Error invoking remote method 'case:uncloneable': Error: An object could not be cloned.",
      });
    }
  },
  'ipcMain.handle rejects a second handler, and one that is no function'({ ipcMain }) {
    ipcMain.handle('case:two', () => 1);
    assert.throws(() => ipcMain.handle('case:two', () => 2), /second handler for 'case:two'/);
    ipcMain.removeHandler('case:two');
    assert.doesNotThrow(() => ipcMain.handle('case:two', () => 2));
    ipcMain.removeHandler('case:two');
    assert.throws(() => ipcMain.handle('case:none', 'text' as never), /to be a function, but found type 'string'/);
  },
  async 'event.senderFrame is the frame while its document is there'({ ipcMain }, { openPage }) {
    const window = await openPage();
    const asked = new Promise<unknown[]>((resolve) => {
      ipcMain.handleOnce('case:frame', (event) =>
        resolve([event.senderFrame === window.webContents.mainFrame, event.senderFrame?.parent, event.type]),
      );
    });
    await window.webContents.executeJavaScript("bridge.invoke('case:frame')");
    assert.deepEqual(await asked, [true, null, 'frame']);
  },
  async 'event.senderFrame is null once the page has navigated'({ ipcMain }, { openPage, until }) {
    const window = await openPage();
    let sent: Electron.IpcMainEvent | undefined;
    ipcMain.once('case:leaves', (event) => {
      sent = event;
    });
    await window.webContents.executeJavaScript("bridge.send('case:leaves')");
    await until(() => sent !== undefined);
    assert.notEqual(sent?.senderFrame, null);
    // Another host, so that no document of the page is left.
    await window.loadURL('conformance://elsewhere/index.html');
    assert.equal(sent?.senderFrame, null);
  },
  async 'a page that sends on the channel "error" breaks nothing'({ ipcMain }, { openPage, until }) {
    const { webContents } = await openPage();
    let isReceived = false;
    ipcMain.once('case:after', () => {
      isReceived = true;
    });
    await webContents.executeJavaScript("bridge.send('error', 1); bridge.send('case:after')");
    await until(() => isReceived);
  },
};
