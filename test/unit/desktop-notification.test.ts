// Desktop notifications on Windows: they leave the screen after a while, and can be clicked in the Action Center.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

type StandIn = typeof import('@storefront-desk/chromium-host/notification');
let actOnNotification: StandIn['actOnNotification'];
let show: (title: string) => void;
/** The titles of closed notifications. */
let closed: () => string[];
const clicked: string[] = [];
/** Garbage is collected only between two turns of the event loop. */
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

beforeEach(async () => {
  vi.resetModules();
  clicked.length = 0;
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const { connectReadiness } = await import('@storefront-desk/chromium-host/readiness');
  connectReadiness(() => true);
  const standIn = await import('@storefront-desk/chromium-host/notification');
  actOnNotification = standIn.actOnNotification;
  vi.doMock('electron', () => ({ default: {}, Notification: standIn.Notification }));
  const { showNotification } = await import('../../src/main/electron/notifications.ts');
  show = (title) => showNotification({ title, body: '', onClick: () => void clicked.push(title) });
  const { outsideActs } = await import('@storefront-desk/chromium-host/outside');
  closed = () => outsideActs().flatMap(({ kind, what }) => (kind === 'notification-closed' ? [what] : []));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

it('handles a click in the Action Center after the notification has left the screen', async () => {
  show('One');
  await nextTurn();
  expect(actOnNotification('time-out')).toBe(true);
  await nextTurn();
  expect(actOnNotification('click')).toBe(true);
  expect(clicked).toEqual(['One']);
});

it('handles a click although only the system references the notification', async () => {
  show('One');
  await nextTurn();
  expect(actOnNotification('click')).toBe(true);
  expect(clicked).toEqual(['One']);
});

const showMany = (many: number) => {
  for (let count = 1; count <= many; count += 1) show(`Number ${count}`);
};

it('keeps at most the newest 20, and removes the oldest from the Action Center', () => {
  showMany(25);
  expect(closed()).toEqual(['Number 1', 'Number 2', 'Number 3', 'Number 4', 'Number 5']);
});

it.each(['click', 'dismiss'] as const)('releases a notification after a %s', async (act) => {
  show('One');
  await nextTurn();
  actOnNotification(act);
  showMany(20);
  expect(closed()).toEqual([]);
});

it('logs a notification that the system refused, and releases it', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubEnv('STOREFRONT_STAND_IN_FAULTS', 'notification-fails');
  show('One');
  await expect
    .poll(() => logged)
    .toHaveBeenCalledWith('A desktop notification was not shown', expect.stringContaining('not allowed'));
  vi.unstubAllEnvs();
  showMany(20);
  expect(closed()).toEqual([]);
});

it('shows none if the system has no notifications', () => {
  vi.stubEnv('STOREFRONT_STAND_IN_FAULTS', 'no-notifications');
  show('One');
  expect(actOnNotification('click')).toBe(false);
});
