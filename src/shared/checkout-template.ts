// Reusable sets of checkout fields: which fields, and their fixed values.
import { z } from 'zod';
import { texts } from './texts/main.ts';

const text = z
  .string()
  .trim()
  .max(2_000, { error: () => texts.fields.tooLong({ most: 2_000 }) });

/** `value` is null if it is typed for each customer. */
export const templateFieldSchema = z.object({ name: text.min(1), value: text.min(1).nullable() });
export type TemplateField = z.infer<typeof templateFieldSchema>;

export const templateNameSchema = z
  .string()
  .trim()
  .min(1, { error: () => texts.fields.enterName })
  .max(80, { error: () => texts.fields.tooLong({ most: 80 }) });

export const checkoutTemplateSchema = z.object({
  id: z.string(),
  name: templateNameSchema,
  fields: z
    .array(templateFieldSchema)
    .min(1, { error: () => texts.fields.checkoutField.fillInOne })
    .max(100),
});
export type CheckoutTemplate = z.infer<typeof checkoutTemplateSchema>;

/** Names that differ in capitals alone are the same. */
export const sameTemplateName = (a: string, b: string): boolean =>
  a.trim().toLocaleLowerCase() === b.trim().toLocaleLowerCase();
