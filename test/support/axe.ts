// Runs axe on a settled page: only serious and critical findings count.
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Colours are wrong while something fades in or out. */
const settled = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished.catch(() => undefined)),
    ),
  );

/** Fails with the findings and `where`. A toast may come or go while axe runs, so a finding must occur twice. */
export async function expectNoFindings(page: Page, where: string): Promise<void> {
  const first = await findings(page, where);
  if (first.length > 0) expect(await findings(page, where)).toEqual([]);
}

async function findings(page: Page, where: string): Promise<string[]> {
  await settled(page);
  // Passed rules would be described as well, which takes most of the time.
  const options = { resultTypes: ['violations' as const] };
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).options(options).analyze();
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return grave.map(({ id, nodes }) => `${where}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/** The same in the light and the dark theme. */
export async function expectNoFindingsInBothThemes(page: Page, where: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectNoFindings(page, `${where}, ${colorScheme}`);
  }
}
