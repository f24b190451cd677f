// The outcome of a request: how and when it ended. Also hides secrets that the service echoes in its answers.
import { z } from 'zod';
import { fitting } from '../../shared/fitting.ts';
import { hideSecrets } from '../../shared/hide-secrets.ts';
import { withoutTurns } from '../../shared/texts/message.ts';

const neverLeftCauseSchema = z.enum([
  'name-not-found',
  'refused',
  'no-route',
  'connect-timeout',
  'tls-refused',
  'proxy-refused',
  'not-connected',
]);

/** `app-closed`: found at the next start. If the app closes in order, the causes are `reset` and `cut-off`. */
const lostCauseSchema = z.enum(['reset', 'timeout', 'cut-off', 'not-http', 'app-closed']);

/**
 * `never-left`: no byte of the request reached a connection. `lost`: the request was handed to a connection, but no complete
 * answer came back, so the service may have carried it out. `detail`: the system's error.
 */
export const outcomeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('never-left'), cause: neverLeftCauseSchema, detail: z.string() }),
  z.object({
    kind: z.literal('lost'),
    cause: lostCauseSchema,
    detail: z.string(),
    /** Null if the connection broke before the status arrived. */
    status: z.int().nullable(),
  }),
  z.object({
    kind: z.literal('answered'),
    status: z.int(),
    /** At most 1 MB. */
    body: z.string(),
    truncated: z.boolean(),
    /** `Retry-After` in ms from the answer; null if there is none. */
    retryAfterMs: z.number().nullable(),
    /** The headline of the whole body, if `body` was cut for storage. */
    headline: z.string().nullable().optional(),
    /** Where a redirect leads; it is never followed. */
    location: z.string().nullable(),
  }),
]);
export type Outcome = z.infer<typeof outcomeSchema>;
export type NeverLeftCause = z.infer<typeof neverLeftCauseSchema>;
export type LostCause = z.infer<typeof lostCauseSchema>;

/** Every HTTP date begins with the name of a day, but `Date.parse` would accept "-5" and "1.5". */
const HTTP_DATE = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? /i;

/** `value`: seconds or an HTTP date. Returns ms from `now`; null if the value is neither. */
export function parseRetryAfter(value: string | undefined, now: number): number | null {
  if (value === undefined) return null;
  const text = value.trim();
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1000, Number.MAX_SAFE_INTEGER);
  const date = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

/** Undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Answered = Extract<Outcome, { kind: 'answered' }>;

export const isBusy = ({ status }: Answered): boolean => status === 429 || status === 503;

export const isRedirect = ({ status }: Answered): boolean => status >= 300 && status < 400;

/** 302 or 303: the usual answer after something was created. */
export const isSeeOther = ({ status }: Answered): boolean => status === 302 || status === 303;

const isMarkup = (body: string): boolean => /^\s*</.test(body);

const BLOCKS = [402, 403, 407, 419, 423, 451];

/** The service refuses the store or the network, not the change: no payment, a lock, a block, or a page instead of an answer. */
export const isBlocked = ({ status, body }: Answered): boolean =>
  BLOCKS.includes(status) || (status >= 400 && status < 500 && status !== 401 && isMarkup(body));

/**
 * A 2xx whose body is neither empty nor JSON comes from a captive portal or a block page. If the body was cut, its
 * start decides.
 */
export function isForeign({ status, body, truncated }: Answered): boolean {
  if (status < 200 || status >= 300 || body.trim() === '') return false;
  return truncated ? !/^\s*[[{"]/.test(body) : parseJson(body) === undefined;
}

/** Whether something else than the service may have answered, such as a captive portal; the body may have been cut. */
export const isPage = (answer: Answered): boolean =>
  isForeign(answer) || answer.status === 511 || (answer.status < 500 && isMarkup(answer.body));

/** Becomes a part of the app's own sentence, so it must not contain bidirectional control characters. */
const headline = z
  .string()
  .transform((text) => withoutTurns(text).trim())
  .pipe(z.string().min(1));

const errorSchema = z.union([
  z.object({ message: headline }).transform(({ message }) => message),
  z.object({ error: headline }).transform(({ error }) => error),
]);

/** The `message` or `error` of an error answer in JSON, else null. Section 7 does not show the shape. */
export function readErrorHeadline(body: string): string | null {
  return fitting(errorSchema, parseJson(body))?.slice(0, 500) ?? null;
}

const HIDDEN = '(hidden)';

/** Recognizes a secret by its context: a header, or a field of JSON or of a form. */
const SECRET_PATTERNS: readonly [pattern: RegExp, shown: string][] = [
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, `$1 ${HIDDEN}`],
  [
    /((?:access_?token|refresh_?token|password|passphrase|webhook-?_?key|after_sell_webhook_key|authorization)["']?\s*[:=]\s*(?:\[\s*)?["']?)(?!Bearer|Basic|\(hidden\))[^\s"',;&)\]}]+/gi,
    `$1${HIDDEN}`,
  ],
];

/** Also hides what only looks like a secret, for texts of unknown origin. */
export const hideAllSecrets = (text: string, secrets: readonly string[]): string =>
  SECRET_PATTERNS.reduce((result, [pattern, by]) => result.replace(pattern, by), hideSecrets(text, secrets, HIDDEN));

/**
 * A JSON field with the name of a secret, also inside a JSON string. The pattern must not start with a repeated
 * element, which would take forever on an answer that repeats it.
 */
const SECRET_FIELD =
  /("(?:access_?token|refresh_?token|password|passphrase|(?:after_sell_)?webhook_?key)\\*"\s*:\s*\\*")[^"\s\\]{8,}/gi;

/** Hides secrets in an answer, and fields with the names of secrets that this app does not know. */
export function redact<T extends Outcome>(outcome: T, secrets: readonly string[]): T {
  if (outcome.kind !== 'answered') return outcome;
  const { body, location } = outcome;
  const hide = (text: string) => hideSecrets(text, secrets, HIDDEN).replace(SECRET_FIELD, `$1${HIDDEN}`);
  return { ...outcome, body: hide(body), location: location && hide(location) };
}
