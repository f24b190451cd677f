// Before the first test in a window: builds the app once, checks that a host is available, and prints which.
import { ensureChromium } from '@storefront-desk/chromium-host/find-chromium';
import { ensureBuilt } from '../../tools/launch/build.ts';
import { chooseHost } from '../../tools/launch/choose-host.ts';
import { describeHost } from '../../tools/launch/open-app.ts';

export default async function setUp(): Promise<void> {
  console.log(`The app runs ${describeHost()}`);
  await Promise.all([ensureBuilt(), chooseHost().kind === 'electron' ? undefined : ensureChromium()]);
}
