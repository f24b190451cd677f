// Reads errors of single fields from an answer. The document does not show the shape of errors (section 7), so the usual ones are tried.

import { sentences } from '../../shared/sentences.ts';
import { withoutTurns } from '../../shared/texts/message.ts';
import { parseJson } from './outcome.ts';

export interface FieldError {
  /** From the outside in: `prices`, `0`, `price`. */
  readonly path: readonly string[];
  readonly message: string;
}

/** Common names of the errors. */
const ERRORS = ['errors', 'field_errors', 'fieldErrors', 'validation_errors', 'detail', 'details'] as const;
/** Common names of the field and the message in an entry of a list. */
const FIELD = ['field', 'path', 'loc', 'param', 'name', 'property', 'pointer', 'attribute'] as const;
const MESSAGE = ['message', 'msg', 'detail', 'description', 'error', 'title'] as const;
/** Path segments that some services put before the field. */
const WRAPPERS = new Set(['body', 'data', 'attributes']);

const MAX_ERRORS = 50;
const MAX_DEPTH = 6;
const MAX_LENGTH = 300;

/** Empty where the answer names no field: `errors: {"title": ["…"]}`, `{"prices.0.price": "…"}`, `[{"field": "…", "message": "…"}]`. */
export function readFieldErrors(body: string): FieldError[] {
  const answer = parseJson(body);
  if (!isRecord(answer)) return [];
  const found: FieldError[] = [];
  for (const name of ERRORS) {
    const value = answer[name];
    if (Array.isArray(value)) for (const entry of value) readEntry(entry, found);
    else if (isRecord(value)) readTree(value, [], found);
    if (found.length > 0) break;
  }
  return found.slice(0, MAX_ERRORS);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Own fields only: an answer may contain `__proto__`. */
const own = (record: Record<string, unknown>, name: string): unknown =>
  Object.hasOwn(record, name) ? record[name] : undefined;

function add(path: readonly string[], message: string, found: FieldError[]): void {
  const text = withoutTurns(message).trim().slice(0, MAX_LENGTH);
  const inside = path.slice(path.findIndex((part) => !WRAPPERS.has(part)));
  const first = inside[0];
  if (text !== '' && first !== undefined && !WRAPPERS.has(first)) found.push({ path: inside, message: text });
}

const partsOf = (path: string): string[] => path.split(/[./[\]]+/).filter((part) => part !== '');

function readEntry(entry: unknown, found: FieldError[]): void {
  if (!isRecord(entry)) return;
  const source = own(entry, 'source');
  const places = isRecord(source) ? [source, entry] : [entry];
  const [field] = places.flatMap((place) => FIELD.map((name) => own(place, name)).filter((named) => named != null));
  const message = MESSAGE.map((name) => own(entry, name)).find((value) => typeof value === 'string');
  if (typeof message !== 'string') return;
  if (typeof field === 'string') add(partsOf(field), message, found);
  else if (Array.isArray(field)) add(field.map(String), message, found);
}

function readTree(value: unknown, path: readonly string[], found: FieldError[]): void {
  if (found.length >= MAX_ERRORS || path.length > MAX_DEPTH) return;
  if (typeof value === 'string') add(path, value, found);
  else if (Array.isArray(value)) {
    const messages = value.filter((one) => typeof one === 'string');
    if (messages.length > 0) add(path, sentences(...messages), found);
    else for (const [at, one] of value.entries()) readTree(one, [...path, String(at)], found);
  } else if (isRecord(value)) {
    for (const [name, one] of Object.entries(value)) {
      const parts = partsOf(name);
      readTree(one, [...path, ...(parts.length > 0 ? parts : [name])], found);
    }
  }
}
