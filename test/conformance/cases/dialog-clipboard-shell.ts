// dialog, clipboard and shell.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { ProcessCases, SharedCases } from '../conformance-case.ts';

/** The synchronous error of a call; a returned promise counts as none. */
function thrownBy(call: () => unknown): string {
  try {
    const given = call();
    if (given instanceof Promise) given.catch(() => undefined);
    return 'nothing';
  } catch (error) {
    return (error as Error).message;
  }
}

export const shared: SharedCases = {
  'dialog throws at once if an option is wrong, and shows nothing'({ dialog }) {
    const wrong = <T>(options: object) => options as T;
    const said = [
      thrownBy(() => dialog.showOpenDialog(wrong({ properties: false }))),
      thrownBy(() => dialog.showSaveDialog(wrong({ defaultPath: {} }))),
      thrownBy(() => dialog.showMessageBox(wrong({ message: '', type: 'loud' }))),
      thrownBy(() => dialog.showMessageBox(wrong({ message: '', buttons: 'OK' }))),
      thrownBy(() => dialog.showMessageBox(wrong({ message: 3 }))),
    ];
    assert.match(
      said.join(),
      /Properties .*Default path .*Invalid message box type.*Buttons .*Message must be a string/s,
    );
  },
  async 'clipboard returns a text with all its characters'({ clipboard }) {
    const text = 'zażółć 千江有水千江月 "1"';
    await clipboard.writeText(text);
    assert.equal(await clipboard.readText(), text);
    assert.equal(await clipboard.has('text/plain'), true);
    assert.equal(await clipboard.has('image/png'), false);
  },
  async 'shell.openPath resolves with what went wrong'({ app, shell }) {
    // There a system window may open and wait for a person.
    if (process.platform === 'win32') return;
    const problem = await shell.openPath(join(app.getPath('temp'), 'there-is-no-such-file.txt'));
    assert.equal(typeof problem, 'string');
    assert.notEqual(problem, '');
  },
};

export const alone: ProcessCases = {
  'dialog throws before the app is ready, except showErrorBox': {
    // Elsewhere the box opens and waits for a person.
    platforms: ['linux'],
    main({ app, dialog }, say) {
      say(thrownBy(() => dialog.showMessageBox({ message: 'Early' })));
      say(thrownBy(() => dialog.showOpenDialog({})));
      say(thrownBy(() => dialog.showSaveDialog({})));
      say(thrownBy(() => dialog.showErrorBox('Early', 'Before the app is ready.')));
      void app.whenReady().then(() => app.exit(0));
    },
    says: [...Array(3).fill('dialog module can only be used after app is ready'), 'nothing'],
  },
};
