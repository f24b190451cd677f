// What tests at a window share: a service, and a check for unexpected errors.
import { test as base, expect, type Page } from '@playwright/test';
import { RecordingService } from './recording-service.ts';

interface Fixtures {
  readonly service: RecordingService;
  /** Errors that contain one of these do not fail the test. */
  readonly allowedErrors: (string | RegExp)[];
  /** The errors of all pages, and any that a fixture adds. */
  readonly errors: string[];
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see a pattern here
  service: async ({}, use) => {
    const service = new RecordingService();
    await service.start();
    await use(service);
    await service.stop();
  },

  allowedErrors: [[], { option: true }],

  errors: async ({ allowedErrors }, use) => {
    const errors: string[] = [];
    await use(errors);
    const isAllowed = (text: string) =>
      allowedErrors.some((item) => (typeof item === 'string' ? text.includes(item) : item.test(text)));
    expect(
      errors.filter((text) => !isAllowed(text)),
      'errors that nobody expected',
    ).toEqual([]);
  },
});

export function watch(page: Page, errors: string[]): void {
  page.on('pageerror', (error) => errors.push(`page: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`console: ${message.text()}`);
  });
}

/** A picture of the page, for the report of a failed test. */
export const pictureOf = (page: Page) => page.screenshot({ timeout: 5_000 }).catch(() => undefined);
