// Before the first end-to-end test: builds the app once, checks that a host is available, and prints which.

import { ensureChromium } from '@storefront-desk/chromium-host/find-chromium';
import { ensureBuilt } from '../../tools/launch/build.ts';
import { hostForTests } from '../../tools/launch/choose-host.ts';
import { describeHost } from '../../tools/launch/open-app.ts';
import { buildConformance } from '../conformance/build.ts';

export default async function setUp(): Promise<void> {
  console.log(`End-to-end tests run ${describeHost()}`);
  await Promise.all([
    ensureBuilt(),
    buildConformance(),
    hostForTests().kind === 'electron' ? undefined : ensureChromium(),
  ]);
}
