// A delivery as it lies on disk. The webhook key never does: it is masked before anything is kept.
import { z } from 'zod';
import { verificationSchema } from '../../../shared/inbox.ts';
import { idSchema, timeSchema } from '../../storage/stamp.ts';

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
  /** How the body is shown: `base64` where it is not text. */
  encoding: z.enum(['utf8', 'base64']),
  verification: verificationSchema,
  /** The stores of this app whose key it carries. */
  storeIds: z.array(z.string()),
  answered: z.int().nullable(),
});
export type DeliveryRecord = z.infer<typeof deliveryRecordSchema>;

/** A delivery with its whole body, in the record's encoding. */
export interface Kept {
  readonly record: DeliveryRecord;
  readonly body: string;
}
