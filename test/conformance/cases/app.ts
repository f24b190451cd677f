// app: its start, and what it allows before and after it is ready.
import assert from 'node:assert/strict';
import type { ProcessCase, SharedCase } from '../conformance-case.ts';
import { quitCases } from './quitting.ts';
import { signalCases } from './signals.ts';

export const appCases: readonly SharedCase[] = [
  {
    name: 'app.whenReady resolves at once when the app is ready',
    source: 'docs/api/app.md',
    async run({ app }) {
      assert.equal(app.isReady(), true);
      await app.whenReady();
    },
  },
  {
    name: 'app.isPackaged is false for an app that Electron of development runs',
    source: 'spec/api-app-spec.ts',
    run({ app }) {
      assert.equal(app.isPackaged, false);
    },
  },
  {
    name: 'app.enableSandbox and app.disableHardwareAcceleration throw after ready',
    source: 'shell/browser/api/electron_api_app.cc',
    run({ app }) {
      assert.throws(() => app.enableSandbox(), /app\.enableSandbox\(\) can only be called before app is ready/);
      assert.throws(
        () => app.disableHardwareAcceleration(),
        /app\.disableHardwareAcceleration\(\) can only be called before app is ready/,
      );
    },
  },
  {
    name: 'app.setPath and app.getPath take only names that Electron has, and whole paths',
    source: 'shell/browser/api/electron_api_app.cc',
    run({ app }) {
      assert.throws(() => app.setPath('userData', 'some/folder'), /Path must be absolute/);
      assert.throws(() => app.setPath('nowhere', app.getPath('temp')), /Failed to set path/);
      assert.throws(() => app.getPath('nowhere' as 'temp'), /Failed to get 'nowhere' path/);
    },
  },
];

const startProcessCases: readonly ProcessCase[] = [
  {
    name: 'a window cannot be made before the app is ready',
    source: 'shell/browser/api/electron_api_browser_window.cc',
    main({ app, BrowserWindow }, say) {
      try {
        new BrowserWindow({ show: false });
      } catch (error) {
        say((error as Error).message);
      }
      app.exit(0);
    },
    async check(process) {
      assert.equal(await process.exit(), 0);
      assert.deepEqual(process.said, ['Cannot create BrowserWindow before app is ready']);
    },
  },
  {
    name: 'app.enableSandbox takes --no-sandbox away, and no other switch',
    source: 'shell/browser/api/electron_api_app.cc',
    main({ app }, say) {
      const { commandLine } = app;
      commandLine.appendSwitch('no-sandbox');
      commandLine.appendSwitch('lang', 'en');
      app.enableSandbox();
      say(`${commandLine.hasSwitch('no-sandbox')} ${commandLine.getSwitchValue('lang')}`);
      app.exit(0);
    },
    async check(process) {
      assert.equal(await process.exit(), 0);
      assert.deepEqual(process.said, ['false en']);
    },
  },
  {
    name: 'the locale is empty before the app is ready, and that of the system throws',
    source: 'shell/browser/api/electron_api_app.cc',
    main({ app }, say) {
      say(`locale "${app.getLocale()}"`);
      try {
        app.getSystemLocale();
      } catch (error) {
        say((error as Error).message);
      }
      void app.whenReady().then(() => {
        say(String(app.getLocale() !== '' && app.getSystemLocale() !== ''));
        app.exit(0);
      });
    },
    async check(process) {
      assert.equal(await process.exit(), 0);
      const refused = 'app.getSystemLocale() can only be called after app is ready';
      assert.deepEqual(process.said, ['locale ""', refused, 'true']);
    },
  },
  {
    name: 'the lock of a single instance is held until it is released',
    source: 'docs/api/app.md',
    main({ app }, say) {
      say(`${app.hasSingleInstanceLock()} ${app.requestSingleInstanceLock()} ${app.hasSingleInstanceLock()}`);
      app.releaseSingleInstanceLock();
      say(String(app.hasSingleInstanceLock()));
      app.exit(0);
    },
    async check(process) {
      assert.equal(await process.exit(), 0);
      assert.deepEqual(process.said, ['false true true', 'false']);
    },
  },
];

export const appProcessCases: readonly ProcessCase[] = [...startProcessCases, ...quitCases, ...signalCases];
