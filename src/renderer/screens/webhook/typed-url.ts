// What is said of the webhook's address while it is being typed.
import { webhookUrlSchema } from '../../../shared/webhook.ts';

/** What is wrong with an address, in words; null where nothing is. */
export const urlProblem = (url: string): string | null =>
  webhookUrlSchema.safeParse(url).error?.issues[0]?.message ?? null;

/** Nothing, or the first characters of "https://" or "http://": too early to say that it is wrong. */
export const isBegun = (url: string): boolean =>
  ['https://', 'http://'].some((start) => start.startsWith(url.trim().toLowerCase()));
