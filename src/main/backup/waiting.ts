// A record whose creation waits here, with other values in the backup: afterwards the app must show what it sends. Pure.
import { linkDraftSchema } from '../../shared/payment-link.ts';
import { productFieldsSchema } from '../../shared/product.ts';
import type { LinkRecord, ProductRecord } from '../catalog/records.ts';
import { type Action, isUnsent } from '../sync/outbox/action.ts';
import { transition } from '../sync/outbox/policy.ts';
import { inBatches } from '../turns.ts';
import type { BackupCatalog, LocalCatalog, Lookup, SentValues } from './records.ts';

type CreationOf = (id: string) => Action | undefined;

/** The values that a creation of this record sends; undefined if it could not be sent. */
export const fieldsOf = ({ fields }: ProductRecord) => productFieldsSchema.safeParse(fields).data;
/** The same for a link. */
export const draftOf = ({ prices, useOnce, metadata }: LinkRecord) =>
  linkDraftSchema.safeParse({ prices, useOnce, metadata }).data;

/**
 * A record of a backup, with the local values where its own cannot replace them: the creation may be on the service already,
 * or could not be sent with them.
 * @param idHere from an id in the backup to the id here
 */
export function withSentValues(idHere: (id: string) => string, creationOf: CreationOf): SentValues {
  /** `values` is called for waiting records only: they are few among up to a hundred thousand. */
  const stands = (id: string, values: () => object | undefined): Action['payload'] | null => {
    const creation = creationOf(idHere(id));
    return creation && (!isUnsent(creation) || values() === undefined) ? creation.payload : null;
  };
  return {
    product: (product) => {
      const sent = stands(product.id, () => fieldsOf(product));
      return sent?.kind === 'product.create' ? { ...product, fields: sent.fields } : product;
    },
    link: (link) => {
      const sent = stands(link.id, () => draftOf(link));
      return sent?.kind === 'link.create' ? { ...link, ...sent.draft } : link;
    },
  };
}

/** The local records, with the values of `settled`: records that the backup has as sent get the sent values. */
export function withLearnedValues({ products, links }: LocalCatalog, settled: readonly Action[]): LocalCatalog {
  const payloads = new Map(settled.map(({ subject, payload }) => [subject, payload]));
  return {
    products: changing(products, (product) => {
      const payload = payloads.get(product.id);
      return payload?.kind === 'product.create' ? { ...product, fields: payload.fields } : product;
    }),
    links: changing(links, (link) => {
      const payload = payloads.get(link.id);
      return payload?.kind === 'link.create' ? { ...link, ...payload.draft } : link;
    }),
  };
}

const changing = <T>({ withIds, withKeys }: Lookup<T>, change: (record: T) => T): Lookup<T> => ({
  withIds: (ids) => withIds(ids).map(change),
  withKeys: (keys) => withKeys(keys).map(change),
});

/** The waiting creations, with the values chosen from the backup. */
export async function followTaken({ products, links }: BackupCatalog, creationOf: CreationOf): Promise<Action[]> {
  const edited: Action[] = [];
  const follow = (id: string, payloadOf: (payload: Action['payload']) => Action['payload'] | null): void => {
    const creation = creationOf(id);
    const payload = creation ? payloadOf(creation.payload) : null;
    if (!creation || !payload || JSON.stringify(payload) === JSON.stringify(creation.payload)) return;
    edited.push(transition(creation, { kind: 'edited', payload }));
  };
  for await (const some of inBatches(products)) {
    for (const product of some) {
      follow(product.id, (payload) => {
        const fields = fieldsOf(product);
        return payload.kind === 'product.create' && fields ? { ...payload, fields } : null;
      });
    }
  }
  for await (const some of inBatches(links)) {
    for (const link of some) {
      follow(link.id, (payload) => {
        const draft = draftOf(link);
        return payload.kind === 'link.create' && draft ? { ...payload, draft } : null;
      });
    }
  }
  return edited;
}
