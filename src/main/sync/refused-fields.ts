// Maps the service's errors of fields to the fields of the form. The document does not show the shape of errors (section 7): a flat
// `{field: message}` is read, which is the answer itself or its `errors`. Any other answer is only shown.
import { sentences } from '../../shared/sentences.ts';
import { cutInMiddle } from '../../shared/text.ts';
import { texts } from '../../shared/texts/main.ts';
import { withoutTurns } from '../../shared/texts/message.ts';
import { parseJson } from '../service/outcome.ts';
import type { Change } from './outbox/change.ts';

/** By the names of the request (document, section 2). */
type Messages = ReadonlyMap<string, string>;

/** The names in the form of fields of the request. */
const FORM_FIELDS: Readonly<Record<string, string>> = {
  button_title: 'buttonTitle',
  product_title: 'productTitle',
  product_description: 'productDescription',
  after_sell_webhook_url: 'url',
  after_sell_webhook_key: 'key',
  prices: 'prices',
  metadata: 'metadata',
};
const PRICE_FIELDS: Readonly<Record<string, string>> = {
  price: 'price',
  currency_id: 'currencyId',
  discount_price: 'discount',
  is_discount_price: 'discount',
};

const MAX_FIELDS = 50;
const MAX_LENGTH = 300;
/** The most fields that a sentence names, and the length of what the service said about each. */
const NAMED = 3;
const SAID_LENGTH = 160;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function messagesIn(body: string): Messages {
  const answer = parseJson(body);
  if (!isRecord(answer)) return new Map();
  // Beside a headline the other fields may be anything.
  const beside = 'message' in answer || 'error' in answer ? {} : answer;
  const flat = isRecord(answer.errors) ? answer.errors : beside;
  const said = Object.entries(flat)
    .slice(0, MAX_FIELDS)
    .map(([field, value]) => {
      const texts = [value].flat().filter((text) => typeof text === 'string');
      return [field, withoutTurns(texts.join(' ')).trim().slice(0, MAX_LENGTH)] as const;
    });
  return new Map(said.filter(([, text]) => text !== ''));
}

const answerOf = (change: Change): string => (change.state === 'rejected' ? (change.answer ?? '') : '');

/** By their names in the form; fields that it does not have are left out. */
export function refusedFields(change: Change): Record<string, string> {
  const fields = [...messagesIn(answerOf(change))].map(
    ([name, message]) => [formField(change, name), message] as const,
  );
  return Object.fromEntries(fields.filter(([field]) => field !== null));
}

/** As in "product_title: The title is taken." Empty if the service named no field. */
export function describeRefusedFields(change: Change): string {
  const named = [...messagesIn(answerOf(change))].slice(0, NAMED);
  return sentences(
    ...named.map(([field, message]) =>
      texts.changes.refusedFields.said({ field, message: cutInMiddle(message, SAID_LENGTH) }),
    ),
  );
}

/** The same for a refused sign-in. */
export const refusedSignIn = (body: string): Record<string, string> =>
  Object.fromEntries([...messagesIn(body)].filter(([name]) => name === 'email' || name === 'password'));

/** `name`: such as "prices.0.price". */
function formField({ payload }: Change, name: string): string | null {
  const [, at, price] = /^prices\.(\d{1,3})\.(\w+)$/.exec(name) ?? [];
  if (at !== undefined && price !== undefined) {
    const field = Object.hasOwn(PRICE_FIELDS, price) ? PRICE_FIELDS[price] : undefined;
    return field === undefined ? null : `prices.${at}.${field}`;
  }
  if (name.startsWith('metadata.') && payload.kind === 'link.create') {
    // A key may contain dots.
    const place = payload.draft.metadata.findIndex(({ key }) => key === name.slice('metadata.'.length));
    return place < 0 ? null : `metadata.${place}.value`;
  }
  return Object.hasOwn(FORM_FIELDS, name) ? (FORM_FIELDS[name] ?? null) : null;
}
