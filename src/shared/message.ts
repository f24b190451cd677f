// The message with which the seller sends a checkout link: a template with placeholders, and the web addresses that open it.
import { plainText, textUpTo, withoutInvisible } from './text.ts';
import { texts } from './texts/main.ts';

const t = texts.fields.message;

/**
 * The same in every language. `name`: the customer's. `order`: the first metadata value of the link, in most stores the order
 * number. Both may be empty.
 */
export const PLACEHOLDERS = {
  product: '{product}',
  price: '{price}',
  link: '{link}',
  name: '{name}',
  order: '{order}',
} as const;
type Placeholder = keyof typeof PLACEHOLDERS;

const isPlaceholder = (text: string): boolean => Object.values(PLACEHOLDERS).some((known) => known === text);

/** Text that looks like a placeholder but is not, so that a customer would read it. */
const unknownPlaceholder = (template: string): string | undefined =>
  (template.match(/\{\p{L}[\p{L}\d_ -]{0,40}\}/gu) ?? []).find((text) => !isPlaceholder(text));

export const messageSchema = textUpTo(1_000)
  .min(1, { error: () => t.enter })
  .refine((text) => text.includes(PLACEHOLDERS.link), { error: () => t.keepLink({ link: PLACEHOLDERS.link }) })
  .superRefine((text, context) => {
    const unknown = unknownPlaceholder(text);
    if (unknown !== undefined) context.addIssue({ code: 'custom', message: t.unknown({ unknown, ...PLACEHOLDERS }) });
  });

export const defaultMessage = (): string => texts.values.message(PLACEHOLDERS);

/** Placeholders are filled in once: one inside a product's title stays. */
export const filledMessage = (template: string, facts: Readonly<Record<Placeholder, string>>): string =>
  template.replace(/\{(product|price|link|name|order)\}/g, (_, name: Placeholder) => facts[name]);

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());

/** RFC 6068, with line breaks as %0D%0A. A subject has one line. `to` may be empty. */
export const mailAddress = (to: string, subject: string, body: string): string =>
  `mailto:${encoded(withoutInvisible(to).trim())}?subject=${encoded(subject.replace(/\p{Cc}+/gu, ' '))}&body=${encoded(body.replace(/\r\n|\r|\n/g, '\r\n'))}`;

/** `phone` may be empty, or contain the spaces and signs that people type. */
export const whatsAppAddress = (phone: string, text: string): string =>
  `https://wa.me/${plainText(phone).replace(/\D/g, '').replace(/^00/, '')}?text=${encoded(text)}`;
