// Hides secrets in texts from outside: whole or cut off at the end of the text, and however each character is written.

/** Characters. A shorter secret would hide half of every text. */
const SHORTEST_SECRET = 4;
/** Characters. No key, token or passphrase is longer; what is longer is looked for as it is, without its encodings. */
const LONGEST_SPELLED = 16_000;
/** Characters of a secret at the very end of a text that count as a secret that was cut there. */
const SHORTEST_PREFIX = 8;

/** A secret in one encoding: a pattern for each of its characters, and one that finds where it may begin. */
interface Spelling {
  readonly units: readonly RegExp[];
  readonly start: RegExp;
}

const hex = (code: number, digits = 2): string => code.toString(16).padStart(digits, '0');
const literal = (text: string): string => text.replace(/[^a-z0-9]/gi, (unit) => `\\u${hex(unit.charCodeAt(0), 4)}`);
/** Hexadecimal digits, large or small. */
const anyCase = (digits: string): string => digits.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);

const NAMED: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };

/** A backslash, in the ways of `unitOf`. */
const BACKSLASH = '(?:(?:\\\\|%(?:25){0,2}5[cC]|&(?:amp;){0,2}#(?:92|[xX]5[cC]);)(?:u005[cC]|x5[cC])?)';

/** How one character may be written: plain, and escaped by JSON, addresses, forms or markup, also more than once over. */
function unitOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const bytes = [...new TextEncoder().encode(character)];
  const utf16 = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  const entities = [`#0{0,5}${code}`, `#[xX]0{0,5}${anyCase(hex(code, 1))}`, NAMED[character] ?? []].flat();
  const forms = [
    bytes.map((byte) => `%(?:25){0,2}${anyCase(hex(byte))}`).join(''),
    // Their backslash may have been taken for the end of a run of them.
    utf16.map((unit) => `\\\\{0,8}u${anyCase(hex(unit, 4))}`).join(''),
    ...(code < 256 ? [`\\\\{0,8}x${anyCase(hex(code))}`] : []),
    `&(?:amp;){0,2}(?:${entities.join('|')});`,
    // Bytes that are read as one character each.
    ...(code < 128 ? [] : [bytes.map((byte) => literal(String.fromCharCode(byte))).join('')]),
    literal(character),
    ...(character === ' ' ? ['\\+'] : []),
  ];
  // JSON puts a backslash before it, and what the JSON stands in may escape both.
  const escaped = /[a-z0-9]/i.test(character) ? '' : `${BACKSLASH}{0,8}`;
  return `(?:${escaped}(?:${forms.join('|')}))`;
}

/** A run of backslashes, which JSON doubles each time it is written. */
const backslashes = (count: number): string => `${BACKSLASH}{${count},${8 * count}}`;

const plainUnits = (secret: string): string[] =>
  (secret.match(/\\+|[^\\]/gsu) ?? []).map((part) => (part.startsWith('\\') ? backslashes(part.length) : unitOf(part)));

/** Also as addresses have them, and a plus sign as the blank that a form reads. */
const BASE64_SIGNS: Readonly<Record<string, string>> = {
  '+': `(?:${unitOf('+')}|[ -])`,
  '/': `(?:${unitOf('/')}|_)`,
};

/** In base64, at each of three positions: the letters that depend on nothing but the secret. */
function base64Units(bytes: Uint8Array): string[][] {
  return [0, 1, 2].flatMap((before) => {
    const [from, to] = [Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6)];
    const text = btoa(String.fromCharCode(...new Uint8Array(before), ...bytes)).slice(from, to);
    return text.length < SHORTEST_PREFIX ? [] : [[...text].map((sign) => BASE64_SIGNS[sign] ?? sign)];
  });
}

/** Between two characters: the zeros of UTF-16 and UTF-32, and line breaks, also as JSON and forms write them. */
const GAP = /(?:[\0\r\n]|\\{1,4}[rn]|%(?:25){0,2}0[aAdD]){1,4}/y;
/** What is left of a character that was cut. */
const CUT = new RegExp(
  `^(?:${GAP.source})?${BACKSLASH}{0,8}(?:%(?:25){0,2}[\\da-f]{0,2}|u[\\da-f]{0,3}|x[\\da-f]?|&[#\\w;]{0,16})?$`,
  'i',
);

/** Characters that the beginning of one that was cut may be taken for: `&amp;#` of `&amp;#x26;` is an ampersand and a number sign. */
const MOST_MISREAD = 3;

/** As many as there are characters in ordinary keys, many times over. */
const MOST_UNITS = 5_000;
const units = new Map<string, RegExp>();
function compiled(source: string): RegExp {
  if (units.size > MOST_UNITS) units.clear();
  const known = units.get(source) ?? new RegExp(source, 'y');
  units.set(source, known);
  return known;
}

function spellingOf(sources: readonly string[]): Spelling {
  const start = sources.slice(0, 3).join(`(?:${GAP.source})?`);
  // A secret that begins with backslashes begins where they do: a long run is not tried from each of them.
  const outside = start.startsWith(backslashes(1).slice(0, 6)) ? '(?<!\\\\)' : '';
  return { units: sources.map(compiled), start: new RegExp(`${outside}${start}`, 'g') };
}

/** `encodeURIComponent` throws at half a pair of UTF-16. */
const inForm = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));

function spellingsOf(secret: string): Spelling[] {
  if (secret.length > LONGEST_SPELLED) return [];
  // What is written in base64 or in hexadecimal is often JSON or a form itself.
  const inside = new Set([secret, JSON.stringify(secret).slice(1, -1), inForm(secret)]);
  const asBytes = [...inside].flatMap((text) => {
    const bytes = new TextEncoder().encode(text);
    const inHex = bytes.length < SHORTEST_PREFIX ? [] : [[...bytes].map((byte) => anyCase(hex(byte)))];
    return [...base64Units(bytes), ...inHex];
  });
  return [plainUnits(secret), ...asBytes].map(spellingOf);
}

/** Those of the secrets in use; more than are looked for at once, and never without bound. */
const MOST_KEPT = 1_000;
const kept = new Map<string, readonly Spelling[]>();
function spellings(secret: string): readonly Spelling[] {
  const known = kept.get(secret);
  if (known) return known;
  const made = spellingsOf(secret);
  const [oldest] = kept.keys();
  if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  kept.set(secret, made);
  return made;
}

/** Where `pattern` ends that begins at `from`; -1 where it does not. */
function endOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/** Where the secret ends that begins at `from`; -1 where none does. */
function endOfSecret({ units }: Spelling, text: string, from: number): number {
  let at = from;
  // Where the last characters begin: the first signs of one that was cut may have been taken for whole characters.
  let last: readonly number[] = [from];
  for (const [index, unit] of units.entries()) {
    let next = endOf(unit, text, at);
    if (next < 0 && index > 0) {
      const behind = endOf(GAP, text, at);
      if (behind >= 0) next = endOf(unit, text, behind);
    }
    if (next < 0) {
      const isCut =
        index >= SHORTEST_PREFIX && [at, ...last].some((end) => text.length - end <= 64 && CUT.test(text.slice(end)));
      return isCut ? text.length : -1;
    }
    last = [at, ...last].slice(0, MOST_MISREAD);
    at = next;
  }
  return at;
}

function hideSpelling(spelling: Spelling, text: string, mark: string): string {
  let shown = '';
  let done = 0;
  const { start } = spelling;
  start.lastIndex = 0;
  for (let found = start.exec(text); found; found = start.exec(text)) {
    const from = found.index;
    const end = endOfSecret(spelling, text, from);
    if (end < 0) start.lastIndex = from + 1;
    else {
      shown += text.slice(done, from) + inSameWidth(mark, text.slice(from, end));
      done = end;
      start.lastIndex = end;
    }
  }
  return done === 0 ? text : shown + text.slice(done);
}

/** In UTF-16 and UTF-32 the mark has the zero bytes of the text that it replaces, so that the rest stays readable. */
const inSameWidth = (mark: string, hidden: string): string => [...mark].join(/^[^\0](\0+)/.exec(hidden)?.[1] ?? '');

/**
 * A text with `mark` for each of the secrets: plain, escaped as JSON, addresses, forms and markup escape, in base64, in
 * hexadecimal, or in UTF-16. Bytes may be given as Latin-1. Secrets of fewer than 4 characters are left.
 */
export function hideSecrets(text: string, secrets: readonly string[], mark: string): string {
  const longestFirst = [...new Set(secrets)]
    .filter(({ length }) => length >= SHORTEST_SECRET)
    .sort((a, b) => b.length - a.length);
  return longestFirst.reduce((shown, secret) => {
    // What is not escaped at all needs no guess at which escapes it has.
    const plain = shown.replaceAll(secret, () => mark);
    return spellings(secret).reduce((hidden, spelling) => hideSpelling(spelling, hidden, mark), plain);
  }, text);
}
