// What the seller types to customise a checkout link, and how a template fills it.
import { z } from 'zod';
import type { TemplateField } from '../../../shared/checkout-template.ts';
import { type CheckoutField, checkoutFieldErrors, NAME, PHONE_NUMBER } from '../../../shared/checkout-url.ts';
import { texts } from '../../../shared/texts/window.ts';

export interface FieldRow extends CheckoutField {
  /** Keeps the row's place on the screen when one above it is removed. */
  readonly key: string;
}

export interface FieldsTyped {
  readonly phoneNumber: string;
  readonly name: string;
  readonly rows: readonly FieldRow[];
}

let keys = 0;
export function newRow(name = '', value = ''): FieldRow {
  keys += 1;
  return { key: `field-${keys}`, name, value };
}

export const blankFields = (): FieldsTyped => ({ phoneNumber: '', name: '', rows: [newRow()] });

/** What a field is called for people: the two that the document names have names of their own. */
export function fieldLabel(name: string): string {
  if (name === PHONE_NUMBER) return texts.share.customise.phoneNumber;
  return name === NAME ? texts.share.customise.name : name;
}

/** Nothing was typed. */
export const isBlank = ({ phoneNumber, name, rows }: FieldsTyped): boolean =>
  [phoneNumber, name, ...rows.flatMap((row) => [row.name, row.value])].every((text) => text.trim() === '');

/** All fields, in the order in which they stand in the address. */
export const allFields = ({ phoneNumber, name, rows }: FieldsTyped): readonly CheckoutField[] => [
  { name: PHONE_NUMBER, value: phoneNumber },
  { name: NAME, value: name },
  ...rows,
];

export interface FieldErrors {
  readonly phoneNumber: string | null;
  readonly name: string | null;
  readonly rows: readonly (string | null)[];
  readonly any: boolean;
}

export function errorsOf(url: string, typed: FieldsTyped): FieldErrors {
  const [phoneNumber = null, name = null, ...rows] = checkoutFieldErrors(url, allFields(typed));
  // A box that stays empty adds nothing, so nothing is wrong with it.
  const errors = {
    phoneNumber: typed.phoneNumber.trim() === '' ? null : phoneNumber,
    name: typed.name.trim() === '' ? null : name,
    rows,
  };
  return { ...errors, any: [errors.phoneNumber, errors.name, ...rows].some((error) => error !== null) };
}

/** The fields that a template can keep: those in use. */
export const usedFields = (typed: FieldsTyped): readonly CheckoutField[] =>
  allFields(typed)
    .map(({ name, value }) => ({ name: name.trim(), value: value.trim() }))
    .filter(({ name, value }) => (name === PHONE_NUMBER || name === NAME ? value !== '' : name !== ''));

/** Fills in a template. What was typed stays in the fields for which it keeps no value of its own. */
export function withTemplate(typed: FieldsTyped, fields: readonly TemplateField[]): FieldsTyped {
  const fixed = new Map(fields.map(({ name, value }) => [name, value]));
  const typedBefore = new Map(typed.rows.map(({ name, value }) => [name.trim(), value]));
  const rows = fields
    .filter(({ name }) => name !== PHONE_NUMBER && name !== NAME)
    .map(({ name, value }) => newRow(name, value ?? typedBefore.get(name) ?? ''));
  return {
    phoneNumber: fixed.get(PHONE_NUMBER) ?? typed.phoneNumber,
    name: fixed.get(NAME) ?? typed.name,
    rows: rows.length > 0 ? rows : [newRow()],
  };
}

/** What was typed before, read back with keys that no other row of this window has. */
export const customisedSchema = z.object({
  typed: z.object({
    phoneNumber: z.string(),
    name: z.string(),
    rows: z.array(
      z.object({ name: z.string(), value: z.string() }).transform(({ name, value }) => newRow(name, value)),
    ),
  }),
  templateId: z.string().nullable(),
});
