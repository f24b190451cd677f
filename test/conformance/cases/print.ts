// webContents.print. Nothing is printed: each call fails before a dialog could open.
import assert from 'node:assert/strict';
import type { SharedCases } from '../conformance-case.ts';

export const shared: SharedCases = {
  async 'webContents.print rejects invalid settings and callbacks'(_electron, { openPage }) {
    const { webContents } = await openPage();
    assert.throws(() => webContents.print(true as unknown as object), /Invalid print settings/);
    assert.throws(() => webContents.print(null as unknown as object), /Invalid print settings/);
    assert.throws(() => webContents.print({}, true as unknown as () => void), /Invalid optional callback/);
    assert.throws(() => webContents.print({ pageSize: 'A44' as 'A4' }), /Unsupported pageSize/);
  },
  async 'webContents.print passes its callback the reason of a failure'(_electron, { openPage }) {
    const { webContents } = await openPage();
    const [success, reason] = await new Promise<[boolean, string]>((resolve) => {
      webContents.print({ deviceName: 'there-is-no-such-printer' }, (...result) => resolve(result));
    });
    assert.equal(success, false);
    assert.match(reason, /Invalid deviceName/);
  },
};
