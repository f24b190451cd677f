// Parses a request: its headers, its body as text, and its search text.
import { foldText } from '../../../shared/fold.ts';
import type { DeliveryRecord } from './record.ts';

/** Each name once, as first received, with its values in order. */
export function headersOf(raw: readonly string[]): [string, string[]][] {
  const byName = new Map<string, [string, string[]]>();
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index] ?? '';
    const entry = byName.get(name.toLowerCase()) ?? [name, []];
    entry[1].push(raw[index + 1] ?? '');
    byName.set(name.toLowerCase(), entry);
  }
  return [...byName.values()];
}

/** Null if it is not UTF-8. */
export function textOf(body: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return null;
  }
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Only this many characters of a body are searched. */
const SEARCHED = 32 * 1024;

export function searchText({ path, headers, encoding }: DeliveryRecord, body: string): string {
  const parts = [path, ...headers.map(([name, values]) => `${name}: ${values.join(', ')}`)];
  if (encoding === 'utf8') parts.push(body.slice(0, SEARCHED));
  return foldText(parts.join('\n'));
}
