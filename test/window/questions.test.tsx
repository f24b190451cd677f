// Questions before something that cannot be undone: the keyboard, and what happens while and after they are answered.
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ok, refuse } from '../../src/shared/problem.ts';
import { linkId, linksDown, type WindowBridge } from '../support/window-bridge.ts';
import { button, clickOutside, connect, dialog, focus, openWindow, press, row } from '../support/window-page.tsx';

const question = () => dialog('Delete payment link');

/** Shows three links, and asks whether to delete the second. */
async function askToDelete(bridge = connect()): Promise<WindowBridge> {
  bridge.links = linksDown(3);
  await openWindow('#/links', bridge);
  await focus(row('2'));
  await press('{Delete}');
  await expect.element(question()).toHaveTextContent('order: 2');
  return bridge;
}

test('a question has the keyboard on "Cancel", so that Enter changes nothing, and gives it back to the row', async () => {
  const bridge = await askToDelete();
  await expect.element(button('Cancel')).toHaveFocus();
  await press('{Enter}');
  await expect.element(question()).not.toBeInTheDocument();
  await expect.element(row('2')).toHaveFocus();
  expect(bridge.inputs('links.delete')).toEqual([]);
});

test('Escape, the cross and a click outside close a question without an answer', async () => {
  const bridge = await askToDelete();
  const close = [() => press('{Escape}'), () => button('Close').click(), () => clickOutside()];
  for (const [at, one] of close.entries()) {
    if (at > 0) await press('{Delete}');
    await expect.element(button('Cancel')).toHaveFocus();
    await one();
    await expect.element(question(), { message: `way ${at}` }).not.toBeInTheDocument();
    await expect.element(row('2')).toHaveFocus();
  }
  expect(bridge.inputs('links.delete')).toEqual([]);
});

test('Tab stays inside a question, and what is behind it is hidden and has no shortcuts', async () => {
  await askToDelete();
  await expect.element(button('Cancel')).toHaveFocus();
  for (let presses = 0; presses < 5; presses += 1) {
    await press('{Tab}');
    expect(question().element().contains(document.activeElement)).toBe(true);
  }
  expect(page.getByRole('table').query()).toBeNull();
  await press('{Control>}n{/Control}?');
  await press('{Control>}k{/Control}');
  expect(page.getByRole('dialog').elements()).toHaveLength(1);
});

test('an answer acts once, however often it is given, and nothing closes the question meanwhile', async () => {
  const bridge = connect();
  let answer = () => {};
  bridge.answers['links.delete'] = () =>
    new Promise((resolve) => {
      answer = () => resolve(ok({ how: 'queued', deletions: ['deletion'] }));
    });
  await askToDelete(bridge);
  await button('Delete link').dblClick();
  await press('{Enter}{Escape}');
  await expect.element(question()).toBeVisible();
  answer();
  await expect.element(question()).not.toBeInTheDocument();
  expect(bridge.inputs('links.delete')).toEqual([{ id: linkId(2) }]);
});

test('a question stays with the reason when it could not be done, and can be answered again', async () => {
  const bridge = connect();
  bridge.answers['links.delete'] = () => refuse('storage', 'The disk is full.');
  await askToDelete(bridge);
  await button('Delete link').click();
  await expect.element(question().getByRole('alert')).toHaveTextContent('The disk is full.');
  delete bridge.answers['links.delete'];
  await button('Delete link').click();
  await expect.element(question()).not.toBeInTheDocument();
  await expect.element(row('2')).not.toBeInTheDocument();
});

test('Escape closes the dialog and leaves the details behind it open, also when nothing in the dialog has the focus', async () => {
  const bridge = connect();
  bridge.links = linksDown(3);
  await openWindow(`#/links/${encodeURIComponent(linkId(2))}`, bridge);
  const details = page.getByRole('complementary', { name: 'Link details' });
  await expect.element(details).toHaveTextContent('order');
  await details.getByRole('button', { name: 'Delete link' }).click();
  await expect.element(button('Cancel')).toHaveFocus();
  (document.activeElement as HTMLElement).blur();
  await press('{Escape}');
  await expect.element(question()).not.toBeInTheDocument();
  await expect.element(details).toBeVisible();
  await press('{Escape}');
  await expect.element(details).not.toBeInTheDocument();
});
