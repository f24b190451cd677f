// Gaps of the stand-in: it throws an error that names the missing member instead of pretending.
import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { covered, coveredClass, NotCovered } from '../src/objects.ts';
import { protocol } from '../src/own-scheme.ts';
import { defaultSession } from '../src/session.ts';

it('reading a missing member of an object, a class or an instance throws an error with its name', () => {
  class Window extends EventEmitter {
    title = 'Desk';
    static all = () => [];
  }
  const made = coveredClass('Window', Window);
  const window = new made();
  expect([window.title, made.all(), window instanceof made, window.listenerCount('close')]).toEqual([
    ...['Desk', [], true, 0],
  ]);
  for (const [read, name] of [
    [() => Reflect.get(window, 'flashFrame'), 'Window.flashFrame'],
    [() => Reflect.get(made, 'fromId'), 'Window.fromId'],
    [() => Reflect.get(covered('dialog', {}), 'showOpenDialogSync'), 'dialog.showOpenDialogSync'],
    [() => Reflect.get(defaultSession.webRequest, 'onHeadersReceived'), 'session.webRequest.onHeadersReceived'],
  ] as const) {
    expect(read, name).toThrow(NotCovered);
    expect(read).toThrow(name);
  }
});

it('refuses options that the stand-in does not support', async () => {
  const scheme = { scheme: 'own', privileges: { standard: true, secure: true, bypassCSP: true } };
  expect(() => protocol.registerSchemesAsPrivileged([scheme])).toThrow(NotCovered);
  expect(() => protocol.handle('own', () => new Response())).toThrow(NotCovered);
  await expect(defaultSession.setProxy({ pacScript: 'http://shop.example/proxy.pac' })).rejects.toThrow(NotCovered);
  await expect(defaultSession.setProxy({ mode: 'auto_detect' })).rejects.toThrow(NotCovered);
});
