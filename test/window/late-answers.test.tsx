// A late answer to an earlier action does not undo what the seller has done meanwhile.
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Channel, Output, ParsedInput } from '../../src/shared/contract.ts';
import { ok, type Result, refuse } from '../../src/shared/problem.ts';
import { link, linkId, type WindowBridge } from '../support/window-bridge.ts';
import { connect, openWindow, press, row } from '../support/window-page.tsx';

/** Holds back the calls of a channel. `next` carries out the oldest one. */
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

test('a switch that is pressed again shows the newest choice while the earlier ones are saved', async () => {
  const { bridge, saving } = await openSettings();
  const tray = toggle('Show an icon in the tray');
  for (let press = 0; press < 3; press += 1) await tray.click();
  await saving.next();
  await saving.next();
  // A press saves the opposite of what the switch shows.
  await tray.click();
  expect(bridge.inputs('settings.update').map((change) => change.tray)).toEqual([true, false, true, false]);
  await saving.next();
  await saving.next();
  await expect.element(tray).not.toBeChecked();
});

test('text that is typed while an earlier text is being saved stays', async () => {
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
  // The answer about the rows that disappeared has not arrived yet.
  bridge.answers['links.gone'] = () => new Promise(() => {});
  bridge.setLinks(links);
  await expect.element(row(2)).toBeVisible();
  await box.click();
  await expect.element(box).toBeChecked();
  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Copy addresses' }).click();
  await expect.poll(() => bridge.inputs('share.many')).toMatchObject([{ ids: [linkId(2)] }]);
});
