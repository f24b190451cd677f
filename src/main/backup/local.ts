// Looks up local records for a restore, without loading all of them.

import type { StoreContext } from '../store-context.ts';
import type { Action, Payload } from '../sync/outbox/action.ts';
import type { LocalChanges } from './changes.ts';
import type { LocalCatalog } from './records.ts';

export interface LocalStore {
  readonly catalog: LocalCatalog;
  readonly changes: LocalChanges;
  /** The queued creation of a product or a link. */
  readonly creationOf: (subject: string) => Action | undefined;
}

const nothing = { withIds: () => [], withKeys: () => [] };

/**
 * @param store null where this computer does not know it
 * @param outbox the changes that are in its outbox
 */
export function localStore(store: StoreContext | null, outbox: readonly Action[]): LocalStore {
  const catalog = store?.catalog;
  const byId = new Map(outbox.map((action) => [action.id, action]));
  const ofSubject = new Map<string, Action[]>();
  for (const action of outbox) {
    const others = ofSubject.get(action.subject);
    if (others) others.push(action);
    else ofSubject.set(action.subject, [action]);
  }
  return {
    catalog: {
      products: catalog
        ? {
            withIds: (ids) => catalog.products.withIds(ids),
            withKeys: (keys) => catalog.products.withServerIds(keys.map(Number)),
          }
        : nothing,
      links: catalog
        ? { withIds: (ids) => catalog.links.withIds(ids), withKeys: (keys) => catalog.links.withKeys(keys) }
        : nothing,
    },
    changes: {
      product: (id) => catalog?.products.get(id),
      link: (id) => catalog?.links.get(id),
      outbox: (id) => byId.get(id),
      history: (id) => catalog?.history.get(id),
      of: (subject) => ofSubject.get(subject) ?? [],
      newestSent: newestSentOf((subject, kind) => [
        ...(catalog?.history.sent(subject, kind) ?? []),
        ...(ofSubject.get(subject) ?? []).filter(({ payload, ending }) => payload.kind === kind && ending === 'sent'),
      ]),
    },
    creationOf: (subject) => ofSubject.get(subject)?.find(({ payload }) => payload.kind.endsWith('.create')),
  };
}

/** Cached, because many actions of a backup may have the same subject. */
function newestSentOf(sent: (subject: string, kind: Payload['kind']) => Action[]): LocalChanges['newestSent'] {
  const known = new Map<string, string>();
  return (subject, kind) => {
    const of = `${subject} ${kind}`;
    const newest = known.get(of) ?? sent(subject, kind).reduce((last, { id }) => (id > last ? id : last), '');
    known.set(of, newest);
    return newest;
  };
}
