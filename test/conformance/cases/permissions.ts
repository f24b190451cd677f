// Permissions of a page: the calls of its session's handlers, and their effect.
import assert from 'node:assert/strict';
import type { ElectronModule, SharedCases } from '../conformance-case.ts';

/** Sets handlers of the default session while `run` executes. */
async function handling(
  { session }: ElectronModule,
  handlers: {
    readonly check?: Parameters<Electron.Session['setPermissionCheckHandler']>[0];
    readonly request?: Parameters<Electron.Session['setPermissionRequestHandler']>[0];
  },
  run: () => Promise<void>,
): Promise<void> {
  const { defaultSession } = session;
  defaultSession.setPermissionCheckHandler(handlers.check ?? null);
  defaultSession.setPermissionRequestHandler(handlers.request ?? null);
  try {
    await run();
  } finally {
    defaultSession.setPermissionCheckHandler(null);
    defaultSession.setPermissionRequestHandler(null);
  }
}

const stateOf = (name: string): string => `navigator.permissions.query({ name: '${name}' }).then(({ state }) => state)`;
const POSITION = `new Promise((resolve) => {
  navigator.geolocation.getCurrentPosition(() => resolve('given'), ({ code }) => resolve(code));
})`;
/** Of the error of `getCurrentPosition`. */
const PERMISSION_DENIED = 1;

export const shared: SharedCases = {
  async 'the check handler decides what a page sees, by permission and origin'(electron, { openPage }) {
    const asked: unknown[] = [];
    const check: Parameters<Electron.Session['setPermissionCheckHandler']>[0] = (contents, permission, origin) => {
      asked.push([contents?.getType(), permission, origin]);
      return permission === 'geolocation';
    };
    await handling(electron, { check }, async () => {
      const { webContents } = await openPage();
      asked.length = 0;
      assert.equal(await webContents.executeJavaScript(stateOf('geolocation')), 'granted');
      assert.equal(await webContents.executeJavaScript(stateOf('clipboard-write')), 'denied');
      assert.equal(await webContents.executeJavaScript(stateOf('microphone')), 'denied');
      assert.deepEqual(asked, [
        ['window', 'geolocation', 'conformance://page/'],
        ['window', 'clipboard-sanitized-write', 'conformance://page/'],
        ['window', 'media', 'conformance://page/'],
      ]);
      assert.equal(await webContents.executeJavaScript('Notification.permission'), 'denied');
    });
  },
  async 'the request handler is asked, may take its time, and its refusal is final'(electron, { openPage }) {
    const asked: unknown[] = [];
    const request: Parameters<Electron.Session['setPermissionRequestHandler']>[0] = (
      _contents,
      permission,
      callback,
      { isMainFrame, requestingUrl },
    ) => {
      asked.push([permission, isMainFrame, requestingUrl]);
      setTimeout(() => callback(false), 10);
    };
    await handling(electron, { request }, async () => {
      const { webContents } = await openPage();
      assert.equal(await webContents.executeJavaScript('Notification.requestPermission()', true), 'denied');
      assert.equal(await webContents.executeJavaScript(POSITION, true), PERMISSION_DENIED);
      const url = 'conformance://page/index.html';
      assert.deepEqual(asked, [
        ['notifications', true, url],
        ['geolocation', true, url],
      ]);
      // A query is not a request: no check handler refuses it.
      assert.equal(await webContents.executeJavaScript(stateOf('geolocation')), 'granted');
    });
  },
};
