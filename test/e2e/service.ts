// Fixtures with a recording service instead of the practice store.
import type { LaunchedApp } from '../support/app.ts';
import { type DataFolderOptions, writeDataFolder } from '../support/data-folder.ts';
import { RecordingService } from '../support/recording-service.ts';
import { signInAtOnce } from '../support/seller.ts';
import { test as base, expect } from './fixture.ts';

export { expect };

export const test = base.extend<{
  readonly service: RecordingService;
  /** The app, signed in to the service. */
  readonly signedIn: LaunchedApp;
  /** Starts the app with a store that has this catalog, and signs in to the service. */
  readonly signedInWith: (content: Omit<DataFolderOptions, 'userDataDir' | 'serviceAddress'>) => Promise<LaunchedApp>;
}>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see a pattern here
  service: async ({}, use) => {
    const service = new RecordingService();
    await service.start();
    await use(service);
    await service.stop();
  },
  signedIn: async ({ launchApp, service }, use) => {
    const app = await launchApp();
    await signInAtOnce(app.page, service);
    await use(app);
  },
  signedInWith: async ({ launchApp, service, userDataDir }, use) => {
    await use(async (content) => {
      writeDataFolder({ ...content, userDataDir, serviceAddress: service.url });
      const app = await launchApp();
      await signInAtOnce(app.page, service);
      return app;
    });
  },
});
