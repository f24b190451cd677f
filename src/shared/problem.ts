// Typed errors from the main process to the window, without stack traces.
import type { z } from 'zod';

/**
 * `invalid`: a field is wrong (see `fields`). `not-found`: the record is gone. `conflict`: the state of the record forbids
 * this. `signed-out`: a sign-in is needed. `service`: the service refused, or the app did not understand its answer.
 * `unreachable`: the service did not answer. `storage`: the disk failed. `forbidden`: the seller declined, or the call came
 * from elsewhere. `internal`: a bug in the app.
 */
type Code =
  | ('invalid' | 'not-found' | 'conflict' | 'signed-out' | 'service')
  | ('unreachable' | 'storage' | 'forbidden' | 'internal');

export interface Problem {
  readonly code: Code;
  readonly message: string;
  /** The sentence for each wrong field, by its dotted path such as `prices.0.priceCents`. */
  readonly fields?: Readonly<Record<string, string>>;
}

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: Problem };

export const ok = <T>(value: T): Result<T> => ({ ok: true, value });
export const refuse = (code: Code, message: string, fields?: Problem['fields']) =>
  ({ ok: false, problem: { code, message, ...(fields && { fields }) } }) as const;

/** Refuses for one field. */
export const refuseField = (field: string, message: string) => refuse('invalid', message, { [field]: message });

/** The first sentence for each field of a failed check, by its dotted path. */
export function fieldErrors(error: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) {
    const path = issue.path.join('.');
    fields[path] ??= issue.message;
  }
  return fields;
}
