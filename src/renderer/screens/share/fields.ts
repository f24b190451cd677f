// The typed fields of a customised checkout link, and how a template fills them.
import type { TemplateField } from '../../../shared/checkout-template.ts';
import { type CheckoutField, checkoutFieldErrors, EMAIL, NAME, PHONE_NUMBER } from '../../../shared/checkout-url.ts';
import { texts } from '../../../shared/texts/window.ts';

export interface FieldRow extends CheckoutField {
  /** A stable React key, also when a row above is removed. */
  readonly key: string;
}

export interface FieldsTyped {
  readonly phoneNumber: string;
  readonly name: string;
  readonly email: string;
  readonly rows: readonly FieldRow[];
}

let keys = 0;
export function newRow(name = '', value = ''): FieldRow {
  keys += 1;
  return { key: `field-${keys}`, name, value };
}

export const blankFields = (): FieldsTyped => ({ phoneNumber: '', name: '', email: '', rows: [newRow()] });

/** The fields of a person, which have their own place in the form. */
const PERSONAL: Readonly<Record<string, string>> = {
  [PHONE_NUMBER]: texts.share.customise.phoneNumber,
  [NAME]: texts.share.customise.name,
  [EMAIL]: texts.signIn.form.email,
};
export const isPersonal = (name: string): boolean => name in PERSONAL;
export const fieldLabel = (name: string): string => PERSONAL[name] ?? name;

export const isBlank = ({ phoneNumber, name, email, rows }: FieldsTyped): boolean =>
  [phoneNumber, name, email, ...rows.flatMap((row) => [row.name, row.value])].every((text) => text.trim() === '');

/** All fields, in the order of the address. */
export const allFields = ({ phoneNumber, name, email, rows }: FieldsTyped): readonly CheckoutField[] => [
  { name: PHONE_NUMBER, value: phoneNumber },
  { name: NAME, value: name },
  { name: EMAIL, value: email },
  ...rows,
];

interface FieldErrors {
  readonly phoneNumber: string | null;
  readonly name: string | null;
  readonly email: string | null;
  readonly rows: readonly (string | null)[];
  readonly any: boolean;
}

export function errorsOf(url: string, typed: FieldsTyped): FieldErrors {
  const [phoneNumber = null, name = null, email = null, ...rows] = checkoutFieldErrors(url, allFields(typed));
  // An empty value adds nothing, so it needs no validation.
  const errors = {
    phoneNumber: typed.phoneNumber.trim() === '' ? null : phoneNumber,
    name: typed.name.trim() === '' ? null : name,
    email: typed.email.trim() === '' ? null : email,
    rows,
  };
  return { ...errors, any: [errors.phoneNumber, errors.name, errors.email, ...rows].some((error) => error !== null) };
}

/** The fields that a template can keep: those in use. */
export const usedFields = (typed: FieldsTyped): readonly CheckoutField[] =>
  allFields(typed)
    .map(({ name, value }) => ({ name: name.trim(), value: value.trim() }))
    .filter(({ name, value }) => (isPersonal(name) ? value !== '' : name !== ''));

/** Applies a template. Typed text stays in fields for which it has no value. */
export function withTemplate(typed: FieldsTyped, fields: readonly TemplateField[]): FieldsTyped {
  const fixed = new Map(fields.map(({ name, value }) => [name, value]));
  const typedBefore = new Map(typed.rows.map(({ name, value }) => [name.trim(), value]));
  const rows = fields
    .filter(({ name }) => !isPersonal(name))
    .map(({ name, value }) => newRow(name, value ?? typedBefore.get(name) ?? ''));
  return {
    phoneNumber: fixed.get(PHONE_NUMBER) ?? typed.phoneNumber,
    name: fixed.get(NAME) ?? typed.name,
    email: fixed.get(EMAIL) ?? typed.email,
    rows: rows.length > 0 ? rows : [newRow()],
  };
}
