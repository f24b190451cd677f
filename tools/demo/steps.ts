// The steps of the demo: prints the result of each, and takes the screenshots.
import { join } from 'node:path';
import { expect as briefly, type Page } from '@playwright/test';

/** A slow computer may take longer than Playwright's five seconds. */
export const expect = briefly.configure({ timeout: 60_000 });

export class Steps {
  #shots = 0;
  done = 0;

  constructor(
    private readonly page: Page,
    private readonly folder: string,
  ) {}

  /** Runs one step and prints its outcome: the result of `act`. */
  async step(name: string, act: () => Promise<string>): Promise<void> {
    try {
      console.log(`  ok  ${name}: ${await act()}`);
      this.done += 1;
    } catch (error) {
      console.log(`  FAILED  ${name}: ${(error as Error).message}`);
      await this.shot('failed').catch((cause: unknown) => console.log(`  no screenshot: ${String(cause)}`));
      throw error;
    }
  }

  /** Saves a screenshot of the window, after its transitions. */
  async shot(name: string): Promise<void> {
    this.#shots += 1;
    const path = join(this.folder, `${String(this.#shots).padStart(2, '0')}-${name}.png`);
    await this.page.screenshot({ path, animations: 'disabled' });
  }
}
