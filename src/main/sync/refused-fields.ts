// Maps the service's field errors to the fields of the form.
import type { ActionDetail } from '../../shared/action.ts';
import type { MetadataEntry } from '../../shared/payment-link.ts';
import { sentences } from '../../shared/sentences.ts';
import { cutInMiddle } from '../../shared/text.ts';
import { texts } from '../../shared/texts/main.ts';
import { readFieldErrors } from '../service/field-errors.ts';
import type { Action } from './outbox/action.ts';

type RefusedFields = Omit<ActionDetail['refusedFields'], 'explanation'>;

/** The fields of the request (document, section 2) and common synonyms, by the forms' names. */
const OF_PRODUCT: ReadonlyMap<string, string> = new Map([
  ['button_title', 'buttonTitle'],
  ['product_title', 'productTitle'],
  ['title', 'productTitle'],
  ['name', 'productTitle'],
  ['product_description', 'productDescription'],
  ['description', 'productDescription'],
]);
const OF_WEBHOOK: ReadonlyMap<string, string> = new Map([
  ['after_sell_webhook_url', 'url'],
  ['url', 'url'],
  ['after_sell_webhook_key', 'key'],
  ['key', 'key'],
]);
const OF_SIGN_IN: ReadonlyMap<string, string> = new Map([
  ['email', 'email'],
  ['username', 'email'],
  ['login', 'email'],
  ['password', 'password'],
]);
const OF_PRICE: ReadonlyMap<string, string> = new Map([
  ['price', 'price'],
  ['amount', 'price'],
  ['currency_id', 'currencyId'],
  ['currency', 'currencyId'],
  ['discount_price', 'discount'],
  ['is_discount_price', 'discount'],
  ['discount', 'discount'],
]);

/** `fields` by their names in the form; `others`: fields that the form does not have. */
export const refusedFields = (action: Action): RefusedFields =>
  byField(action.state === 'rejected' ? (action.answer ?? '') : '', (path) => fieldOf(action, path));

const t = texts.changes.refusedFields;

/** The most fields that a sentence names, and the length of what the service said about each. */
const NAMED = 3;
const SAID_LENGTH = 160;

/**
 * As in "Product title: The title is taken." Empty where the service named no field. `isAboveForm`: without the fields of
 * the form, which shows the errors itself.
 */
export function describeRefusedFields(action: Action, isAboveForm: boolean): string {
  const { fields, others } = refusedFields(action);
  const inForm = Object.entries(fields).map(([field, message]) => ({ field: labelOf(action, field), message }));
  const all = isAboveForm ? others : [...inForm, ...others];
  const named = all.slice(0, NAMED).map(({ field, message }) => {
    const sentence = t.said({ field, message: cutInMiddle(message, SAID_LENGTH) });
    return /[.!?。]$/.test(sentence) ? sentence : texts.changes.rejected.asSentence({ sentence });
  });
  return sentences(...named, all.length > NAMED ? t.more({ count: all.length - NAMED }) : '');
}

const LABELLED = [
  'buttonTitle',
  'productTitle',
  'productDescription',
  'url',
  'key',
  'price',
  'currencyId',
  'discount',
  'metadata',
] as const;

const isLabelled = (name: string): name is (typeof LABELLED)[number] => (LABELLED as readonly string[]).includes(name);

/** `field`: its name in the form. */
function labelOf({ payload }: Action, field: string): string {
  const [name = '', place, part] = field.split('.');
  if (payload.kind === 'link.create' && name === 'metadata' && place !== undefined) {
    return payload.draft.metadata[Number(place)]?.key ?? t.metadata;
  }
  const label = part ?? (name === 'prices' ? 'price' : name);
  return isLabelled(label) ? t[label] : field;
}

/** The same for a refused sign-in. */
export const refusedSignIn = (body: string): RefusedFields =>
  byField(body, ([name = '']) => OF_SIGN_IN.get(name) ?? null);

function byField(body: string, fieldOf: (path: readonly string[]) => string | null): RefusedFields {
  const fields = new Map<string, string>();
  const others: RefusedFields['others'] = [];
  for (const { path, message } of readFieldErrors(body)) {
    const field = fieldOf(path);
    if (field === null) others.push({ field: path.join('.'), message });
    else fields.set(field, `${fields.get(field) ?? ''} ${message}`.trim());
  }
  return { fields: Object.fromEntries(fields), others };
}

function fieldOf({ payload }: Action, path: readonly string[]): string | null {
  const [name = '', ...rest] = path;
  switch (payload.kind) {
    case 'product.create':
      return OF_PRODUCT.get(name) ?? null;
    case 'product.update':
      return name === 'prices' ? priceField(rest, payload.prices.length) : null;
    case 'link.create':
      if (name === 'prices') return priceField(rest, payload.draft.prices.length);
      return name === 'metadata' ? metadataField(rest, payload.draft.metadata) : null;
    case 'settings.update':
      return OF_WEBHOOK.get(name) ?? null;
    case 'link.delete':
      return null;
  }
}

function priceField([place, name]: readonly string[], count: number): string | null {
  if (place === undefined) return 'prices';
  if (!/^\d{1,3}$/.test(place) || Number(place) >= count) return null;
  const field = name === undefined ? 'price' : OF_PRICE.get(name);
  return field === undefined ? null : `prices.${Number(place)}.${field}`;
}

/** A key may contain dots. */
function metadataField(path: readonly string[], metadata: readonly MetadataEntry[]): string | null {
  if (path.length === 0) return 'metadata';
  const key = path.join('.');
  const place = metadata.findIndex((entry) => entry.key === key);
  return place < 0 ? null : `metadata.${place}.value`;
}
