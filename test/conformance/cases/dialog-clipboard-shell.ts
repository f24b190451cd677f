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
    assert.match(
      thrownBy(() => dialog.showOpenDialog(wrong({ properties: false }))),
      /Properties must be an array/,
    );
    assert.match(
      thrownBy(() => dialog.showSaveDialog(wrong({ defaultPath: {} }))),
      /Default path must be a string/,
    );
    assert.match(
      thrownBy(() => dialog.showMessageBox(wrong({ message: '', type: 'loud' }))),
      /Invalid message box type/,
    );
    assert.match(
      thrownBy(() => dialog.showMessageBox(wrong({ message: '', buttons: 'OK' }))),
      /Buttons must be an array/,
    );
    assert.match(
      thrownBy(() => dialog.showMessageBox(wrong({ message: 3 }))),
      /Message must be a string/,
    );
  },
  'dialog.showErrorBox takes two texts'({ dialog }) {
    const show = dialog.showErrorBox as (...args: unknown[]) => void;
    assert.match(
      thrownBy(() => show()),
      /Insufficient number of arguments/,
    );
    assert.match(
      thrownBy(() => show(3, 'content')),
      /argument at index 0/,
    );
    assert.match(
      thrownBy(() => show('title', 4)),
      /argument at index 1/,
    );
  },
  async 'clipboard returns a text with all its characters'({ clipboard }) {
    const text = 'zażółć 千江有水千江月 "1"';
    await clipboard.writeText(text);
    assert.equal(await clipboard.readText(), text);
    assert.equal(await clipboard.has('text/plain'), true);
    assert.equal(await clipboard.has('image/png'), false);
  },
  async 'ClipboardItem names its types, and rejects for one that it does not have'({ ClipboardItem }) {
    const item = new ClipboardItem({ 'text/plain': 'text', 'text/html': Promise.resolve('<b>text</b>') });
    assert.deepEqual(item.types, ['text/plain', 'text/html']);
    assert.equal(await ((await item.getType<string>('text/html')) as Blob).text(), '<b>text</b>');
    await assert.rejects(item.getType('image/png'));
    assert.throws(() => new ClipboardItem({}), TypeError);
    assert.throws(() => new ClipboardItem([] as never), TypeError);
  },
  async 'shell.openPath resolves with what went wrong'({ app, shell }) {
    // There a system window may open and wait for a person.
    if (process.platform === 'win32') return;
    const problem = await shell.openPath(join(app.getPath('temp'), 'there-is-no-such-file.txt'));
    assert.equal(typeof problem, 'string');
    assert.notEqual(problem, '');
  },
  'shell rejects an address and a path that are no strings'({ shell }) {
    const wrong = 42 as unknown as string;
    assert.notEqual(
      thrownBy(() => shell.openExternal(wrong)),
      'nothing',
    );
    assert.notEqual(
      thrownBy(() => shell.openPath(wrong)),
      'nothing',
    );
  },
  'nativeImage is empty for anything but a picture'({ nativeImage }) {
    assert.equal(nativeImage.createFromPath('/there/is/no/such.png').isEmpty(), true);
    assert.equal(nativeImage.createFromBuffer(Buffer.from('no picture')).isEmpty(), true);
    assert.equal(nativeImage.createEmpty().isEmpty(), true);
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
