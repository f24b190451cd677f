// The end-to-end fixture with a service that is not the practice store.
import { RecordingService } from '../support/recording-service.ts';
import { test as base, expect } from './fixture.ts';

export { expect };

export const test = base.extend<{ readonly service: RecordingService }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see a pattern here
  service: async ({}, use) => {
    const service = new RecordingService();
    await service.start();
    await use(service);
    await service.stop();
  },
});
