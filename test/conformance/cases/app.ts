// app: its life from start to end.
import assert from 'node:assert/strict';
import type { ProcessCase, SharedCase } from '../conformance-case.ts';

export const appCases: readonly SharedCase[] = [
  {
    name: 'app.whenReady resolves at once when the app is ready',
    source: 'docs/api/app.md',
    async run({ app }) {
      assert.equal(app.isReady(), true);
      await app.whenReady();
    },
  },
];

export const appProcessCases: readonly ProcessCase[] = [
  {
    name: 'app.exit emits neither before-quit nor will-quit',
    source: 'docs/api/app.md',
    main({ app }, say) {
      app.on('before-quit', () => say('before-quit'));
      app.on('will-quit', () => say('will-quit'));
      app.on('quit', (_event, code) => say(`quit ${code}`));
      void app.whenReady().then(() => app.exit(7));
    },
    async check(process) {
      assert.equal(await process.exit(), 7);
      assert.deepEqual(process.said, ['quit 7']);
    },
  },
];
