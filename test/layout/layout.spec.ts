// Walks through every screen and dialog: nothing is cut off, covered or out of reach, in small and large windows, with
// short and long data, in English and German.
import type { Locator, Page } from '@playwright/test';
import { textsOf } from '../../src/shared/texts/catalog.ts';
import type { Language } from '../../src/shared/texts/languages.ts';
import type { MainTexts, WindowTexts } from '../../src/shared/texts/message-types.ts';
import { slow } from '../../tools/test/slow.ts';
import { readCatalog } from '../../tools/texts/files.ts';
import type { Desk } from '../support/desk.ts';
import { type DeskOptions, test as deskTest, expect } from '../support/desk-test.ts';
import { expectNoFindings, expectNoFindingsInBothThemes, textFaults } from '../support/page-checks.ts';

const SIZES = [
  { width: 450, height: 300 },
  { width: 640, height: 400 },
  { width: 900, height: 600 },
  { width: 1280, height: 800 },
] as const;
const LARGEST = SIZES[3];

const LONG_TITLE = 'Photography workshop for beginners in Berlin-Friedrichshain, spring term 2026';

type Content = NonNullable<DeskOptions['content']>;

const SHORT: Content = { products: 2, productTitles: ['Logo design', 'Coaching'], links: 24, sold: [0, 2], sending: 2 };
const LONG: Content = {
  ...SHORT,
  productTitles: [LONG_TITLE, `${LONG_TITLE}, evenings`],
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

interface AppTexts {
  readonly window: WindowTexts;
  readonly main: MainTexts;
}

const textsIn = (language: Language, part: 'window' | 'main') => textsOf(readCatalog(language, part), language).texts;

interface Walk {
  readonly page: Page;
  readonly t: AppTexts;
}

interface Stop {
  readonly name: string;
  open(walk: Walk): Promise<void>;
}

const button = ({ page }: Walk, name: string): Locator => page.getByRole('button', { name, exact: true }).first();

/** Resolves once the window has left the previous screen. */
async function goTo({ page }: Walk, hash: string): Promise<void> {
  await page.evaluate(async (to) => {
    if (location.hash === to) return;
    const changed = new Promise((resolve) => window.addEventListener('hashchange', resolve, { once: true }));
    location.hash = to;
    await changed;
  }, hash);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
}

async function openRow(walk: Walk, hash: string, index = 1): Promise<void> {
  await goTo(walk, hash);
  const row = walk.page.getByRole('table').first().getByRole('row').nth(index);
  await expect(row).toBeVisible();
  await row.focus();
  await walk.page.keyboard.press('Enter');
}

/** Opens the details of a link that is on the service; the first two rows are in doubt. */
async function openLink(walk: Walk): Promise<void> {
  const shareButton = button(walk, walk.t.window.links.commands.share);
  // The details may still be open after the previous dialog.
  if (await shareButton.isVisible()) return;
  await openRow(walk, '#/links', 4);
  await expect(shareButton).toBeVisible();
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
  {
    name: 'searched history',
    open: async (walk) => {
      await goTo(walk, '#/sync/history');
      await walk.page.getByRole('searchbox').fill('1');
    },
  },
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
/** Submits the open form unchanged, so that it shows its errors. */
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
  /** Opens a signed-in desk in this language. */
  readonly walkIn: (language: Language, content: Content) => Promise<Walk>;
}>({
  walkIn: async ({ signedInWith }, use) => {
    await use(async (language, content) => {
      const { page, windowUrl }: Desk = await signedInWith(content, { viewport: LARGEST });
      await page.goto(`${windowUrl}?language=${language}`);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      const t = { window: textsIn(language, 'window'), main: textsIn(language, 'main') } as AppTexts;
      return { page, t };
    });
  },
});

// A walk has some thirty stops.
test.describe.configure({ timeout: slow(240_000) });

/** Resolves in the second frame, because elements that observe their own size are drawn one frame after the window. */
async function resize(page: Page, size: { readonly width: number; readonly height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
}

/** Opens each stop in the largest window, and closes it after the visit. */
async function walkTo(walk: Walk, stops: readonly Stop[], visit: (name: string) => Promise<void>): Promise<void> {
  const { page } = walk;
  const dialog = page.getByRole('dialog');
  for (const stop of stops) {
    await test.step(stop.name, async () => {
      await stop.open(walk);
      if (stops === DIALOGS) await expect(dialog).toBeVisible();
      await expect(page.locator('[aria-busy="true"], .mantine-Skeleton-root')).toHaveCount(0);
      await visit(stop.name);
      await resize(page, LARGEST);
      if (stops === DIALOGS) {
        await page.keyboard.press('Escape');
        await expect(dialog).toBeHidden();
      }
    });
  }
}

/** Controls that stay covered by something else even after they are scrolled to the middle. */
const coveredControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const inside = [...document.querySelectorAll('[role="dialog"]')].at(-1) ?? document.body;
    const controls = inside.querySelectorAll<HTMLElement>('button, a[href], input, textarea, select, [tabindex="0"]');
    const inFrontOf = (control: HTMLElement): Element | null => {
      const { left, top, width, height } = control.getBoundingClientRect();
      const front = document.elementFromPoint(left + width / 2, top + height / 2);
      const isOwn = control.contains(front) || front?.closest('label, [role="cell"]')?.contains(control);
      return isOwn || getComputedStyle(control).pointerEvents === 'none' ? null : front;
    };
    const covered: string[] = [];
    for (const control of controls) {
      // An invisible input lies under the element that stands for it.
      if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      if (control.getBoundingClientRect().width <= 2 || !inFrontOf(control)) continue;
      control.scrollIntoView({ block: 'center', inline: 'center' });
      const front = inFrontOf(control);
      const [name, cover] = [control, front].map((element) => element?.outerHTML.slice(0, 120));
      if (front) covered.push(`${name} is covered by ${cover}`);
    }
    return covered;
  });

/** Waits while there is a fault, because a toast covers something until it goes. */
async function expectWhole(page: Page, where: string): Promise<void> {
  const find = async () => [...(await textFaults(page)), ...(await coveredControls(page))];
  await expect.configure({ soft: true }).poll(find, where).toEqual([]);
}

for (const language of ['en', 'de'] as const) {
  for (const [data, content] of [
    ['short', SHORT],
    ['long', LONG],
  ] as const) {
    test(`nothing is cut off or covered in any size: ${language}, ${data} data`, async ({ walkIn }) => {
      const walk = await walkIn(language, content);
      for (const stops of [SCREENS, DIALOGS]) {
        await walkTo(walk, stops, async (name) => {
          for (const size of SIZES) {
            await resize(walk.page, size);
            await expectWhole(walk.page, `${name}, ${language}, ${data}, ${size.width}`);
          }
        });
      }
    });
  }
}

test('axe has no serious finding on any screen, in both themes', async ({ walkIn }) => {
  const walk = await walkIn('en', LONG);
  await walkTo(walk, SCREENS, async (name) => {
    await resize(walk.page, { width: 900, height: 600 });
    await expectNoFindingsInBothThemes(walk.page, name);
  });
});

test('axe has no serious finding in any dialog', async ({ walkIn }) => {
  const walk = await walkIn('en', LONG);
  await walk.page.emulateMedia({ colorScheme: 'dark' });
  await walkTo(walk, DIALOGS, (name) => expectNoFindings(walk.page, name));
});

test('the last item of a menu can be reached in every size', async ({ walkIn }) => {
  const { page, t } = await walkIn('en', LONG);
  await goTo({ page, t }, '#/links');
  const rows = page.getByRole('table').first().getByRole('row');
  for (const size of SIZES) {
    await resize(page, size);
    const openers = [
      page.getByRole('region', { name: t.window.app.store.current }).getByRole('button').first(),
      rows.last().locator('[aria-haspopup="menu"]').last(),
    ];
    for (const opener of openers) {
      await opener.focus();
      await page.keyboard.press('Enter');
      const items = page.getByRole('menuitem');
      await expect(page.getByRole('menu').locator(':focus')).toHaveCount(1);
      await page.keyboard.press('End');
      await expect(items.last()).toBeFocused();
      await expect(items.last()).toBeInViewport({ ratio: 0.95 });
      await page.keyboard.press('Escape');
      await expect(items).toHaveCount(0);
    }
  }
});
