// Indents JSON for reading, without changing its tokens.

/** Deeper levels are not indented further, or a deeply nested body would become a text of any size. */
const DEEPEST = 40;

const breakTo = (level: number): string => `\n${'  '.repeat(Math.min(level, DEEPEST))}`;

/**
 * Indents JSON that is known to be valid. The tokens stay as they came: a number keeps all its digits, a key that is
 * there twice stays twice, and the order is the sender's.
 */
export function indentJson(json: string, level = 0): string {
  const parts: string[] = [];
  let depth = level;
  // Strings, runs of other tokens, and each mark of structure.
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

/** Text that may be JSON: indented if it is an object or a list, else as it is. */
export function indentIfJson(text: string): string {
  if (!/^\s*[{[]/.test(text)) return text;
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  return indentJson(text);
}
