// Keeps secrets out of what is stored and shown: a service may echo in its answer what it was sent.
import type { Outcome } from './outcome.ts';

const HIDDEN = '(hidden)';

/** A secret as it may stand in an answer: plain, or as JSON writes it, with or without escaped slashes and letters. */
function spellings(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const ascii = json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return [...new Set([secret, ...[json, ascii].flatMap((text) => [text, text.replaceAll('/', '\\/')])])];
}

/** An outcome without the given secrets in its text. Secrets shorter than 4 characters would hide half the answer and are left. */
export function redact<T extends Outcome>(outcome: T, secrets: readonly (string | null)[]): T {
  if (outcome.kind !== 'answered') return outcome;
  let { body, location } = outcome;
  for (const secret of secrets) {
    if (secret === null || secret.length < 4) continue;
    for (const spelling of spellings(secret)) {
      body = body.replaceAll(spelling, HIDDEN);
      location = location?.replaceAll(spelling, HIDDEN) ?? null;
    }
  }
  return { ...outcome, body, location };
}
