// How a request to the service ended, and at which point: what the outbox decides by.
import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { fitting } from '../../shared/fitting.ts';
import { withoutTurns } from '../../shared/texts/direction.ts';

/** Why no connection came about. */
const neverLeftCauseSchema = z.enum([
  'name-not-found',
  'refused',
  'no-route',
  'connect-timeout',
  'tls-refused',
  'proxy-refused',
  'not-connected',
]);

/** Why no complete answer came although the request had left. */
const lostCauseSchema = z.enum(['reset', 'timeout', 'cut-off', 'not-http', 'app-closed']);

/**
 * `never-left`: no byte of the request was handed to a connection. `lost`: some of it was, and no complete answer came
 * back; it may or may not have happened. `answered`: a complete answer. `detail` is the system's own word for it.
 */
export const outcomeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('never-left'), cause: neverLeftCauseSchema, detail: z.string() }),
  z.object({
    kind: z.literal('lost'),
    cause: lostCauseSchema,
    detail: z.string(),
    /** The status, where it came before the answer broke off. */
    status: z.int().nullable(),
  }),
  z.object({
    kind: z.literal('answered'),
    status: z.int(),
    /** The body as text, at most 1 MB of it. */
    body: z.string(),
    /** The body was longer than what was read. */
    truncated: z.boolean(),
    /** What `Retry-After` asks for, in ms from the answer; null where there is none. */
    retryAfterMs: z.number().nullable(),
    /** The headline of the whole body, where `body` was cut to be kept. */
    headline: z.string().nullable().optional(),
    /** Where a redirect points; redirects are never followed. */
    location: z.string().nullable(),
  }),
]);
export type Outcome = z.infer<typeof outcomeSchema>;
export type NeverLeftCause = z.infer<typeof neverLeftCauseSchema>;
export type LostCause = z.infer<typeof lostCauseSchema>;

/** Every form of an HTTP date begins with the name of a day; without it `Date.parse` takes "-5" and "1.5" for dates. */
const HTTP_DATE = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? /i;

/** A `Retry-After` header (seconds or an HTTP date) as ms from `now`; null where it says neither. */
export function parseRetryAfter(value: string | undefined, now: number): number | null {
  if (value === undefined) return null;
  const text = value.trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, Number.MAX_SAFE_INTEGER);
  const date = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/** The JSON of an answer; undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Answered = Extract<Outcome, { kind: 'answered' }>;

/** 429, or 503: the service asks for a pause. */
export const isBusy = ({ status }: Answered): boolean => status === 429 || status === 503;

/** 302 or 303: the usual answer after something was created. */
export const isSeeOther = ({ status }: Answered): boolean => status === 302 || status === 303;

/**
 * A 2xx whose body is neither empty nor JSON: a captive portal or a block page answered, not the service. Of a body that
 * was cut, its start tells.
 */
export function isForeign({ status, body, truncated }: Answered): boolean {
  if (status < 200 || status >= 300 || body.trim() === '') return false;
  return truncated ? !/^\s*[[{"]/.test(body) : parseJson(body) === undefined;
}

/** What stands in a sentence of the app, and must not turn the text around it. */
const headline = z
  .string()
  .transform((text) => withoutTurns(text).trim())
  .pipe(z.string().min(1));

const errorSchema = z.union([
  z.object({ message: headline }).transform(({ message }) => message),
  z.object({ error: headline }).transform(({ error }) => error),
]);

/** The headline of an error answer: its `message` or `error` where it is JSON with one, else null (section 7: not shown). */
export function readErrorHeadline(body: string): string | null {
  return fitting(errorSchema, parseJson(body))?.slice(0, 500) ?? null;
}

/** "Refused.", "Unprocessable Content": what the status, or the sentence around it, says already. */
const SAYS_NOTHING = /^(?:(?:the )?request (?:was )?)?(?:refused|rejected|error|invalid|unprocessable content)$/;

/** The headline, where it says more than that there is an error; else null. */
export function informativeHeadline(status: number, headline: string | null): string | null {
  const said = headline?.replace(/[.!]+$/, '').toLowerCase() ?? '';
  return said === STATUS_CODES[status]?.toLowerCase() || SAYS_NOTHING.test(said) ? null : headline;
}
