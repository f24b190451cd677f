// Schema of the app's settings.
import { z } from 'zod';
import { withoutRepeated } from './fitting.ts';
import { defaultMessage, messageSchema } from './message.ts';
import { currencySchema, USD_CURRENCY_ID } from './money.ts';
import { languages } from './texts/languages.ts';
import { texts } from './texts/main.ts';

const t = texts.fields.settings;

export const settingsSchema = z.object({
  /** Which currency ids the seller uses, with names; the document names only 2 = USD. */
  currencies: z
    .array(currencySchema)
    .min(1, { error: () => t.keepOneCurrency })
    .superRefine(withoutRepeated('id', () => t.currencyIdTwice)),
  /** Requests in flight for each store. */
  parallelSends: z
    .int()
    .min(1, { error: () => t.parallelSends })
    .max(10, { error: () => t.parallelSends }),
  appearance: z.enum(['system', 'light', 'dark']),
  /** Of the texts; "system": the best one for the system's languages. */
  language: z.enum(['system', ...languages]),
  /** "Run in background". On macOS the app always does. */
  keepSending: z.boolean(),
  /** An icon in the tray. */
  tray: z.boolean(),
  /** A desktop notification for each new sale. */
  saleNotifications: z.boolean(),
  /** QR labels have the metadata of their links, which may be a customer's data. */
  printsMetadata: z.boolean(),
  /** The template of the message that a checkout link is sent with. */
  message: messageSchema,
});
export type Settings = z.infer<typeof settingsSchema>;
/** Some of them: each control saves its own, so that none takes back what another has just saved. */
export const settingsChangeSchema = settingsSchema.exactPartial();
export type SettingsChange = z.infer<typeof settingsChangeSchema>;

export const defaultSettings = (): Settings => ({
  currencies: [{ id: USD_CURRENCY_ID, name: 'USD' }],
  parallelSends: 6,
  appearance: 'system',
  language: 'system',
  keepSending: false,
  tray: false,
  saleNotifications: true,
  printsMetadata: false,
  message: defaultMessage(),
});
