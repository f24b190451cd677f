// Parses outside values with a schema.
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
