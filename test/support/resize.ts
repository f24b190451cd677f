// Resizes the window of a test.
import type { Page } from '@playwright/test';

/** Resolves once what observes its own size has been drawn again: such a change is drawn in the frame after that of the window. */
export async function resize(page: Page, size: { readonly width: number; readonly height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
}
