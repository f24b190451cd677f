// Templates for sharing links: which fields, their fixed values, and the message.
import { z } from 'zod';
import { messageSchema } from './message.ts';
import { textUpTo } from './text.ts';
import { texts } from './texts/main.ts';

/** `value` is null if the seller types it for each customer. */
const templateFieldSchema = z.object({
  name: textUpTo(2_000).min(1),
  value: textUpTo(2_000).min(1).nullable(),
});
export type TemplateField = z.infer<typeof templateFieldSchema>;

export const checkoutTemplateSchema = z.object({
  id: z.string(),
  name: textUpTo(80).min(1, { error: () => texts.fields.enterName }),
  fields: z
    .array(templateFieldSchema)
    .min(1, { error: () => texts.fields.checkoutField.fillInOne })
    .max(100),
  /** Null for the message of the settings. */
  message: messageSchema.nullable().default(null),
});
export type CheckoutTemplate = z.infer<typeof checkoutTemplateSchema>;

/** Names that differ only in capitals count as the same. */
export const isSameName = (a: string, b: string): boolean =>
  a.trim().toLocaleLowerCase() === b.trim().toLocaleLowerCase();
