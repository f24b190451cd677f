// Schema of the app's settings.
import { z } from 'zod';
import { withoutRepeated } from './fitting.ts';
import { messageSchema } from './message.ts';
import { currencySchema, USD_CURRENCY_ID } from './money.ts';
import { languages } from './texts/languages.ts';
import { texts } from './texts/main.ts';

export const settingsSchema = z.object({
  /** The currency ids that the seller uses, with names. The document names only 2 = USD. */
  currencies: z
    .array(currencySchema)
    .min(1)
    .superRefine(withoutRepeated('id', () => texts.fields.settings.currencyIdTwice)),
  /** How many requests a store may have in flight. */
  parallelSends: z.int().min(1).max(10),
  appearance: z.enum(['system', 'light', 'dark']),
  /** The language of the texts; "system" means the one that best fits the system's languages. */
  language: z.enum(['system', ...languages]),
  /** "Run in background". On macOS the app always does. */
  keepSending: z.boolean(),
  /** Whether the app has an icon in the tray. */
  tray: z.boolean(),
  /** Whether each new sale shows a desktop notification. */
  saleNotifications: z.boolean(),
  /** Whether QR labels show the metadata of their links, which may be a customer's data. */
  printsMetadata: z.boolean(),
  /** The template of the message with which the seller sends a checkout link; null for the default in the app's language. */
  message: messageSchema.nullable(),
});
export type Settings = z.infer<typeof settingsSchema>;
/** Some settings: each control saves only its own, so that it never reverts what another has just saved. */
export const settingsChangeSchema = settingsSchema.omit({ currencies: true }).exactPartial();

export const defaultSettings = (): Settings => ({
  currencies: [{ id: USD_CURRENCY_ID, name: 'USD' }],
  parallelSends: 6,
  appearance: 'system',
  language: 'system',
  keepSending: false,
  tray: false,
  saleNotifications: true,
  printsMetadata: false,
  message: null,
});
