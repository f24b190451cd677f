// The app's window in the page of a component test, on a bridge that answers from memory.
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '../../src/renderer/app.css';
import { notifications } from '@mantine/notifications';
import { expect } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { App } from '../../src/renderer/app/App.tsx';
import { useDialogs } from '../../src/renderer/kit/dialogs.tsx';
import { startFrame, useFrameState } from '../../src/renderer/state/frame.ts';
import { answerClosing } from '../../src/renderer/state/leave.ts';
import { ignoreKeysOfCompositions } from '../../src/renderer/state/shortcuts.ts';
import { WindowBridge } from './window-bridge.ts';

// Without idle time, the window loads its parts only when it shows them.
window.requestIdleCallback = () => 0;
ignoreKeysOfCompositions();

/** Connects the page to a new bridge, and forgets what the previous test left. */
export function connect(): WindowBridge {
  const bridge = new WindowBridge();
  Object.assign(window, { storefront: bridge });
  useDialogs.setState({ dialogs: [] });
  notifications.clean();
  return bridge;
}

/** Shows the whole window on a screen such as "#/links". */
export async function openWindow(to: string, bridge = connect()): Promise<WindowBridge> {
  useFrameState.setState({ frame: null, problem: null });
  answerClosing();
  await goTo(to);
  // The window uses this id to hide what is behind a dialog.
  const container = document.body.appendChild(document.createElement('div'));
  container.id = 'root';
  await startFrame();
  await render(<App />, { container });
  return bridge;
}

/** Opens a screen by its address. */
export async function goTo(to: string): Promise<void> {
  if (window.location.hash === to) return;
  const changed = new Promise((resolve) => window.addEventListener('hashchange', resolve, { once: true }));
  window.location.hash = to;
  await changed;
}

export const dialog = (name: string) => page.getByRole('dialog', { name });
export const button = (name: string) => page.getByRole('button', { name, exact: true });
/** The row of the link with this order. */
export const row = (order: string | number) =>
  page.getByRole('row').filter({ has: page.getByText(`order: ${order}`, { exact: true }) });
export const press = (keys: string) => userEvent.keyboard(keys);

/** Gives a control the focus without a click. */
export async function focus(control: Locator): Promise<void> {
  await expect.element(control).toBeVisible();
  (control.element() as HTMLElement).focus();
}

/** Clicks the corner of the window, outside any dialog. */
export const clickOutside = (): Promise<void> =>
  userEvent.click(document.elementFromPoint(5, 5) ?? document.body, { position: { x: 5, y: 5 } });
