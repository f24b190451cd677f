// Hides secrets in outside texts: plain, escaped by JSON, percent-encoded or in base64, also if the text ends within one.

/** In characters. Hiding a shorter secret would hide half of every text. */
const SHORTEST_SECRET = 4;
/** In characters. From this length on, the beginning of a secret at the very end of a text is hidden too. */
const SHORTEST_PREFIX = 8;

/** The base64 letters that depend only on the secret, at each of the three possible offsets, in both alphabets. */
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
    // Encoders for web pages escape these signs; others escape everything but ASCII.
    numbered(json, /[<>&']/g),
    numbered(json, /[<>&]/g),
    numbered(json, /[^ -~]/g),
    percent,
    percent.replace(/%../g, (code) => code.toLowerCase()),
    new URLSearchParams({ s: secret }).toString().slice(2),
    ...inBase64(secret),
  ];
}

/** Hides the beginning of `secret` if the text ends with it, because it was cut there. */
function withoutCutEnd(text: string, secret: string, mark: string): string {
  for (let length = Math.min(secret.length - 1, text.length); length >= SHORTEST_PREFIX; length -= 1)
    if (text.endsWith(secret.slice(0, length))) return text.slice(0, -length) + mark;
  return text;
}

/** Replaces each secret by `mark`. Secrets of fewer than 4 characters stay. */
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
