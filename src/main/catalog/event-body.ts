// Finds the event in a delivery's text: JSON, JSON in a string, form fields, or any of these in the wrapper of section 6.4.
import { parseJson } from '../service/outcome.ts';

type EventBody = Record<string, unknown>;

export const isObject = (value: unknown): value is EventBody =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** No event is nested deeper. Its readers call themselves for each level, so their stack could overflow. */
const DEEPEST = 50;

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((item) => isDeeper(item, levels - 1)));

/** `isWrapped`: the event is in the wrapper of section 6.4. Null if the text cannot be parsed. */
export function eventOf(text: string): { readonly event: EventBody; readonly isWrapped: boolean } | null {
  const whole = objectOf(text) ?? formOf(text);
  if (!whole) return null;
  const inner = innerBody(whole);
  const event = inner ?? whole;
  return isDeeper(event, DEEPEST) ? null : { event, isWrapped: inner !== null };
}

/** The event in a wrapper, whose body may be an object or text; null without a wrapper. */
function innerBody({ headers, body, method, content_length }: EventBody): EventBody | null {
  const isWrapper = isObject(headers) && (typeof method === 'string' || Number.isInteger(content_length));
  if (!isWrapper) return null;
  if (typeof body === 'string') return objectOf(body) ?? formOf(body);
  return isObject(body) ? body : null;
}

function objectOf(text: string): EventBody | null {
  const value = parseJson(text.replace(/^\uFEFF/, ''));
  if (isObject(value)) return value;
  // Some senders encode their JSON twice.
  return typeof value === 'string' && value.startsWith('{') ? objectOf(value) : null;
}

/** `metadata[order]=1042` is a field of the object `metadata`. If a form's only field is JSON, that JSON is the event. */
function formOf(text: string): EventBody | null {
  if (!/^[^\s=&<>"{}]+=/.test(text) || /\s/.test(text.trim())) return null;
  const fields = new Map<string, unknown>();
  for (const [name, value] of new URLSearchParams(text.trim())) {
    const [, outer, inner] = /^([^[\]]+)\[([^[\]]+)\]$/.exec(name) ?? [];
    const parsed = objectOf(value) ?? value;
    const group = fields.get(outer ?? '');
    if (outer === undefined || inner === undefined) fields.set(name, parsed);
    else if (isObject(group)) group[inner] = parsed;
    else fields.set(outer, Object.assign(Object.create(null), { [inner]: parsed }));
  }
  const [only, ...others] = fields.values();
  return others.length === 0 && isObject(only) ? only : Object.fromEntries(fields);
}
