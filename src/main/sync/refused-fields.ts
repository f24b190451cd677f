// Maps the service's field errors to the fields of a form. The document does not show the shape of errors (section 7), so this
// reads a flat `{field: message}`, which is the answer or its `errors`. Any other answer is only shown.
import { sentences } from '../../shared/sentences.ts';
import { cutInMiddle } from '../../shared/text.ts';
import { texts } from '../../shared/texts/main.ts';
import { withoutTurns } from '../../shared/texts/message.ts';
import { isObject } from '../catalog/event-body.ts';
import type { Change } from '../outbox/change.ts';
import { parseJson } from '../service/outcome.ts';

/** The form's name of each field of a request. */
const FORM_FIELDS = new Map([
  ['button_title', 'buttonTitle'],
  ['product_title', 'productTitle'],
  ['product_description', 'productDescription'],
  ['after_sell_webhook_url', 'url'],
  ['after_sell_webhook_key', 'key'],
  ['prices', 'prices'],
  ['metadata', 'metadata'],
]);
/** How many characters are kept of a field's message, and shown of all together. */
const MAX_LENGTH = 300;

/** The messages by field names of the request (document, section 2). */
function messagesIn(body: string): [name: string, message: string][] {
  const answer = parseJson(body);
  if (!isObject(answer)) return [];
  // Beside a headline, other fields need not be field errors.
  const beside = 'message' in answer || 'error' in answer ? {} : answer;
  return Object.entries(isObject(answer.errors) ? answer.errors : beside).flatMap(([name, value]) => {
    const messages = [value].flat().filter((text) => typeof text === 'string');
    const message = withoutTurns(messages.join(' ')).trim().slice(0, MAX_LENGTH);
    return message === '' ? [] : [[name, message]];
  });
}

const answerOf = (change: Change): string => (change.state === 'rejected' ? (change.answer ?? '') : '');

/** The messages by field names of the form, without fields that the form does not have. */
export const refusedFields = (change: Change): Record<string, string> =>
  Object.fromEntries(
    messagesIn(answerOf(change)).flatMap(([name, message]) => {
      const field = FORM_FIELDS.get(name);
      return field === undefined ? [] : [[field, message]];
    }),
  );

/** As in "product_title: The title is taken." Empty if the service named no field. */
export function describeRefusedFields(change: Change): string {
  const { said } = texts.changes.refusedFields;
  const all = messagesIn(answerOf(change)).map(([field, message]) => said({ field, message }));
  return cutInMiddle(sentences(...all), MAX_LENGTH);
}

/** The messages for the fields of a refused sign-in. */
export const refusedSignIn = (body: string): Record<string, string> =>
  Object.fromEntries(messagesIn(body).filter(([name]) => name === 'email' || name === 'password'));
