// Resizes the window of a test.
import type { Page } from '@playwright/test';

/** Resolves when elements that observe their own size are drawn again, in the frame after that of the window. */
export async function resize(page: Page, size: { readonly width: number; readonly height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
}
