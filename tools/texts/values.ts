// The values that a message needs, and their types: the message's function takes them, and translations must keep them.
import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser';

export type Kind = 'text' | 'number' | 'boolean' | 'choice' | 'time' | 'inserted' | 'around';

export interface Value {
  readonly kind: Kind;
  /** The variants of a choice. */
  readonly keys: ReadonlySet<string>;
  /** The value only decides between variants: a language without variants does not need it. */
  readonly onlyDecides: boolean;
}

/** Throws if a value is used as two types. */
export function valuesOf(message: readonly MessageFormatElement[]): ReadonlyMap<string, Value> {
  const values = new Map<string, Value>();
  visit(message, null, (name, value) => {
    const known = values.get(name);
    values.set(name, known ? merged(name, known, value) : value);
  });
  return values;
}

type Report = (name: string, value: Value) => void;

function visit(message: readonly MessageFormatElement[], plural: string | null, report: Report): void {
  const value = (name: string, kind: Kind, more: Partial<Value> = {}) =>
    report(name, { kind, keys: new Set(), onlyDecides: false, ...more });
  for (const element of message) {
    switch (element.type) {
      case TYPE.argument:
        value(element.value, 'text');
        break;
      case TYPE.number:
        value(element.value, 'number');
        break;
      case TYPE.date:
      case TYPE.time:
        value(element.value, 'time');
        break;
      case TYPE.pound:
        if (plural !== null) value(plural, 'number');
        break;
      case TYPE.tag:
        value(element.value, element.children.length === 0 ? 'inserted' : 'around');
        visit(element.children, plural, report);
        break;
      case TYPE.plural:
        value(element.value, 'number', { onlyDecides: true });
        for (const option of Object.values(element.options)) visit(option.value, element.value, report);
        break;
      case TYPE.select: {
        const keys = new Set(Object.keys(element.options));
        value(element.value, isBoolean(keys) ? 'boolean' : 'choice', { keys, onlyDecides: true });
        for (const option of Object.values(element.options)) visit(option.value, plural, report);
      }
    }
  }
}

const isBoolean = (keys: ReadonlySet<string>): boolean =>
  keys.has('true') && [...keys].every((key) => ['true', 'false', 'other'].includes(key));

function merged(name: string, one: Value, other: Value): Value {
  const kinds = new Set([one.kind, other.kind]);
  const keys = new Set([...one.keys, ...other.keys]);
  const onlyDecides = one.onlyDecides && other.onlyDecides;
  if (kinds.size === 1) return { kind: one.kind, keys, onlyDecides };
  // A text that also decides between variants has the type of the choice; it cannot be a list then.
  if (kinds.has('text') && kinds.has('choice')) return { kind: 'choice', keys, onlyDecides: false };
  throw new Error(`{${name}} is used as ${one.kind} and as ${other.kind}`);
}
