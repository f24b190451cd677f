import { test } from '../support/desk-test.ts';
import { goTo } from '../support/seller.ts';
test('shots', async ({ signedInWith }) => {
  test.setTimeout(200_000);
  const { page } = await signedInWith({
    products: 3, links: 40, sold: [0, 2], sending: 2, productTitles: ['Logo design', 'Coaching hour', 'Photography workshop for beginners'],
    edit: (link, index) => index % 3 ? link : { ...link, prices: [{ currencyId: 2, priceCents: 10055, discountCents: 8010 }, ...(index % 2 ? [{ currencyId: 3, priceCents: 5500, discountCents: null }] : [])] },
  });
  for (const [w, h] of [[900, 600], [1200, 800]] as const) for (const colorScheme of ['light', 'dark'] as const) {
    await page.setViewportSize({ width: w, height: h });
    await page.emulateMedia({ colorScheme });
    const shot = (name: string) => page.screenshot({ path: `/tmp/win/shot-${name}-${w}-${colorScheme}.png` });
    await goTo(page, 'Payment links');
    await page.getByRole('row').nth(6).getByRole('cell').nth(1).click();
    await page.getByRole('complementary').getByRole('button', { name: 'More actions' }).waitFor();
    await shot('link');
    await page.keyboard.press('Escape');
    await shot('links');
    await page.getByRole('checkbox', { name: 'Select all links' }).check();
    await shot('selected');
    await page.keyboard.press('Escape');
    await goTo(page, 'Products');
    await shot('products');
    await page.getByRole('row').nth(1).click();
    await page.getByRole('row').nth(2).getByRole('cell').nth(0).click();
    await page.waitForTimeout(400);
    await shot('product');
    await goTo(page, 'Sales');
    await page.getByRole('row').nth(1).click();
    await page.waitForTimeout(400);
    await shot('sale');
  }
});
