// Playwright's global setup: builds the app once, and makes sure that there is a host to run it on.
import { ensureChromium } from '@storefront-desk/chromium-host/find-chromium';
import { ensureBuilt } from '../../tools/launch/build.ts';
import { chooseHost } from '../../tools/launch/choose-host.ts';
import { describeHost } from '../../tools/launch/open-app.ts';

export default async function setUp(): Promise<void> {
  console.log(`The app runs ${describeHost()}`);
  await Promise.all([ensureBuilt(), chooseHost().kind === 'electron' ? undefined : ensureChromium()]);
}
