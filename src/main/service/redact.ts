// Removes secrets from stored and shown texts: a service may echo them in its answers.
import { hideSecrets as hide } from '../../shared/hide-secrets.ts';
import type { Outcome } from './outcome.ts';

/** Replaces a secret. */
export const HIDDEN = '(hidden)';

export const hideSecrets = (text: string, secrets: readonly (string | null)[]): string =>
  hide(
    text,
    secrets.filter((secret) => secret !== null),
    HIDDEN,
  );

/** Recognize a secret by its context: a header, or a field of JSON or of a form. */
const SECRET_PATTERNS: readonly [pattern: RegExp, shown: string][] = [
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, `$1 ${HIDDEN}`],
  [
    /((?:access_?token|refresh_?token|password|passphrase|webhook-?_?key|after_sell_webhook_key|authorization)["']?\s*[:=]\s*(?:\[\s*)?["']?)(?!Bearer|Basic|\(hidden\))[^\s"',;&)\]}]+/gi,
    `$1${HIDDEN}`,
  ],
];

/** Also hides what only looks like a secret; for texts of unknown origin. */
export const hideAllSecrets = (text: string, secrets: readonly string[]): string =>
  SECRET_PATTERNS.reduce((shown, [pattern, by]) => shown.replace(pattern, by), hideSecrets(text, secrets));

/**
 * A JSON field, also inside a JSON string, with the name of a secret. The pattern must not start with a repeated element, which
 * would take forever on an answer that consists of it.
 */
const SECRET_FIELD =
  /("(?:access_?token|refresh_?token|password|passphrase|(?:after_sell_)?webhook_?key)\\*"\s*:\s*\\*")[^"\s\\]{8,}/gi;

/** For secrets that this app does not have. */
export const hideSecretFields = (text: string): string => text.replace(SECRET_FIELD, `$1${HIDDEN}`);

export const redact = <T extends Outcome>(outcome: T, secrets: readonly (string | null)[]): T =>
  withTexts(outcome, (text) => hideSecrets(text, secrets));

/** Also hides fields with the name of a secret. */
export const redactForStorage = <T extends Outcome>(outcome: T, secrets: readonly (string | null)[]): T =>
  withTexts(outcome, (text) => hideSecretFields(hideSecrets(text, secrets)));

function withTexts<T extends Outcome>(outcome: T, change: (text: string) => string): T {
  if (outcome.kind !== 'answered') return outcome;
  const { body, location } = outcome;
  return { ...outcome, body: change(body), location: location === null ? null : change(location) };
}
