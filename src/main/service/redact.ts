// Keeps secrets out of what is stored and shown: a service may echo in its answer what it was sent.
import { hideSecrets as hide } from '../../shared/hide-secrets.ts';
import type { Outcome } from './outcome.ts';

/** What stands in the place of a secret. */
export const HIDDEN = '(hidden)';

/** A text without the given secrets. */
export const hideSecrets = (text: string, secrets: readonly (string | null)[]): string =>
  hide(
    text,
    secrets.filter((secret) => secret !== null),
    HIDDEN,
  );

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
