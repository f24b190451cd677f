// Validates the webhook address while typing.
import { webhookUrlSchema } from '../../../shared/webhook.ts';

/** The error message of an address; null if it is valid. */
export const urlProblem = (url: string): string | null =>
  webhookUrlSchema.safeParse(url).error?.issues[0]?.message ?? null;

/** Empty, or the beginning of "https://" or "http://": too early for an error. */
export const isBegun = (url: string): boolean =>
  ['https://', 'http://'].some((start) => start.startsWith(url.trim().toLowerCase()));
