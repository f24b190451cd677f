// A seller's steps on the Sync screen, through accessible names.
import { expect, type Locator, type Page } from '@playwright/test';
import { goTo, syncStatus } from './seller.ts';

export const waitingChanges = (page: Page): Locator => page.getByRole('table', { name: 'Waiting changes' });

export const waitingRow = (page: Page, text: string): Locator =>
  waitingChanges(page).getByRole('row').filter({ hasText: text });

/** The details of the open change. */
export const changePanel = (page: Page): Locator => page.getByRole('complementary', { name: 'Change', exact: true });

/** Opens the first waiting change. */
export async function openChange(page: Page): Promise<Locator> {
  await goTo(page, 'Sync');
  await waitingChanges(page).getByRole('row').nth(1).click();
  const panel = changePanel(page);
  await expect(panel).toBeVisible();
  return panel;
}

export const needAttention = (page: Page, count: number): Promise<void> =>
  expect(syncStatus(page)).toHaveText(
    count === 1 ? '1 change needs your attention' : `${count} changes need your attention`,
  );

/** Clicks the button, and the one of the same name in the question that follows. */
export async function decide(page: Page, from: Locator, name: string): Promise<void> {
  await from.getByRole('button', { name, exact: true }).click();
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name, exact: true }).click();
  await expect(question).toBeHidden();
}

export const workOffline = (page: Page, on: boolean): Promise<void> =>
  page.getByRole('switch', { name: 'Work offline' }).setChecked(on);
