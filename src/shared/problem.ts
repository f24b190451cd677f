// Typed errors from the main process to the window, without stack traces.
import { z } from 'zod';

/**
 * `invalid`: a field is wrong (see `fields`). `not-found`: the record is gone. `conflict`: the state of the record forbids
 * this. `signed-out`: a sign-in is needed. `service`: the service refused, or the app did not understand its answer.
 * `unreachable`: the service did not answer. `storage`: the disk failed. `forbidden`: the seller declined, or the call came
 * from elsewhere. `internal`: a bug in the app.
 */
export const problemSchema = z.object({
  code: z.enum([
    'invalid',
    'not-found',
    'conflict',
    'signed-out',
    'service',
    'unreachable',
    'storage',
    'forbidden',
    'internal',
  ]),
  message: z.string(),
  /** The sentence for each wrong field, by its dotted path such as `prices.0.priceCents`. */
  fields: z.record(z.string(), z.string()).optional(),
});
export type Problem = z.infer<typeof problemSchema>;

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: Problem };

export const ok = <T>(value: T): Result<T> => ({ ok: true, value });
export const refuse = (
  code: Problem['code'],
  message: string,
  fields?: Record<string, string>,
): { readonly ok: false; readonly problem: Problem } => ({
  ok: false,
  problem: fields ? { code, message, fields } : { code, message },
});

/** The first sentence for each field of a failed check, by its dotted path. */
export function fieldErrors(error: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    const path = issue.path.join('.');
    fields[path] ??= issue.message;
  }
  return fields;
}
