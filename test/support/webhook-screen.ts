// What a seller does on the screen "Webhook": starts the inbox, and saves its address with a key.
import { expect, type Page } from '@playwright/test';
import { freePort } from '../../tools/test/free-port.ts';
import { goTo } from './seller.ts';

export const inboxOf = (page: Page) => page.getByRole('region', { name: 'Webhook inbox' });

/** Where the inbox listens. */
export const addressOf = (page: Page): Promise<string> =>
  inboxOf(page)
    .getByText(/^http:/)
    .innerText();

/** Chooses the port that the inbox will listen on. */
export async function choosePort(page: Page, port: number): Promise<void> {
  await inboxOf(page).getByText('For developers').click();
  await inboxOf(page).getByRole('textbox', { name: 'Port' }).fill(String(port));
}

export async function startInbox(page: Page): Promise<void> {
  await goTo(page, 'Webhook');
  await choosePort(page, await freePort());
  await inboxOf(page).getByRole('button', { name: 'Start inbox' }).click();
  await inboxOf(page).getByRole('button', { name: 'Use this address' }).click();
  await expect(page.getByRole('textbox', { name: 'Webhook URL' })).toHaveValue(
    /^http:\/\/127\.0\.0\.1:\d+\/after-sell$/,
  );
  await expect(page.getByLabel('Verification key', { exact: true })).toHaveValue(/^.{64}$/);
}

export async function saveWithNewKey(page: Page): Promise<string> {
  const box = page.getByLabel('Verification key', { exact: true });
  const previous = await box.inputValue();
  await page.getByRole('button', { name: 'Generate key' }).click();
  await expect(box).not.toHaveValue(previous);
  await expect(box).toHaveValue(/^.{64}$/);
  const key = await box.inputValue();
  await page.getByRole('button', { name: 'Save webhook' }).click();
  await expect(page.getByText('Saved on the service', { exact: true })).toBeVisible();
  return key;
}
