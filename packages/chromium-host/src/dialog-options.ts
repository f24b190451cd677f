// Electron's validation and defaults of dialog options.
import type { MessageBoxOptions, OpenDialogOptions, SaveDialogOptions } from 'electron';
import { BrowserWindow } from './browser-window.ts';
import { NotCovered } from './not-covered.ts';
import { isReady } from './readiness.ts';

export type FileOptions = OpenDialogOptions & SaveDialogOptions;

const FILE_TEXTS = {
  title: 'Title',
  buttonLabel: 'Button label',
  defaultPath: 'Default path',
  message: 'Message',
  nameFieldLabel: 'Name field label',
};
const MESSAGE_TEXTS = {
  id: 'ID',
  title: 'Title',
  message: 'Message',
  detail: 'Detail',
  checkboxLabel: 'checkboxLabel',
};
const TYPES = ['none', 'info', 'warning', 'error', 'question'];

/** Every call accepts the window as its first argument. */
function optionsOf(args: readonly unknown[]): Record<string, unknown> | undefined {
  if (!isReady()) throw new Error('dialog module can only be used after app is ready');
  const [first, second] = args;
  const given = first && !(first instanceof BrowserWindow) ? first : second;
  return (given ?? undefined) as Record<string, unknown> | undefined;
}

function checkTexts(options: Record<string, unknown>, texts: Readonly<Record<string, string>>): void {
  for (const [name, words] of Object.entries(texts)) {
    const value = options[name] ?? '';
    if (typeof value !== 'string') throw new TypeError(`${words} must be a string`);
  }
}

export function fileOptions<T>(title: string, args: readonly unknown[]): T & FileOptions {
  const options = optionsOf(args) ?? { title };
  const { properties = [] } = options;
  if (!Array.isArray(properties)) throw new TypeError('Properties must be an array');
  checkTexts(options, FILE_TEXTS);
  return options as T & FileOptions;
}

/** Adds the button that closing the dialog counts as. */
export function messageOptions(args: readonly unknown[]): MessageBoxOptions & { readonly cancelId: number } {
  const options = optionsOf(args) ?? { message: '' };
  const { buttons = [], type = 'none', noLink = false, checkboxChecked = false, signal } = options;
  if (signal !== undefined) throw new NotCovered('dialog.showMessageBox with a signal');
  if (!TYPES.includes(type as string)) throw new TypeError('Invalid message box type');
  if (!Array.isArray(buttons)) throw new TypeError('Buttons must be an array');
  if (typeof noLink !== 'boolean') throw new TypeError('noLink must be a boolean');
  checkTexts(options, MESSAGE_TEXTS);
  if (checkboxChecked && !options.checkboxLabel)
    throw new Error('checkboxChecked requires that checkboxLabel also be passed');
  const cancelId = (options.cancelId as number | undefined) ?? cancelIn(buttons, options.defaultId);
  return { ...(options as unknown as MessageBoxOptions), cancelId };
}

function cancelIn(buttons: readonly string[], defaultId: unknown): number {
  const named = buttons.findIndex((button) => ['cancel', 'no'].includes(button.toLowerCase()));
  if (named >= 0) return named;
  return defaultId === 0 && buttons.length > 1 ? 1 : 0;
}
