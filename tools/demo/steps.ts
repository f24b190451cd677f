// Prints the result of each demo step, and takes the screenshots.
import { join } from 'node:path';
import { expect as briefly, type Page } from '@playwright/test';

/** A slow computer may take longer than Playwright's five seconds. */
export const expect = briefly.configure({ timeout: 60_000 });

export class Steps {
  #done = 0;
  #shots = 0;
  #current = '';
  ok = true;

  constructor(
    private readonly page: Page,
    private readonly folder: string,
  ) {}

  /** Runs one step and prints its outcome: the result of `act`. */
  async step(name: string, act: () => Promise<string>): Promise<void> {
    this.#current = name;
    const outcome = await act();
    this.#done += 1;
    console.log(`  ok  ${name}: ${outcome}`);
  }

  skip(name: string, reason: string): void {
    console.log(`  skipped  ${name}: ${reason}`);
  }

  /** Saves a screenshot of a page, by default of the app's window, after its transitions. */
  async shot(name: string, page: Page = this.page): Promise<void> {
    this.#shots += 1;
    const path = join(this.folder, `${String(this.#shots).padStart(2, '0')}-${name}.png`);
    await page.screenshot({ path, animations: 'disabled' });
  }

  async failed(error: unknown): Promise<void> {
    this.ok = false;
    console.log(`  FAILED  ${this.#current}: ${error instanceof Error ? error.message : String(error)}`);
    await this.shot('failed').catch((cause: unknown) => console.log(`  no screenshot: ${String(cause)}`));
  }

  summary(): string {
    return `${this.#done} steps done${this.ok ? '' : ', one failed'}.`;
  }
}
