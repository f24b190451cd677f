// Keeps secrets out of what is stored and shown: a service may echo in its answer what it was sent.
import type { Outcome } from './outcome.ts';

const HIDDEN = '(hidden)';

/** In an address or a form: with large or small digits, a space as %20 or as +. */
function inAddress(secret: string): string[] {
  const whole = encodeURIComponent(secret.toWellFormed());
  const strict = whole.replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return [whole, strict].flatMap((text) => {
    const small = text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
    return [text, small, text.replaceAll('%20', '+'), small.replaceAll('%20', '+')];
  });
}

function inMarkup(secret: string): string[] {
  const plain = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const quoted = plain.replaceAll('"', '&quot;');
  return [plain, quoted, ...['&#39;', '&#039;', '&#x27;', '&apos;'].map((sign) => quoted.replaceAll("'", sign))];
}

/** In base64, alone or behind something else: the letters that depend on nothing but the secret. */
function inBase64(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [0, 1, 2].flatMap((before) => {
    const [from, to] = [Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6)];
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .slice(from, to);
    return text.length < 8 ? [] : [text, text.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** A secret as it may stand in an answer: plain, as JSON writes it with or without escaped slashes and letters, or encoded. */
function spellings(secret: string): ReadonlySet<string> {
  const json = JSON.stringify(secret).slice(1, -1);
  const ascii = json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  // Also in JSON that stands in a text of JSON.
  const within = JSON.stringify(json).slice(1, -1);
  const inJson = [json, ascii, within].flatMap((text) => [text, text.replaceAll('/', '\\/')]);
  return new Set([secret, ...inJson, ...inAddress(secret), ...inMarkup(secret), ...inBase64(secret)]);
}

/** Signs that JSON may also write as numbers, as some encoders do with & and <; also in JSON within a text of JSON. */
const NUMBERED = /\\{1,8}u00([2-7][0-9a-f])/gi;

function withPlainSigns(text: string): string {
  return text.replace(NUMBERED, (_, code: string) => {
    const sign = String.fromCharCode(Number.parseInt(code, 16));
    return sign === '"' || sign === '\\' ? `\\${sign}` : sign;
  });
}

/** A text without the given secrets. Those shorter than 4 characters would hide half of it and are left. */
export function hideSecrets(text: string, secrets: readonly (string | null)[]): string {
  const spelled = secrets.flatMap((secret) => (secret !== null && secret.length >= 4 ? [...spellings(secret)] : []));
  const hideIn = (given: string) => spelled.reduce((shown, spelling) => shown.replaceAll(spelling, HIDDEN), given);
  const shown = hideIn(text);
  const plain = withPlainSigns(shown);
  const shownPlain = plain === shown ? plain : hideIn(plain);
  // Only where a secret was written so: anything else is kept as it came.
  return shownPlain === plain ? shown : shownPlain;
}

/** What looks like a secret by the words around it: a header, or a field of JSON or of a form. */
const TELLING: readonly [pattern: RegExp, shown: string][] = [
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, `$1 ${HIDDEN}`],
  [
    /((?:access_?token|refresh_?token|password|passphrase|webhook-?_?key|after_sell_webhook_key|authorization)["']?\s*[:=]\s*(?:\[\s*)?["']?)(?!Bearer|Basic|\(hidden\))[^\s"',;&)\]}]+/gi,
    `$1${HIDDEN}`,
  ],
];

/** The same, also without what only looks like a secret; for texts of unknown origin. */
export const hideAllSecrets = (text: string, secrets: readonly string[]): string =>
  TELLING.reduce((shown, [pattern, by]) => shown.replace(pattern, by), hideSecrets(text, secrets));

/**
 * A field of JSON, also of JSON within a text of JSON, whose name says that its one word of text is a secret. It begins
 * with the quote: what may be repeated at the beginning takes for ever on an answer that is nothing else.
 */
const SECRET_FIELD =
  /("(?:access_?token|refresh_?token|password|passphrase|(?:after_sell_)?webhook_?key)\\*"\s*:\s*\\*")[^"\s\\]{8,}/gi;

/** A text without such fields: secrets of which this app does not know. */
export const hideSecretFields = (text: string): string => text.replace(SECRET_FIELD, `$1${HIDDEN}`);

/** An outcome without the given secrets in its texts. */
export const redact = <T extends Outcome>(outcome: T, secrets: readonly (string | null)[]): T =>
  withTexts(outcome, (text) => hideSecrets(text, secrets));

/** The same, also without fields that are secret by their name: as it is kept and shown. */
export const redactToKeep = <T extends Outcome>(outcome: T, secrets: readonly (string | null)[]): T =>
  withTexts(outcome, (text) => hideSecretFields(hideSecrets(text, secrets)));

function withTexts<T extends Outcome>(outcome: T, change: (text: string) => string): T {
  if (outcome.kind !== 'answered') return outcome;
  const { body, location } = outcome;
  return { ...outcome, body: change(body), location: location === null ? null : change(location) };
}
