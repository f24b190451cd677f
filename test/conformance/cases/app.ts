// app: its start, and what it allows before and after it is ready.
import assert from 'node:assert/strict';
import type { ProcessCases, SharedCases } from '../conformance-case.ts';

export const shared: SharedCases = {
  'app.isPackaged is false for an app that Electron of development runs'({ app }) {
    assert.equal(app.isPackaged, false);
  },
};

export const alone: ProcessCases = {
  'app.enableSandbox takes --no-sandbox away, and no other switch': {
    main({ app }, say) {
      const { commandLine } = app;
      commandLine.appendSwitch('no-sandbox');
      commandLine.appendSwitch('lang', 'en');
      app.enableSandbox();
      say(`${commandLine.hasSwitch('no-sandbox')} ${commandLine.getSwitchValue('lang')}`);
      app.exit(0);
    },
    says: ['false en'],
  },
  'the lock of a single instance is held until it is released': {
    main({ app }, say) {
      say(`${app.hasSingleInstanceLock()} ${app.requestSingleInstanceLock()} ${app.hasSingleInstanceLock()}`);
      app.releaseSingleInstanceLock();
      say(String(app.hasSingleInstanceLock()));
      app.exit(0);
    },
    says: ['false true true', 'false'],
  },
};
