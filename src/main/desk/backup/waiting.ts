// A thing whose creation waits here, and has other values in the backup: what is shown afterwards must be what is sent. Pure.
import { linkDraftSchema } from '../../../shared/payment-link.ts';
import { productFieldsSchema } from '../../../shared/product.ts';
import { type Action, isUnsent } from '../../outbox/action.ts';
import { step } from '../../outbox/policy.ts';
import type { LinkRecord, ProductRecord } from '../records.ts';

type CreationOf = (id: string) => Action | undefined;

interface Records {
  readonly products: readonly ProductRecord[];
  readonly links: readonly LinkRecord[];
}

/** What a creation of this record sends; undefined where it could not be sent. */
export const fieldsOf = ({ fields }: ProductRecord) => productFieldsSchema.safeParse(fields).data;
/** The same of a link. */
export const draftOf = ({ prices, useOnce, metadata }: LinkRecord) =>
  linkDraftSchema.safeParse({ prices, useOnce, metadata }).data;

/**
 * The records of a backup, with the values of here where its own cannot take their place: the creation may be on the
 * service already, or could not be sent with them.
 * @param idHere from an id in the backup to the id here
 */
export function withSentValues(backup: Records, idHere: (id: string) => string, creationOf: CreationOf): Records {
  /** `values` is asked for only where something waits: there may be a hundred thousand records, and few that do. */
  const stands = (id: string, values: () => object | undefined): Action['payload'] | null => {
    const creation = creationOf(idHere(id));
    return creation && (!isUnsent(creation) || values() === undefined) ? creation.payload : null;
  };
  return {
    products: backup.products.map((product) => {
      const sent = stands(product.id, () => fieldsOf(product));
      return sent?.kind === 'product.create' ? { ...product, fields: sent.fields } : product;
    }),
    links: backup.links.map((link) => {
      const sent = stands(link.id, () => draftOf(link));
      return sent?.kind === 'link.create' ? { ...link, ...sent.draft } : link;
    }),
  };
}

/** The records of here, with the values of `settled`: what the backup knows as sent has the values that were sent. */
export function withLearnedValues({ products, links }: Records, settled: readonly Action[]): Records {
  if (settled.length === 0) return { products, links };
  const payloads = new Map(settled.map(({ subject, payload }) => [subject, payload]));
  return {
    products: products.map((product) => {
      const payload = payloads.get(product.id);
      return payload?.kind === 'product.create' ? { ...product, fields: payload.fields } : product;
    }),
    links: links.map((link) => {
      const payload = payloads.get(link.id);
      return payload?.kind === 'link.create' ? { ...link, ...payload.draft } : link;
    }),
  };
}

/** The creations that wait here, with the values that were taken from the backup. */
export function followTaken({ products, links }: Records, creationOf: CreationOf): Action[] {
  const edited = (id: string, payloadOf: (payload: Action['payload']) => Action['payload'] | null): Action[] => {
    const creation = creationOf(id);
    const payload = creation ? payloadOf(creation.payload) : null;
    if (!creation || !payload || JSON.stringify(payload) === JSON.stringify(creation.payload)) return [];
    return [step(creation, { kind: 'edited', payload })];
  };
  return [
    ...products.flatMap((product) =>
      edited(product.id, (payload) => {
        const fields = fieldsOf(product);
        return payload.kind === 'product.create' && fields ? { ...payload, fields } : null;
      }),
    ),
    ...links.flatMap((link) =>
      edited(link.id, (payload) => {
        const draft = draftOf(link);
        return payload.kind === 'link.create' && draft ? { ...payload, draft } : null;
      }),
    ),
  ];
}
