// The content of a backup for one store, and the parsers of its records.
import { z } from 'zod';
import { fitting } from '../../shared/fitting.ts';
import { serviceAddressSchema, signInSchema } from '../../shared/session.ts';
import { isLoopbackHost } from '../../shared/web-address.ts';
import {
  type LinkRecord,
  linkRecordSchema,
  type ProductRecord,
  productRecordSchema,
  type SaleRecord,
  saleRecordSchema,
} from '../catalog/records.ts';
import { timeOfId } from '../storage/stamp.ts';
import { type StoreRecord, storeRecordSchema, type WebhookRecord } from '../store-record.ts';
import { wrongAddressParts } from '../stores/store-registry.ts';
import { type Action, parseAction } from '../sync/outbox/action.ts';

/** The collections of a store, by the names that they have in a backup. */
export interface Collections {
  readonly products: readonly ProductRecord[];
  readonly links: readonly LinkRecord[];
  readonly outbox: readonly Action[];
  readonly history: readonly Action[];
  readonly sales: readonly SaleRecord[];
}

/** The content of a backup for one store. */
export interface StoreContent extends Collections {
  readonly record: StoreRecord;
  readonly webhook: WebhookRecord | null;
}

/** What was in doubt on other computers then says nothing of now. */
const productSchema = productRecordSchema.omit({ doubtOn: true });
const linkSchema = linkRecordSchema.omit({ doubtOn: true });

/** Null if the record is invalid. */
export const PARSERS: {
  readonly [Name in keyof Collections]: (record: unknown) => Collections[Name][number] | null;
} = {
  products: (record) => fitting(productSchema, record),
  links: (record) => fitting(linkSchema, record),
  outbox: parseAction,
  history: parseAction,
  sales: (record) => fitting(saleRecordSchema, record),
};
export const NAMES = Object.keys(PARSERS) as (keyof Collections)[];

/** Own properties only, because the name may come from a backup. */
export const isCollection = (name: string): name is keyof Collections => Object.hasOwn(PARSERS, name);

/**
 * A store as a backup may contain it: its addresses are held to the rules for typed ones, since the seller signs in at them.
 * Its id names a folder. The practice store runs on this computer.
 */
export const storeInBackupSchema = storeRecordSchema
  .extend({
    id: z.guid(),
    name: z.string().trim().min(1).max(300),
    serviceAddress: serviceAddressSchema,
    email: signInSchema.shape.email,
  })
  .refine(({ practice, serviceAddress }) => !practice || isLoopbackHost(new URL(serviceAddress).hostname))
  .refine(
    ({ checkoutUrl }) =>
      !wrongAddressParts({ checkoutUrl: checkoutUrl ?? '', sellerSlug: '', pageUrl: '' }).checkoutUrl,
  );

/** Whether a record or the subject of an action is later than `latest` (ms since 1970). */
export function isAhead(record: Collections[keyof Collections][number], latest: number): boolean {
  // Ids of sales contain no time.
  if (!('rev' in record)) return false;
  return (
    record.rev.time > latest ||
    timeOfId(record.id) > latest ||
    ('subject' in record && timeOfId(record.subject) > latest)
  );
}
