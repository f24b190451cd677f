// The contract between the window and the main process: answers its channels, with typed errors, and sends its events.
import { ipcMain, type WebContents, type WebFrameMain } from 'electron';
import ElectronStore from 'electron-store';
import type { z } from 'zod';
import { type Channel, contract } from '../../shared/contract.ts';
import { fieldErrors, type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import type { Emit, Handlers } from '../handlers.ts';
import { OutboxConflict } from '../outbox/deps.ts';
import { StorageError } from '../storage/durable-file.ts';
import { keepOutOfLogs } from '../storage/vault.ts';

const t = texts.shell.calls;

type OnSuccess = (channel: Channel, input: unknown, output: unknown) => void;

/** Verifies the sender of each call, and parses its input. */
export function registerHandlers(
  handlers: Handlers,
  isOwnFrame: (frame: WebFrameMain | null) => boolean,
  onDone: OnSuccess = () => undefined,
): void {
  // electron-store lets every frame ask for the data folder and the version. It adds that listener once, with its first
  // file, so it is made to add the listener here, where it can be removed.
  ElectronStore.initRenderer();
  ipcMain.removeAllListeners('electron-store-get-data');
  for (const channel of Object.keys(contract) as Channel[]) {
    ipcMain.handle(`desk:${channel}`, (event, input: unknown) =>
      isOwnFrame(event.senderFrame) ? answer(channel, handlers, input, onDone) : refuse('forbidden', t.notOwn),
    );
  }
}

const SECRET_FIELDS = ['password', 'passphrase', 'key'] as const;

/** Keeps typed secrets out of the log. */
function hideTyped(input: unknown): void {
  if (typeof input !== 'object' || input === null) return;
  for (const field of SECRET_FIELDS) {
    const typed: unknown = Reflect.get(input, field);
    if (typeof typed === 'string') keepOutOfLogs(typed);
  }
}

/** The output is checked too, so that only what the contract declares crosses. */
async function answer(
  channel: Channel,
  handlers: Handlers,
  input: unknown,
  onDone: OnSuccess,
): Promise<Result<unknown>> {
  const { input: inputSchema, output: outputSchema } = contract[channel];
  let parsed: z.ZodSafeParseResult<unknown>;
  try {
    parsed = inputSchema.safeParse(input);
  } catch {
    // The input breaks the validation itself: see `fitting`. No form sends such input.
    return refuse('invalid', t.somethingWrong);
  }
  if (!parsed.success) {
    const fields = fieldErrors(parsed.error);
    return refuse('invalid', Object.values(fields)[0] ?? t.somethingWrong, fields);
  }
  hideTyped(parsed.data);
  try {
    const result = await (handlers[channel] as (input: unknown) => Promise<Result<unknown>>)(parsed.data);
    if (!result.ok) return result;
    onDone(channel, parsed.data, result.value);
    return { ok: true, value: outputSchema.parse(result.value) };
  } catch (error) {
    if (error instanceof StorageError) return refuse('storage', t.notAccepted({ reason: error.message }));
    if (error instanceof OutboxConflict) return refuse('conflict', error.message);
    console.error(`The call ${channel} failed`, error);
    return refuse('internal', t.fault);
  }
}

let page: WebContents | null = null;

/** Sends all events to the window's page from now on. */
export function sendEventsTo(contents: WebContents): void {
  page = contents;
}

export const emit: Emit = (event, payload) => {
  if (page && !page.isDestroyed()) page.send(`desk-event:${event}`, payload);
};
