// The schema of a stored delivery. The webhook key is masked before anything is stored.
import { z } from 'zod';
import { verificationSchema } from '../../../shared/inbox.ts';
import { idSchema, timeSchema } from '../../storage/stamp.ts';

export const deliveryRecordSchema = z.object({
  id: idSchema,
  at: timeSchema,
  method: z.string(),
  path: z.string(),
  /** In order of arrival, as pairs, so that any name is safe. */
  headers: z.array(z.tuple([z.string(), z.array(z.string())])),
  /** Bytes of the received body. */
  contentLength: z.int(),
  isJson: z.boolean(),
  /** `base64` where the body is not text. */
  encoding: z.enum(['utf8', 'base64']),
  verification: verificationSchema,
  /** The stores whose key it carries. */
  storeIds: z.array(z.string()),
  answered: z.int(),
});
export type DeliveryRecord = z.infer<typeof deliveryRecordSchema>;

/** A delivery with its whole body, in the record's encoding. */
export interface Kept {
  readonly record: DeliveryRecord;
  readonly body: string;
}
