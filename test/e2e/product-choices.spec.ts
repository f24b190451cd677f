// The choices of a product in filters and forms: choosing one moves nothing.
import { goTo } from '../support/seller.ts';
import { expect, test } from './service.ts';

const SPRING = 'Photography workshop for beginners, Berlin, spring';
const AUTUMN = 'Photography workshop for beginners, Berlin, autumn';
const LONG = `${'An album of photographs of small gardens and balconies, printed on heavy paper, '.repeat(2)}volume`;
const catalog = { products: 5, links: 12, productTitles: [SPRING, AUTUMN, 'Logo design', `${LONG} 1`, `${LONG} 2`] };
const SMALL = { width: 450, height: 300 };
const MIDDLE = { width: 900, height: 600 };
const LARGE = { width: 1280, height: 800 };
const WIDE = { width: 1920, height: 1000 };

test('choosing a product in a filter moves nothing, and the field says which one it is', async ({ signedInWith }) => {
  const { page } = await signedInWith(catalog);
  for (const screen of ['Payment links', 'Sales'] as const) {
    await goTo(page, screen);
    const field = page.getByRole('combobox', { name: 'Filter by product' });
    // A list without any sales has a sum above it once it has a filter.
    const after = screen === 'Sales' ? field : page.getByRole('table', { name: screen });
    const places = async () => {
      const [one, other] = [await field.boundingBox(), await after.boundingBox()];
      return { width: one?.width, top: other?.y };
    };
    for (const size of [WIDE, LARGE, MIDDLE, SMALL]) {
      await page.setViewportSize(size);
      await expect(field).toHaveAttribute('placeholder', 'All products');
      const before = await places();
      await field.click();
      await page.getByRole('option', { name: AUTUMN }).click();
      await expect(field).toHaveValue(AUTUMN);
      await expect(field).toHaveAttribute('title', AUTUMN);
      await expect.poll(places, { message: `${screen} at ${size.width} px`, timeout: 5_000 }).toEqual(before);
      await page.getByLabel('Show all products').click();
      await expect(field).toHaveValue('');
    }
  }
});
