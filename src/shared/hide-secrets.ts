// Hides secrets in texts from outside: plain, escaped by JSON, percent-encoded, or in base64; also cut off at the end.

/** In characters. A shorter secret would hide half of every text. */
const SHORTEST_SECRET = 4;
/** In characters. The beginning of a secret at the very end of a text counts as a secret from this length on. */
const SHORTEST_PREFIX = 8;

/** The letters of base64 that depend on nothing but the secret, at each of its three positions, for texts and for addresses. */
function inBase64(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret);
  return [0, 1, 2].flatMap((before) => {
    const [from, to] = [Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6)];
    const text = btoa(String.fromCharCode(...new Uint8Array(before), ...bytes)).slice(from, to);
    return text.length < SHORTEST_PREFIX ? [] : [text, text.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

const numbered = (text: string, signs: RegExp): string =>
  text.replace(signs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

function spellingsOf(secret: string): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const percent = encodeURIComponent(secret.toWellFormed());
  return [
    secret,
    json,
    json.replaceAll('/', '\\/'),
    // As encoders do that write for web pages, or in ASCII only.
    numbered(json, /[<>&']/g),
    numbered(json, /[<>&]/g),
    numbered(json, /[^ -~]/g),
    percent,
    percent.replace(/%../g, (code) => code.toLowerCase()),
    new URLSearchParams({ s: secret }).toString().slice(2),
    ...inBase64(secret),
  ];
}

/** Without the beginning of `secret` that ends the text; it was cut there. */
function withoutCutEnd(text: string, secret: string, mark: string): string {
  for (let length = Math.min(secret.length - 1, text.length); length >= SHORTEST_PREFIX; length -= 1)
    if (text.endsWith(secret.slice(0, length))) return text.slice(0, -length) + mark;
  return text;
}

/** A text with `mark` for each of the secrets. Secrets of fewer than 4 characters are left. */
export function hideSecrets(text: string, secrets: readonly string[], mark: string): string {
  const spellings = secrets.filter(({ length }) => length >= SHORTEST_SECRET).flatMap(spellingsOf);
  return [...new Set(spellings)]
    .sort((a, b) => b.length - a.length)
    .reduce(
      (shown, spelling) =>
        withoutCutEnd(
          shown.replaceAll(spelling, () => mark),
          spelling,
          mark,
        ),
      text,
    );
}
