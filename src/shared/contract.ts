// The contract between the window and the main process: every channel and every event.
//
// A channel has the schemas of its input and output. The main process parses the input before a handler gets it; the answer
// is a `Result`. The type of `window.storefront`, the handlers and the checks on both sides are derived from this table.
import { z } from 'zod';
import { backupChannels } from './backup.ts';
import { syncChannels } from './change.ts';
import { appChannels, frameSchema } from './contract/app.ts';
import { catalogChannels } from './contract/catalog.ts';
import { shareChannels } from './contract/share.ts';
import { importsChannels } from './link-import.ts';
import type { Result } from './problem.ts';
import { salesChannels } from './sale.ts';
import { storesChannels } from './session.ts';
import { ASKED_BY_MENU } from './shortcuts.ts';
import { teamChannels, teamViewSchema } from './team.ts';
import { webhookChannels } from './webhook.ts';

export const contract = {
  ...appChannels,
  ...backupChannels,
  ...storesChannels,
  ...catalogChannels,
  ...shareChannels,
  ...importsChannels,
  ...salesChannels,
  ...webhookChannels,
  ...syncChannels,
  ...teamChannels,
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;

export type Contract = typeof contract;
export type Channel = keyof Contract;
export type Input<C extends Channel> = z.input<Contract[C]['input']>;
export type ParsedInput<C extends Channel> = z.output<Contract[C]['input']>;
export type Output<C extends Channel> = z.output<Contract[C]['output']>;

/** Events from the main process to the window; bursts are throttled. */
export const events = {
  'frame.changed': frameSchema,
  /** Records of the current store, or deliveries of the inbox, have changed, so that screens reload them. */
  'records.changed': z.object({ topic: z.enum(['records', 'inbox']) }),
  /** A toast. `changeId` and `to`, a screen such as "#/sync", are what its button opens. */
  toast: z.object({
    kind: z.enum(['success', 'information', 'attention', 'error']),
    message: z.string(),
    changeId: z.string().nullable(),
    to: z.string().nullable(),
    /** The store of the change and the screen, unless it is the shown one. */
    storeId: z.string().exactOptional(),
    /** The toast closes when this store is signed in. */
    signedOutOf: z.string().exactOptional(),
  }),
  /** New sales, in one message. `to` opens the sale, or the list of several, in the store `storeId`. */
  sold: z.object({ storeId: z.string(), title: z.string(), message: z.string(), to: z.string() }),
  /** The address of a "Copy when ready" link has arrived. `copied`: it is in the clipboard. */
  linkReady: z.object({ productTitle: z.string(), facts: z.string(), url: z.string(), copied: z.boolean() }),
  'team.changed': teamViewSchema,
  /** The seller closes the window with unsaved text; it stays open until `leave.agreed`. */
  closing: z.object({}),
  /** The menu, a notification or a link opens a screen of the store `storeId`; null means the shown store. */
  navigate: z.object({ to: z.string(), storeId: z.string().nullable() }),
  /** The menu triggers a shortcut. */
  shortcut: z.object({ shortcut: z.enum(ASKED_BY_MENU) }),
} as const satisfies Record<string, z.ZodType>;

export type EventName = keyof typeof events;
export type EventPayload<E extends EventName> = z.output<(typeof events)[E]>;

/** All that the preload puts on `window.storefront`. */
export interface StorefrontBridge {
  invoke<C extends Channel>(channel: C, input: Input<C>): Promise<Result<Output<C>>>;
  /** Returns a function that ends the subscription. */
  on<E extends EventName>(event: E, listener: (payload: EventPayload<E>) => void): () => void;
}
