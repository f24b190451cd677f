// dialog, clipboard and shell.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { ProcessCase, SharedCase } from '../conformance-case.ts';

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

export const dialogClipboardShellCases: readonly SharedCase[] = [
  {
    name: 'dialog throws at once if an option is wrong, and shows nothing',
    source: 'spec/api-dialog-spec.ts',
    run({ dialog }) {
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
  },
  {
    name: 'dialog.showErrorBox takes two texts',
    source: 'spec/api-dialog-spec.ts',
    run({ dialog }) {
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
  },
  {
    name: 'clipboard returns a text with all its characters',
    source: 'spec/api-clipboard-spec.ts',
    async run({ clipboard }) {
      const text = 'zażółć 千江有水千江月 "1"';
      await clipboard.writeText(text);
      assert.equal(await clipboard.readText(), text);
      assert.equal(await clipboard.has('text/plain'), true);
      assert.equal(await clipboard.has('image/png'), false);
    },
  },
  {
    name: 'ClipboardItem names its types, and rejects for one that it does not have',
    source: 'lib/browser/api/clipboard-item.ts',
    async run({ ClipboardItem }) {
      const item = new ClipboardItem({ 'text/plain': 'text', 'text/html': Promise.resolve('<b>text</b>') });
      assert.deepEqual(item.types, ['text/plain', 'text/html']);
      assert.equal(await ((await item.getType<string>('text/html')) as Blob).text(), '<b>text</b>');
      await assert.rejects(item.getType('image/png'));
      assert.throws(() => new ClipboardItem({}), TypeError);
      assert.throws(() => new ClipboardItem([] as never), TypeError);
    },
  },
  {
    name: 'clipboard.write takes no ClipboardItem that was read',
    source: 'lib/browser/api/clipboard-item.ts',
    async run({ clipboard }) {
      await clipboard.writeText('text');
      const items = await clipboard.read();
      assert.notEqual(items.length, 0);
      await assert.rejects(async () => clipboard.write(items), TypeError);
    },
  },
  {
    name: 'clipboard.clear leaves no text',
    source: 'docs/api/clipboard.md',
    async run({ clipboard }) {
      await clipboard.writeText('text');
      clipboard.clear();
      assert.equal(await clipboard.readText(), '');
    },
  },
  {
    name: 'shell.openPath resolves with what went wrong',
    source: 'docs/api/shell.md',
    async run({ app, shell }) {
      // There a system window may open and wait for a person.
      if (process.platform === 'win32') return;
      const problem = await shell.openPath(join(app.getPath('temp'), 'there-is-no-such-file.txt'));
      assert.equal(typeof problem, 'string');
      assert.notEqual(problem, '');
    },
  },
  {
    name: 'shell rejects an address and a path that are no strings',
    source: 'shell/common/api/electron_api_shell.cc',
    run({ shell }) {
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
  },
  {
    name: 'shell.trashItem rejects a missing path',
    source: 'spec/api-shell-spec.ts',
    async run({ app, shell }) {
      await assert.rejects(shell.trashItem(join(app.getPath('temp'), 'there-is-no-such-file.txt')));
    },
  },
  {
    name: 'nativeImage is empty for anything but a picture',
    source: 'docs/api/native-image.md',
    run({ nativeImage }) {
      assert.equal(nativeImage.createFromPath('/there/is/no/such.png').isEmpty(), true);
      assert.equal(nativeImage.createFromBuffer(Buffer.from('no picture')).isEmpty(), true);
      assert.equal(nativeImage.createEmpty().isEmpty(), true);
    },
  },
];

export const dialogClipboardShellProcessCases: readonly ProcessCase[] = [
  {
    name: 'dialog throws before the app is ready, except showErrorBox',
    source: 'lib/browser/api/dialog.ts',
    // Elsewhere the box opens and waits for a person.
    platforms: ['linux'],
    main({ app, dialog }, say) {
      say(thrownBy(() => dialog.showMessageBox({ message: 'Early' })));
      say(thrownBy(() => dialog.showOpenDialog({})));
      say(thrownBy(() => dialog.showSaveDialog({})));
      say(thrownBy(() => dialog.showErrorBox('Early', 'Before the app is ready.')));
      void app.whenReady().then(() => app.exit(0));
    },
    async check(process) {
      await process.exit();
      const refusal = 'dialog module can only be used after app is ready';
      assert.deepEqual(process.said, [refusal, refusal, refusal, 'nothing']);
    },
  },
];
