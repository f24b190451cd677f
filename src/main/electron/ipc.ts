// Registers the contract's channels: the sender is verified, the input parsed, a refusal answered as a typed error.
import { ipcMain, type WebFrameMain } from 'electron';
import ElectronStore from 'electron-store';
import type { z } from 'zod';
import { type Channel, contract } from '../../shared/contract.ts';
import { fieldErrors, type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import type { Handlers } from '../handlers.ts';
import { StorageError } from '../storage/durable-file.ts';
import { holdSecret } from '../storage/known-secrets.ts';
import { OutboxConflict } from '../sync/outbox/deps.ts';

const words = texts.shell.calls;

/** Whether a call comes from the app's own top frame. */
export type IsOwnFrame = (frame: WebFrameMain | null) => boolean;

/** Told of each call that went well. */
export type OnSuccess = (channel: Channel, input: unknown, output: unknown) => void;

export function registerHandlers(
  handlers: Handlers,
  isOwnFrame: IsOwnFrame,
  onDone: OnSuccess = () => undefined,
): void {
  closeStoreChannel();
  for (const channel of Object.keys(contract) as Channel[]) {
    ipcMain.handle(`desk:${channel}`, (event, input: unknown) =>
      isOwnFrame(event.senderFrame) ? answer(channel, handlers, input, onDone) : refuse('forbidden', words.notOwn),
    );
  }
}

/**
 * electron-store answers every frame that asks for the data folder and the version, from the first file that it opens
 * on. It adds that listener once in a run, so it is made to add it here, where it can be removed.
 */
function closeStoreChannel(): void {
  ElectronStore.initRenderer();
  ipcMain.removeAllListeners('electron-store-get-data');
}

/** The fields in which the seller types a secret. */
const SECRET_FIELDS = ['password', 'passphrase', 'key'] as const;

/** Keeps what the seller typed out of the log while the call runs, and for a while after it. */
function hideTyped(input: unknown): () => void {
  if (typeof input !== 'object' || input === null) return () => undefined;
  const typed = SECRET_FIELDS.map((field): unknown => Reflect.get(input, field));
  const held = typed.filter((value) => typeof value === 'string').map(holdSecret);
  return () => {
    for (const { release } of held) release();
  };
}

/** Runs one call. What comes back is checked too, so that nothing crosses that the contract does not name. */
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
    // The input breaks the check itself: see `fitting`. No form makes such a one.
    return refuse('invalid', words.somethingWrong);
  }
  if (!parsed.success) {
    const fields = fieldErrors(parsed.error);
    return refuse('invalid', Object.values(fields)[0] ?? words.somethingWrong, fields);
  }
  const release = hideTyped(parsed.data);
  try {
    const result = await (handlers[channel] as (input: unknown) => Promise<Result<unknown>>)(parsed.data);
    if (!result.ok) return result;
    onDone(channel, parsed.data, result.value);
    return { ok: true, value: outputSchema.parse(result.value) };
  } catch (error) {
    if (error instanceof StorageError) return refuse('storage', words.notAccepted(error.message));
    if (error instanceof OutboxConflict) return refuse('conflict', error.message);
    console.error(`The call ${channel} failed`, error);
    return refuse('internal', words.fault);
  } finally {
    release();
  }
}
