// Indents JSON for reading without changing its tokens.

/** Deeper levels get no further indentation: a deeply nested body could otherwise become a text of any size. */
const DEEPEST = 40;

const breakTo = (level: number): string => `\n${'  '.repeat(Math.min(level, DEEPEST))}`;

/** Indents valid JSON. Its tokens stay: numbers keep all digits, repeated keys stay repeated, and the order is the sender's. */
export function indentJson(json: string): string {
  const parts: string[] = [];
  let depth = 0;
  // Strings, runs of other tokens, and structural characters.
  for (const [token] of json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[{[]\s*[}\]]|[{}[\],:]|[^\s"{}[\],:]+/g)) {
    if (token === '{' || token === '[') {
      depth += 1;
      parts.push(token, breakTo(depth));
    } else if (token === '}' || token === ']') {
      depth -= 1;
      parts.push(breakTo(depth), token);
    } else if (token === ',') parts.push(token, breakTo(depth));
    else if (token === ':') parts.push(': ');
    else parts.push(token.startsWith('{') ? '{}' : token.startsWith('[') ? '[]' : token);
  }
  return parts.join('');
}

/** Indents a text if it is a JSON object or list; returns any other text unchanged. */
export function indentIfJson(text: string): string {
  if (!/^\s*[{[]/.test(text)) return text;
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  return indentJson(text);
}
