// Checks that schemas share: outside values that fit, and lists without repetition.
import type { z } from 'zod';

/**
 * Returns the parsed value, or null if it does not fit or the check throws: zod compares the `length` of any value that has
 * one, and fails on JSON such as `{"length":{"valueOf":1,"toString":1}}`.
 */
export function fitting<S extends z.ZodType>(schema: S, value: unknown): z.output<S> | null {
  try {
    return schema.safeParse(value).data ?? null;
  } catch {
    return null;
  }
}

/** Checks a list: adds an error to each item whose `field` repeats that of an earlier one. Empty ones have their own error. */
export const withoutRepeated =
  <Field extends string>(field: Field, message: () => string) =>
  (items: readonly Readonly<Record<Field, string | number>>[], context: z.RefinementCtx): void => {
    const seen = new Set<string | number>();
    for (const [index, item] of items.entries()) {
      const value = item[field];
      if (value !== '' && seen.has(value))
        context.addIssue({ code: 'custom', message: message(), path: [index, field] });
      seen.add(value);
    }
  };
