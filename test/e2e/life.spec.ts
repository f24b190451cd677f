// The app from its first window to its end.
import { expect, test } from './fixture.ts';

test('the window appears where nothing says that it is painted, as on Wayland', async ({ launchApp }) => {
  const app = await launchApp({ args: ['--practice'], env: { STOREFRONT_STAND_IN_FAULTS: 'no-ready-to-show' } });
  await expect.poll(() => app.isVisible()).toBe(true);
});
