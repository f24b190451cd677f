// What schemas share: outside values that fit, and lists in which nothing is twice.
import type { z } from 'zod';

/**
 * Returns the parsed value, or null if it does not fit. A value may break the check itself: zod compares the
 * `length` of whatever has one, and JSON can hold a length that cannot be compared, `{"length":{"valueOf":1,"toString":1}}`.
 */
export function fitting<S extends z.ZodType>(schema: S, value: unknown): z.output<S> | null {
  try {
    return schema.safeParse(value).data ?? null;
  } catch {
    return null;
  }
}

/** A check of a list: adds an error to each item whose `field` an earlier item has. An empty one has an error of its own. */
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
