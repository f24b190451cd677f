// What the seller does while an earlier change still travels stays as it is when the answers to that change arrive.
import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import type { Channel, Output, ParsedInput } from '../../src/shared/contract.ts';
import { NO_TROUBLES, type Troubles } from '../../src/shared/practice.ts';
import { ok, type Result, refuse } from '../../src/shared/problem.ts';
import type { WebhookView } from '../../src/shared/webhook.ts';
import { link, STORE, type WindowBridge } from '../support/window-bridge.ts';
import { button, connect, openWindow, press, row } from '../support/window-page.tsx';

/** Calls of a channel take effect, one after the other, when the test calls `next`. */
function slow<C extends Channel>(bridge: WindowBridge, channel: C, act: (input: ParsedInput<C>) => Result<Output<C>>) {
  const waiting: (() => void)[] = [];
  const answer = (input: ParsedInput<C>) =>
    new Promise<Result<Output<C>>>((resolve) => waiting.push(() => resolve(act(input))));
  Object.assign(bridge.answers, { [channel]: answer });
  const next = async () => {
    await expect.poll(() => waiting.length).toBeGreaterThan(0);
    waiting.shift()?.();
  };
  return { next, count: () => bridge.inputs(channel).length };
}

/** A control keeps its state while everything that was told is rendered. */
async function expectStays(control: Locator, checked: boolean): Promise<void> {
  for (let frame = 0; frame < 5; frame += 1) {
    if (checked) expect(control.element()).toBeChecked();
    else expect(control.element()).not.toBeChecked();
    await new Promise(requestAnimationFrame);
  }
}

const toggle = (name: string | RegExp) => page.getByRole('switch', { name });
const field = (name: string) => page.getByRole('textbox', { name, exact: true });

async function openSettings(bridge = connect()) {
  Object.assign(bridge.answers, {
    'team.get': () => refuse('not-found', 'There is no team.'),
    'backup.rolling': () => ok([]),
    'practice.get': () => ok(null),
    ...bridge.answers,
  });
  const saving = slow(bridge, 'settings.update', (change) => {
    bridge.settings = { ...bridge.settings, ...change };
    bridge.emit('frame.changed', bridge.frame());
    return ok(undefined);
  });
  await openWindow('#/settings', bridge);
  return { bridge, saving };
}

test('settings that are changed one after the other are all kept', async () => {
  const { bridge, saving } = await openSettings();
  const tray = toggle('Show an icon in the tray');
  const sales = toggle(/sale/i);
  await tray.click();
  await sales.click();
  await saving.next();
  await expectStays(tray, true);
  await expectStays(sales, false);
  await saving.next();
  await expectStays(tray, true);
  await expectStays(sales, false);
  expect(bridge.settings).toMatchObject({ tray: true, saleNotifications: false });
});

test('a switch that is pressed again shows the newest choice while the earlier ones are saved', async () => {
  const { bridge, saving } = await openSettings();
  const tray = toggle('Show an icon in the tray');
  for (let press = 0; press < 3; press += 1) await tray.click();
  for (let answer = 0; answer < 3; answer += 1) {
    await saving.next();
    await expectStays(tray, true);
  }
  expect(bridge.inputs('settings.update')).toEqual([{ tray: true }, { tray: false }, { tray: true }]);
});

test('what is typed while an earlier text is saved stays', async () => {
  const bridge = connect();
  const saving = slow(bridge, 'stores.update', () => ok(undefined));
  await openSettings(bridge);
  await field('Store name').fill('Acme Ltd');
  await press('{Enter}');
  await field('Store name').fill('Acme Limited');
  await saving.next();
  await expect.element(field('Store name')).toHaveValue('Acme Limited');
  await press('{Enter}');
  await saving.next();
  await expect.element(field('Store name')).toHaveValue('Acme Limited');
  const saved = bridge.inputs('stores.update').map(({ name }) => name);
  expect(saved).toEqual(['Acme Ltd', 'Acme Limited']);
});

test('troubles of the practice store are set one by one', async () => {
  const bridge = connect();
  let troubles: Troubles = NO_TROUBLES;
  const urls = { url: 'http://127.0.0.1:1', salesUrl: 'http://127.0.0.1:1/s', productsUrl: 'http://127.0.0.1:1/p' };
  const view = () => ok({ ...urls, troubles, products: 0, links: 0, sales: 0, undelivered: 0 });
  bridge.answers['practice.get'] = view;
  const setting = slow(bridge, 'practice.setTroubles', (change) => {
    troubles = { ...troubles, ...change };
    return view();
  });
  await openSettings(bridge);
  const unreachable = toggle(/unreachable/i);
  await unreachable.click();
  await expectStays(unreachable, true);
  await page.getByRole('combobox', { name: 'Answers', exact: true }).click();
  await page.getByRole('option', { name: 'After 2 seconds' }).click();
  await setting.next();
  await setting.next();
  await expectStays(unreachable, true);
  await expect.poll(() => troubles).toEqual({ ...NO_TROUBLES, unreachable: true, delayMs: 2_000 });
});

async function openWebhook(bridge = connect()) {
  const saved = { url: 'https://a.example/hook', isOn: true, key: 'here', sync: 'synced', changeId: null } as const;
  let view: WebhookView = {
    current: { ...saved, savedAt: 1 },
    uncertain: null,
    keyUncertain: false,
    testBlocked: null,
    tests: [],
  };
  Object.assign(bridge.answers, {
    'team.get': () => refuse('not-found', 'There is no team.'),
    'webhook.get': () => ok(view),
    ...bridge.answers,
  });
  const saving = slow(bridge, 'webhook.save', ({ url, isOn }) => {
    view = { ...view, current: { ...saved, url, isOn, savedAt: 2 } };
    const none = { products: false, links: false, changes: false, inbox: false };
    bridge.emit('records.changed', { storeId: STORE, webhook: true, ...none });
    return ok(undefined);
  });
  await openWindow('#/webhook', bridge);
  return { bridge, saving };
}

test('a switch of the webhook that is set back while it is saved stays so', async () => {
  const { saving } = await openWebhook();
  const on = toggle('Send after-sell events');
  await expect.element(on).toBeChecked();
  await on.click();
  await button('Save webhook').click();
  await on.click();
  await saving.next();
  await expect.element(page.getByText('Unsaved changes')).toBeVisible();
  await expectStays(on, true);
});

test('a key that is typed while another is fetched stays', async () => {
  const bridge = connect();
  const generating = slow(bridge, 'webhook.generateKey', () => ok({ key: 'g'.repeat(64) }));
  const revealing = slow(bridge, 'webhook.revealKey', () => ok({ key: 's'.repeat(64) }));
  await openWebhook(bridge);
  const key = page.getByLabelText('Verification key', { exact: true });
  await button('Show key').click();
  await key.fill('typed');
  await revealing.next();
  await expect.element(button('Hide key')).toBeVisible();
  await expect.element(key).toHaveValue('typed');
  await key.fill('');
  // The address of another host proposes a key.
  await field('Webhook URL').fill('https://b.example/hook');
  await key.click();
  await key.fill('typed');
  await expect.poll(generating.count).toBe(1);
  await generating.next();
  await new Promise(requestAnimationFrame);
  await expect.element(key).toHaveValue('typed');
});

test('a link that came back can be selected at once', async () => {
  const bridge = connect();
  const links = [link('2'), link('1')];
  bridge.links = links;
  await openWindow('#/links', bridge);
  const box = row(2).getByRole('checkbox');
  await box.click();
  await expect.element(box).toBeChecked();
  bridge.setLinks(links.slice(1));
  await expect.element(row(2)).not.toBeInTheDocument();
  await expect.element(page.getByText('1 selected')).not.toBeInTheDocument();
  // The answer about the rows that are gone comes late.
  bridge.answers['links.gone'] = () => new Promise(() => {});
  bridge.setLinks(links);
  await expect.element(row(2)).toBeVisible();
  await box.click();
  await expectStays(box, true);
});
