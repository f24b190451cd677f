// The typed fields of a customised checkout link, and how a template fills them.
import type { TemplateField } from '../../../shared/checkout-template.ts';
import { type CheckoutField, checkoutFieldErrors, EMAIL, NAME, PHONE_NUMBER } from '../../../shared/checkout-url.ts';
import { texts } from '../../../shared/texts/window.ts';
import { emptyMetadata } from '../links/link-form.ts';
import type { Pair } from '../links/PairRows.tsx';

/** The fields about a person, which have a place of their own in the form, by their names in the address. */
const PERSONAL: Readonly<Record<string, string>> = {
  [PHONE_NUMBER]: texts.share.customise.phoneNumber,
  [NAME]: texts.share.customise.name,
  [EMAIL]: texts.signIn.form.email,
};
export const PERSONAL_NAMES = Object.keys(PERSONAL);
export const isPersonal = (name: string): boolean => name in PERSONAL;
export const fieldLabel = (name: string): string => PERSONAL[name] ?? name;

export interface FieldsTyped {
  readonly personal: Readonly<Record<string, string>>;
  readonly rows: readonly Pair[];
}

export const blankFields = (): FieldsTyped => ({ personal: {}, rows: [emptyMetadata()] });

/** All fields, in the order of the address. */
export const allFields = ({ personal, rows }: FieldsTyped): readonly CheckoutField[] => [
  ...PERSONAL_NAMES.map((name) => ({ name, value: personal[name] ?? '' })),
  ...rows.map(({ key, value }) => ({ name: key, value })),
];

/** The fields in use, which a template can contain. */
export const usedFields = (typed: FieldsTyped): readonly CheckoutField[] =>
  allFields(typed)
    .map(({ name, value }) => ({ name: name.trim(), value: value.trim() }))
    .filter(({ name, value }) => value !== '' || (name !== '' && !isPersonal(name)));

/** The errors of the personal fields, by name, and of the rows. An empty value adds nothing, so it has no error. */
export function errorsOf(url: string, typed: FieldsTyped) {
  const errors = checkoutFieldErrors(url, allFields(typed));
  const personal = PERSONAL_NAMES.map((name, index) => (typed.personal[name]?.trim() ? (errors[index] ?? null) : null));
  const rows = errors.slice(PERSONAL_NAMES.length);
  return {
    personal: Object.fromEntries(PERSONAL_NAMES.map((name, index) => [name, personal[index]])),
    rows,
    any: [...personal, ...rows].some((error) => error !== null),
  };
}

/** Applies a template. A field for which it has no value keeps its typed text. */
export function withTemplate(typed: FieldsTyped, fields: readonly TemplateField[]): FieldsTyped {
  const typedBefore = new Map(typed.rows.map(({ key, value }) => [key.trim(), value]));
  const rows = fields
    .filter(({ name }) => !isPersonal(name))
    .map(({ name, value }) => ({ ...emptyMetadata(), key: name, value: value ?? typedBefore.get(name) ?? '' }));
  const fixed = fields.filter(({ name, value }) => isPersonal(name) && value !== null);
  return {
    personal: { ...typed.personal, ...Object.fromEntries(fixed.map(({ name, value }) => [name, value ?? ''])) },
    rows: rows.length > 0 ? rows : [emptyMetadata()],
  };
}
