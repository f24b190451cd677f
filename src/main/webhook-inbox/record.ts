// A delivery as it lies on disk. The webhook key never does: it is masked before anything is kept.
import { z } from 'zod';
import { verificationSchema } from '../../shared/inbox.ts';
import { idSchema, timeSchema } from '../storage/stamp.ts';

/** Of a longer body only the start stands in the record; the whole lies in a file of its own. In characters. */
export const INLINE_BODY = 32 * 1024;

export const deliveryRecordSchema = z.object({
  id: idSchema,
  at: timeSchema,
  method: z.string(),
  path: z.string(),
  /** In the order of arrival, names as they came, each with its values: as pairs, so that any name is an ordinary one. */
  headers: z.array(z.tuple([z.string(), z.array(z.string())])),
  /** Length of the body as it came, in bytes. */
  contentLength: z.int(),
  isJson: z.boolean(),
  /** The start of the body, or all of it. `base64` where it is not text. */
  body: z.object({ encoding: z.enum(['utf8', 'base64']), text: z.string(), isWhole: z.boolean() }),
  verification: verificationSchema,
  /** The stores of this app whose key it carries. */
  storeIds: z.array(z.string()),
  answered: z.int().nullable(),
});
export type DeliveryRecord = z.infer<typeof deliveryRecordSchema>;
