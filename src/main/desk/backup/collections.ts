// The collections of a store that a backup holds: where each is read from, and how its records are checked.
import { z } from 'zod';
import { fitting } from '../../../shared/fitting.ts';
import { serviceAddressSchema, signInSchema } from '../../../shared/session.ts';
import { isLoopbackHost } from '../../../shared/webhook.ts';
import { type Action, parseAction } from '../../outbox/action.ts';
import { timeOfId } from '../../storage/stamp.ts';
import type { OpenStore } from '../open-store.ts';
import {
  type LinkRecord,
  linkRecordSchema,
  type ProductRecord,
  productRecordSchema,
  type StoreRecord,
  storeRecordSchema,
  type WebhookRecord,
} from '../records.ts';
import { saleRecordSchema } from '../sales/sales.ts';
import { wrongAddressParts } from '../store-list.ts';

/** What a backup holds of one store. */
export interface StoreContent {
  readonly record: StoreRecord;
  readonly webhook: WebhookRecord | null;
  readonly products: readonly ProductRecord[];
  readonly links: readonly LinkRecord[];
  readonly outbox: readonly Action[];
  readonly history: readonly Action[];
  /** By name, what is in `FURTHER`. */
  readonly further: ReadonlyMap<string, readonly unknown[]>;
}

export type Collections = Omit<StoreContent, 'record' | 'webhook' | 'further'>;

/** The collections that are merged in ways of their own: where each is read from, and how a record of it is checked. */
export const COLLECTIONS: {
  readonly [Name in keyof Collections]: {
    readonly read: (store: OpenStore) => Iterable<Collections[Name][number]>;
    readonly parse: (record: unknown) => Collections[Name][number] | null;
  };
} = {
  products: {
    read: ({ catalogue }) => catalogue.products.all(),
    parse: (record) => fitting(productRecordSchema, record),
  },
  links: {
    read: ({ catalogue }) => catalogue.links.all(),
    parse: (record) => fitting(linkRecordSchema, record),
  },
  outbox: { read: ({ queue }) => queue.values(), parse: parseAction },
  history: { read: ({ history }) => history.values(), parse: parseAction },
};
export const NAMES = Object.keys(COLLECTIONS) as (keyof Collections)[];

/** A collection of which a restore adds what is not here; records are known by their ids. */
interface Further<T> {
  readonly read: (store: OpenStore) => Iterable<T>;
  readonly parse: (record: unknown) => T | null;
  /** `here` gives the id that a product or link of the backup has on this computer. */
  readonly renamed: (record: T, here: (id: string) => string) => T;
  /** Adds those that are missing, to a store that is not started. */
  readonly restore: (store: OpenStore, records: readonly T[]) => Promise<void>;
}
const further = <T>(how: Further<T>) => how as Further<unknown>;

/** A store's further collection gets into backups by an entry here. */
export const FURTHER: Readonly<Record<string, Further<unknown>>> = {
  sales: further({
    read: ({ sales }) => sales.all(),
    parse: (record) => fitting(saleRecordSchema, record),
    renamed: (sale, here) => ({ ...sale, linkId: here(sale.linkId) }),
    restore: ({ sales }, records) => sales.restore(records),
  }),
};

/** A further collection by the name that a backup gives it: what every object has is none. */
export const furtherOf = (name: string): Further<unknown> | undefined =>
  Object.hasOwn(FURTHER, name) ? FURTHER[name] : undefined;

/**
 * A store as a backup may bring it: its addresses are held to the rules for typed ones, since the seller signs in at them.
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
  .refine(({ checkoutUrl }) => !wrongAddressParts({ checkoutUrl: checkoutUrl ?? '', sellerSlug: '' }).checkoutUrl);

/** Whether a record, or what a change is about, is of a time later than `latest`, in ms since 1970. */
export const isAhead = (record: ProductRecord | LinkRecord | Action, latest: number): boolean =>
  record.rev.time > latest ||
  timeOfId(record.id) > latest ||
  ('subject' in record && timeOfId(record.subject) > latest);
