// Every screen and dialog for sellers who need contrast, few colours, or no motion: axe in both themes, and forced colours.
import type { Page } from '@playwright/test';
import { slow } from '../../../tools/test/slow.ts';
import { expectNoFindings, expectNoFindingsInBothThemes } from '../../support/axe.ts';
import type { Desk } from '../../support/desk.ts';
import { expect, test } from '../../support/desk-test.ts';
import { readQrPng } from '../../support/read-qr.ts';
import { allSaved, createLink, createProduct, goTo, signIn, syncStatus } from '../../support/seller.ts';

// Axe takes about a second for each screen.
test.setTimeout(slow(180_000));

const SMALL = { viewport: { width: 900, height: 600 } };

/** Checks the dialog that is opening, and closes it. */
async function expectDialog(page: Page, where: string): Promise<void> {
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoFindings(page, where);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no screen has serious axe findings in the ${colorScheme} theme`, async ({ openDesk, service }) => {
    const { page } = await openDesk(SMALL);
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await button('Sign in').click();
    await expectNoFindings(page, 'sign in with errors');
    await signIn(page, service);
    await expect(page.getByRole('heading', { name: 'Products', exact: true })).toBeVisible();
    await expectNoFindings(page, 'no products');
    await createProduct(page, 'Coaching hour');
    await allSaved(page);
    await button('New product').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save product' }).click();
    await expectDialog(page, 'new product with errors');
    await page.getByRole('table', { name: 'Products' }).getByRole('link', { name: 'Coaching hour' }).click();
    await expect(page.getByRole('heading', { name: 'Coaching hour' })).toBeVisible();
    await expectNoFindings(page, 'product');
    service.intercept = ({ raw }) => (raw.includes('1044') ? { status: 502, body: 'Bad gateway' } : undefined);
    await createLink(page, 'Coaching hour', '100.55', '1043');
    await createLink(page, 'Coaching hour', '60', '1044');
    await expect(syncStatus(page)).toHaveText('1 change needs your attention');
    const rows = page.getByRole('table', { name: 'Payment links' }).getByRole('row');
    await rows.filter({ hasText: '1043' }).getByRole('checkbox').check();
    await rows.filter({ hasText: '1043' }).getByText('$100.55').click();
    await expect(page.getByRole('textbox', { name: 'Checkout URL' })).toBeVisible();
    await expectNoFindings(page, 'a selection, and the details of a link');
    const details = page.getByRole('complementary', { name: 'Link details' });
    await details.getByRole('button', { name: 'Share' }).click();
    await expectDialog(page, 'Share');
    for (const name of ['Show QR code', 'Replace link', 'Delete link']) {
      await details.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name }).click();
      await expectDialog(page, name);
    }
    await details.getByRole('button', { name: 'Close details' }).click();
    for (const name of ['Replace with a new price', 'Print QR codes', 'Customise', 'Delete links']) {
      await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name }).click();
      await expectDialog(page, `${name} of many`);
    }
    await button('New payment link').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click();
    await expectDialog(page, 'new payment link with errors');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('1043');
    await expect(page.getByRole('dialog').getByRole('status')).toHaveText(/^Found/);
    await expectDialog(page, 'command palette');

    await button('Clear selection').click();
    await button('Import links from CSV').click();
    await page
      .getByRole('textbox', { name: 'Paste rows' })
      .fill('Product,Price,Order\nCoaching hour,60,1\nCoaching hour,abc,2\nCoaching hour,100.55,1043');
    await expectNoFindings(page, 'import');
    await button('Read rows').click();
    await page.getByRole('button', { name: 'Correct line 3' }).click();
    await expectNoFindings(page, 'rows to import, and a cell to correct');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Create \d links?$/ }).click();
    await expect(page.getByRole('table', { name: 'Imported rows' })).toBeVisible();
    await expectNoFindings(page, 'imported rows');

    await goTo(page, 'Sync');
    await page.getByRole('table', { name: 'Waiting changes' }).getByRole('row').filter({ hasText: '1044' }).click();
    await expectNoFindings(page, 'sync');
    await button('Mark as sent').click();
    await expectDialog(page, 'mark as sent');
    await goTo(page, 'Sales');
    await expectNoFindings(page, 'no sales');
    await goTo(page, 'Webhook');
    await button('Save webhook').click();
    await expectNoFindings(page, 'webhook with errors');
    await goTo(page, 'Settings');
    await expectNoFindings(page, 'settings');
    await button('Export backup').click();
    await expectDialog(page, 'export backup');
    await page.getByRole('button', { name: /^Store: / }).click();
    await expectNoFindings(page, 'store switcher');
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expectDialog(page, 'sign out');
  });
}

async function practise({ page }: Desk): Promise<void> {
  await page.getByRole('button', { name: 'Open the practice store' }).click();
  await expect(page.getByRole('region', { name: 'Tour' })).toBeVisible();
}

test('neither have the practice store, its tour, and a delivery with its sale', async ({ openDesk }) => {
  const desk = await openDesk(SMALL);
  const { page } = desk;
  await practise(desk);
  await page.getByRole('region', { name: 'Tour' }).getByRole('button', { name: 'Start the tour' }).click();
  await goTo(page, 'Settings');
  await expect(page.getByRole('heading', { name: 'Practice store' })).toBeVisible();
  await expectNoFindingsInBothThemes(page, 'tour and practice panel');
  await goTo(page, 'Webhook');
  await page.getByRole('button', { name: 'Start inbox' }).click();
  await page.getByRole('button', { name: 'Use this address' }).click();
  const key = page.getByLabel('Verification key', { exact: true });
  await expect(key).toHaveValue(/^.{64}$/);
  const headers = { 'Webhook-Key': await key.inputValue() };
  await page.getByRole('button', { name: 'Save webhook' }).click();
  await expect(page.getByText('Saved on the service', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Send test event' }).click();
  await expect(page.getByRole('region', { name: 'Test result' })).toContainText('Test delivered');
  await page.getByRole('table', { name: 'Deliveries' }).getByRole('row').nth(1).click();
  await expect(page.getByRole('region', { name: 'Delivery', exact: true })).toContainText('POST');
  await expectNoFindingsInBothThemes(page, 'a delivery');
  const body = JSON.stringify({ event: 'after_sell', sale_id: 'a', price: { currency_id: 2, price: 12.5 } });
  await fetch(await page.getByText(/^http:.*after-sell$/).innerText(), { method: 'POST', headers, body });
  await goTo(page, 'Sales');
  await page.getByRole('table', { name: 'Sales' }).getByRole('row').nth(1).click();
  await expect(page.getByRole('img', { name: 'Sales per day' })).toBeVisible();
  await expectNoFindingsInBothThemes(page, 'a sale');
});

/** Texts with nearly the colour of their background. */
const unreadable = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const channels = (value: string) => (value.match(/[\d.]+/g) ?? []).map(Number);
    const backgroundOf = (element: Element): number[] => {
      for (let at: Element | null = element; at; at = at.parentElement) {
        const colour = channels(getComputedStyle(at).backgroundColor);
        if ((colour[3] ?? 1) > 0.5) return colour;
      }
      return [255, 255, 255];
    };
    const pale: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!element || !node.textContent?.trim() || !element.checkVisibility({ visibilityProperty: true })) continue;
      const [text, back] = [channels(getComputedStyle(element).color), backgroundOf(element)];
      const far = [0, 1, 2].reduce((sum, at) => sum + Math.abs((text[at] ?? 0) - (back[at] ?? 0)), 0);
      if (far < 120) pale.push(`${node.textContent.trim()}: ${text} on ${back}`);
    }
    return pale;
  });

test('with forced colours texts can be read, the focus can be seen, and a QR code can be scanned', async ({
  signedInWith,
}) => {
  const { page } = await signedInWith({ products: 3, links: 12 });
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'light' });
  await goTo(page, 'Payment links');
  const rows = page.getByRole('table', { name: 'Payment links' }).getByRole('row');
  await rows.nth(1).getByRole('checkbox').check();
  await rows.nth(2).getByRole('cell').nth(1).click();
  const mark = (at: number) => rows.nth(at).evaluate((row) => getComputedStyle(row, '::before').backgroundColor);
  expect(await mark(1)).not.toBe(await mark(3));
  await page.getByRole('searchbox', { name: 'Search payment links' }).focus();
  expect(await page.locator(':focus').evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    await expect.poll(() => unreadable(page), colorScheme).toEqual([]);
  }
  const details = page.getByRole('complementary', { name: 'Link details' });
  const url = await details.getByRole('textbox', { name: 'Checkout URL' }).inputValue();
  await details.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Show QR code' }).click();
  const code = page.getByRole('img', { name: /^QR code of/ });
  await expect.poll(async () => readQrPng(await code.screenshot())).toBe(url);
});

test('more contrast has no serious axe findings, and reduced motion no motion', async ({ signedInWith }) => {
  const { page } = await signedInWith({ products: 3, links: 12 });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ contrast: 'more', reducedMotion: 'reduce', colorScheme });
    for (const screen of ['Products', 'Payment links', 'Webhook', 'Sync', 'Settings']) {
      await goTo(page, screen);
      await expect(page.getByRole('heading', { name: screen, level: 1 })).toBeVisible();
      await expectNoFindings(page, `${screen}, more contrast, ${colorScheme}`);
      const moving = await page.evaluate(() =>
        [...document.querySelectorAll('*')]
          .filter((element) => {
            const { transitionDuration, animationDuration } = getComputedStyle(element);
            return `${transitionDuration},${animationDuration}`.split(',').some((time) => Number.parseFloat(time) > 0);
          })
          .map(({ className }) => String(className)),
      );
      expect(moving, screen).toEqual([]);
    }
  }
});
