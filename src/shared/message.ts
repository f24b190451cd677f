// The message with which the seller sends a checkout link: a template with placeholders, and the addresses that open it.
import { z } from 'zod';
import { texts } from './texts/main.ts';

const t = texts.fields.message;
const MOST_CHARACTERS = 1_000;

/** The same in every language. */
export const PLACEHOLDERS = { product: '{product}', price: '{price}', link: '{link}' } as const;

/** The values of the placeholders. */
export interface MessageFacts {
  readonly product: string;
  readonly price: string;
  readonly link: string;
}

export const messageSchema = z
  .string()
  .trim()
  .min(1, { error: () => t.enter })
  .max(MOST_CHARACTERS, { error: () => texts.fields.tooLong({ most: MOST_CHARACTERS }) })
  .refine((text) => text.includes(PLACEHOLDERS.link), { error: () => t.keepLink({ link: PLACEHOLDERS.link }) });

const isPlaceholder = (text: string): boolean => Object.values(PLACEHOLDERS).some((known) => known === text);

/** Text that looks like a placeholder but is none, so a customer would read it unchanged; null for none. */
const unknownPlaceholder = (template: string): string | null =>
  (template.match(/\{\p{L}[\p{L}\d_ -]{0,40}\}/gu) ?? []).find((text) => !isPlaceholder(text)) ?? null;

/** A typed message. An earlier saved one may have an unknown placeholder. */
export const typedMessageSchema = messageSchema.superRefine((text, context) => {
  const unknown = unknownPlaceholder(text);
  if (unknown !== null) context.addIssue({ code: 'custom', message: t.unknown({ unknown, ...PLACEHOLDERS }) });
});

export const defaultMessage = (): string => texts.values.message(PLACEHOLDERS);

/** A placeholder inside a product's title stays as it is. */
export const filledMessage = (template: string, facts: MessageFacts): string =>
  template.replace(/\{(product|price|link)\}/g, (_, name: keyof MessageFacts) => facts[name]);

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());

/** RFC 6068: no recipient, and line breaks as %0D%0A. A subject has one line. */
export const mailAddress = (subject: string, body: string): string =>
  `mailto:?subject=${encoded(subject.replace(/\p{Cc}+/gu, ' '))}&body=${encoded(body.replace(/\r\n|\r|\n/g, '\r\n'))}`;

export const whatsAppAddress = (text: string): string => `https://wa.me/?text=${encoded(text)}`;
