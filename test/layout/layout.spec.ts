// One walk through every screen and dialog: nothing is cut off, covered or out of reach, at 900×600 and at half of that (200 %),
// with long data, in English and German; and axe finds nothing serious.
import type { Locator, Page } from '@playwright/test';
import { slow } from '../../tools/test/slow.ts';
import { type AppTexts, appTexts } from '../support/app-texts.ts';
import { type DeskOptions, test as deskTest, expect } from '../support/desk-test.ts';
import { coveredControls, expectNoFindings, textFaults } from '../support/page-checks.ts';
import { resize } from '../support/resize.ts';

const SIZES = [
  { width: 450, height: 300 },
  { width: 900, height: 600 },
] as const;
const LARGEST = { width: 1280, height: 800 };

const LONG_TITLE = 'Photography workshop for beginners in Berlin-Friedrichshain, spring term 2026';

const CONTENT: NonNullable<DeskOptions['content']> = {
  products: 2,
  productTitles: [LONG_TITLE, `${LONG_TITLE}, evenings`],
  links: 24,
  sold: [0, 2],
  sending: 2,
  edit: (link, index) => ({
    ...link,
    prices: [
      { currencyId: 2, priceCents: 1_249_900, discountCents: 1_199_900 },
      { currencyId: 3, priceCents: 1_140_000, discountCents: null },
    ],
    metadata: [
      { key: 'order', value: `SPRING-WORKSHOP-ORDER-2026-0000001${index}` },
      { key: 'customer', value: 'Schneider & Partner Gesellschaft mbH' },
    ],
  }),
};

interface Walk {
  readonly page: Page;
  readonly t: AppTexts;
}

interface Stop {
  readonly name: string;
  open(walk: Walk): Promise<void>;
}

const button = ({ page }: Walk, name: string): Locator => page.getByRole('button', { name, exact: true }).first();

async function goTo({ page }: Walk, hash: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = to;
  }, hash);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
}

async function openRow(walk: Walk, hash: string, at = 1): Promise<void> {
  await goTo(walk, hash);
  const row = walk.page.getByRole('table').first().getByRole('row').nth(at);
  await expect(row).toBeVisible();
  await row.focus();
  await walk.page.keyboard.press('Enter');
}

/** Opens the details of a link: the first two are in doubt. */
async function openLink(walk: Walk): Promise<void> {
  const shown = button(walk, walk.t.window.links.commands.share);
  // Behind the dialog before this one.
  if (await shown.isVisible()) return;
  await openRow(walk, '#/links', 4);
  await expect(shown).toBeVisible();
}

async function selectLinks(walk: Walk): Promise<void> {
  if (await walk.page.getByRole('toolbar').isVisible()) return;
  await goTo(walk, '#/links');
  await walk.page.getByRole('checkbox', { name: walk.t.window.links.table.selectAll }).check();
  await expect(walk.page.getByRole('toolbar')).toBeVisible();
}

async function readImport(walk: Walk): Promise<void> {
  const { start } = walk.t.window.linkImport;
  await goTo(walk, '#/links/import');
  const rows = walk.page.getByRole('textbox', { name: start.pasteRows });
  await rows.fill('Product,Price USD,Order number\nLogo design,80.10,1042\nUnknown,abc,1043\nLogo design,60,1044');
  await button(walk, start.readRows).click();
  await expect(walk.page.getByRole('table').first()).toContainText('1043');
}

const SCREENS: readonly Stop[] = [
  { name: 'products', open: (walk) => goTo(walk, '#/products') },
  { name: 'a product', open: (walk) => openRow(walk, '#/products') },
  { name: 'links', open: (walk) => goTo(walk, '#/links') },
  { name: 'a link', open: openLink },
  { name: 'selected links', open: selectLinks },
  { name: 'import', open: (walk) => goTo(walk, '#/links/import') },
  { name: 'rows to import', open: readImport },
  { name: 'sales', open: (walk) => goTo(walk, '#/sales') },
  { name: 'a sale', open: (walk) => openRow(walk, '#/sales') },
  {
    name: 'webhook with errors',
    open: async (walk) => {
      await goTo(walk, '#/webhook');
      await button(walk, walk.t.window.webhook.form.save).click();
    },
  },
  { name: 'sync', open: (walk) => goTo(walk, '#/sync') },
  { name: 'a change', open: (walk) => openRow(walk, '#/sync') },
  { name: 'history', open: (walk) => goTo(walk, '#/sync/history') },
  { name: 'settings', open: (walk) => goTo(walk, '#/settings') },
  { name: 'another store', open: (walk) => goTo(walk, '#/add-store') },
];

const onScreen = (name: string, hash: string, control: (t: AppTexts) => string): Stop => ({
  name,
  open: async (walk) => {
    await goTo(walk, hash);
    await button(walk, control(walk.t)).click();
  },
});
const onLink = (name: string, control: (t: AppTexts) => string): Stop => ({
  name,
  open: async (walk) => {
    await openLink(walk);
    await button(walk, walk.t.window.parts.moreActions).click();
    await walk.page.getByRole('menuitem', { name: control(walk.t) }).click();
  },
});
const onSelection = (name: string, control: (t: AppTexts) => string): Stop => ({
  name,
  open: async (walk) => {
    await selectLinks(walk);
    await button(walk, control(walk.t)).click();
  },
});
/** Sends the form as it is, so that its errors are shown. */
const withErrors = (stop: Stop, submit: (t: AppTexts) => string): Stop => ({
  name: `${stop.name} with errors`,
  open: async (walk) => {
    await stop.open(walk);
    await walk.page
      .getByRole('dialog')
      .getByRole('button', { name: submit(walk.t), exact: true })
      .click();
  },
});

const DIALOGS: readonly Stop[] = [
  withErrors(
    onScreen('new product', '#/products', ({ window: t }) => t.products.newProduct),
    ({ window: t }) => t.products.form.save,
  ),
  onScreen('add product', '#/products', ({ window: t }) => t.products.addExisting),
  withErrors(
    onScreen('new link', '#/links', ({ window: t }) => t.links.newLink),
    ({ window: t }) => t.linkForm.create,
  ),
  onScreen('add link', '#/links', ({ window: t }) => t.links.addExisting),
  {
    name: 'share',
    open: async (walk) => {
      await openLink(walk);
      await button(walk, walk.t.window.links.commands.share).click();
    },
  },
  onLink('QR code', ({ window: t }) => t.links.commands.showQrCode),
  onLink('replace', ({ window: t }) => t.links.commands.replace),
  onLink('delete', ({ window: t }) => t.links.commands.delete),
  onSelection('delete many', ({ window: t }) => t.links.selection.delete),
  onSelection('replace many', ({ window: t }) => t.links.selection.replace),
  onSelection('customise many', ({ window: t }) => t.links.selection.customise),
  onSelection('print codes', ({ window: t }) => t.links.selection.printQrCodes),
  {
    name: 'mark as sent',
    open: async (walk) => {
      await openRow(walk, '#/sync');
      await button(walk, walk.t.window.sync.decisions.markAsSent).click();
    },
  },
  onScreen('paste addresses', '#/sync', ({ window: t }) => t.sync.paste.open),
  onScreen('export backup', '#/settings', ({ main: t }) => t.backup.export),
  {
    name: 'shortcuts',
    open: async (walk) => {
      await goTo(walk, '#/products');
      await walk.page.keyboard.press('?');
    },
  },
  {
    name: 'palette',
    open: async (walk) => {
      await goTo(walk, '#/products');
      await walk.page.keyboard.press('Control+k');
      await walk.page.keyboard.type('1');
    },
  },
];

const test = deskTest.extend<{
  /** Opens a desk that is signed in, in a language. */
  readonly walkIn: (language: 'en' | 'de') => Promise<Walk>;
}>({
  walkIn: async ({ signedInWith }, use) => {
    await use(async (language) => {
      const { page, windowUrl } = await signedInWith(CONTENT, { viewport: LARGEST });
      await page.goto(`${windowUrl}?language=${language}`);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      return { page, t: appTexts(language) };
    });
  },
});

// A walk has some thirty stops.
test.describe.configure({ timeout: slow(240_000) });

/** Opens each stop in the largest window, and closes it after the visit. */
async function walkTo(walk: Walk, stops: readonly Stop[], visit: (name: string) => Promise<void>): Promise<void> {
  const { page } = walk;
  const dialog = page.getByRole('dialog');
  for (const stop of stops) {
    await test.step(stop.name, async () => {
      await stop.open(walk);
      if (stops === DIALOGS) await expect(dialog).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await visit(stop.name);
      await resize(page, LARGEST);
      if (stops === DIALOGS) {
        await page.keyboard.press('Escape');
        await expect(dialog).toBeHidden();
      }
    });
  }
}

/** Faults must be there twice, as a toast may come or go meanwhile. */
async function expectWhole(page: Page, where: string): Promise<void> {
  const find = async () => [...(await textFaults(page)), ...(await coveredControls(page))];
  if ((await find()).length > 0) expect.soft(await find(), where).toEqual([]);
}

for (const language of ['en', 'de'] as const) {
  test(`everything is whole in every size: ${language}`, async ({ walkIn }) => {
    const walk = await walkIn(language);
    for (const stops of [SCREENS, DIALOGS]) {
      await walkTo(walk, stops, async (name) => {
        for (const size of SIZES) {
          await resize(walk.page, size);
          await expectWhole(walk.page, `${name}, ${language}, ${size.width}`);
        }
      });
    }
  });
}

test('axe has no serious finding on any screen, in both themes, and in any dialog', async ({ walkIn }) => {
  const walk = await walkIn('en');
  const { page } = walk;
  await walkTo(walk, SCREENS, async (name) => {
    await resize(page, SIZES[1]);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expectNoFindings(page, `${name}, ${colorScheme}`);
    }
  });
  await walkTo(walk, DIALOGS, (name) => expectNoFindings(page, name));
});
