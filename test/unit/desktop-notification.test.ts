// Desktop notifications on Windows: they leave the screen after a while, and can be clicked in the Action Center.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeEach, expect, it, vi } from 'vitest';

const system = vi.hoisted(() => ({
  supports: true,
  refuses: false,
  /** Weak, like Electron's own: one that the app does not keep may be collected, and is never clicked then. */
  shown: [] as WeakRef<NodeJS.EventEmitter>[],
  closed: [] as string[],
}));

vi.mock('electron', async () => {
  const { EventEmitter } = await import('node:events');
  class Notification extends EventEmitter {
    static isSupported = () => system.supports;
    constructor(readonly options: { readonly title: string }) {
      super();
    }
    show() {
      system.shown.push(new WeakRef(this));
      if (system.refuses) this.emit('failed', {}, 'not allowed');
    }
    close() {
      system.closed.push(this.options.title);
    }
  }
  return { default: {}, BrowserWindow: {}, Notification };
});

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const { showNotification } = await import('../../src/main/electron/notifications.ts');

const clicked: string[] = [];
const show = (title: string) => showNotification({ title, body: '', onClick: () => void clicked.push(title) });
const showMany = (count: number) => {
  for (let n = 1; n <= count; n += 1) show(`Number ${n}`);
};
/** Does something to the last notification. */
async function act(event: 'click' | 'close', details: object): Promise<void> {
  // Garbage is collected only between two turns of the event loop.
  await new Promise<void>((resolve) => setImmediate(resolve));
  collectGarbage();
  system.shown.at(-1)?.deref()?.emit(event, details);
}

beforeEach(() => {
  // Those of earlier tests are closed.
  showMany(20);
  Object.assign(system, { supports: true, refuses: false, shown: [], closed: [] });
  clicked.length = 0;
});

it('handles a click in the Action Center after the notification has left the screen', async () => {
  show('One');
  await act('close', { reason: 'timedOut' });
  await act('click', {});
  expect(clicked).toEqual(['One']);
});

it('keeps at most the newest 20, and removes the oldest from the Action Center', () => {
  showMany(5);
  expect(system.closed).toEqual(['Number 1', 'Number 2', 'Number 3', 'Number 4', 'Number 5']);
});

it.each([
  ['click', {}],
  ['close', { reason: 'userCanceled' }],
] as const)('releases a notification after a %s', async (event, details) => {
  show('One');
  await act(event, details);
  system.closed.length = 0;
  showMany(19);
  expect(system.closed).not.toContain('One');
});

it('logs a notification that the system refused, and releases it', () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  system.refuses = true;
  show('One');
  expect(logged).toHaveBeenCalledWith('A desktop notification was not shown', 'not allowed');
  logged.mockRestore();
  system.refuses = false;
  showMany(20);
  expect(system.closed).not.toContain('One');
});

it('shows none if the system has no notifications', () => {
  system.supports = false;
  show('One');
  expect(system.shown).toEqual([]);
});
