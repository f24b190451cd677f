// Channels of the app and its window: frame, notices, settings, tour, support.
import { z } from 'zod';
import { currencySchema } from '../money.ts';
import { storeViewSchema } from '../session.ts';
import { settingsChangeSchema, settingsSchema } from '../settings.ts';
import { statusSchema } from '../status.ts';
import { id, nothing } from './parts.ts';

/** The steps of the practice store's tour; events complete them. */
export const TOUR_STEPS = ['product', 'link', 'share', 'offline', 'webhook', 'sale'] as const;
export type TourStep = (typeof TOUR_STEPS)[number];

export const tourSchema = z.object({
  state: z.enum(['offered', 'on', 'left']),
  done: z.array(z.enum(TOUR_STEPS)),
});
export type Tour = z.infer<typeof tourSchema>;

/** The state of the window's frame; every change sends all of it. */
export const frameSchema = z.object({
  version: z.string(),
  platform: z.string(),
  dataFolder: z.string(),
  stores: z.array(storeViewSchema),
  currentStoreId: z.string().nullable(),
  status: statusSchema.nullable(),
  /** A real store runs in a stand-in for Electron, which is less safe than the app. */
  isUnsafe: z.boolean(),
  settings: settingsSchema,
  /** Whether the system's key store keeps sign-ins over a restart. */
  keepsSignIn: z.boolean(),
  /** Shown until the seller dismisses them. */
  notices: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(['information', 'warning', 'error']),
      title: z.string(),
      message: z.string(),
    }),
  ),
  /** Why the navigation marks these screens of the shown store, in words; null for no mark. */
  marks: z.object({ sales: z.string().nullable(), webhook: z.string().nullable() }),
  /** Only the practice store has a tour. */
  tour: tourSchema.nullable(),
});
export type Frame = z.infer<typeof frameSchema>;
export type Notice = Frame['notices'][number];

export const appChannels = {
  'frame.get': { input: nothing, output: frameSchema },
  'frame.dismissNotice': { input: z.object({ id }), output: nothing },

  /** Says whether the window has unsaved text. */
  'leave.unsaved': { input: z.object({ unsaved: z.boolean() }), output: nothing },
  /** The seller agreed to discard unsaved text, so the pending close continues. */
  'leave.agreed': { input: nothing, output: nothing },

  /** `on` starts the tour from its first step. */
  'tour.set': { input: z.object({ state: z.enum(['on', 'left']) }), output: nothing },

  /** Omitted settings stay unchanged. */
  'settings.update': { input: settingsChangeSchema, output: nothing },
  /** Only one, because another computer of a team may have added others that the window does not show yet. */
  'settings.setCurrency': {
    input: z.object({ storeId: id, currency: currencySchema, isListed: z.boolean() }),
    output: nothing,
  },

  'clipboard.copy': { input: z.object({ text: z.string().max(200_000) }), output: nothing },
  /** The page has written to the clipboard. */
  'clipboard.pass': { input: nothing, output: nothing },

  'browser.open': { input: z.object({ url: z.url({ protocol: /^https?$/ }) }), output: nothing },

  'folders.openData': { input: nothing, output: nothing },

  'support.openLogs': { input: nothing, output: nothing },
  'support.copyDiagnostics': { input: nothing, output: nothing },
} as const;
