// Builders of changes in doubt, and decisions about many of them, as the window makes them.
import { createLink } from '../../src/main/links/links.ts';
import type { createProduct } from '../../src/main/products/products.ts';
import { beforeMany, decideMany } from '../../src/main/sync/many-changes.ts';
import type { Action } from '../../src/main/sync/outbox/action.ts';
import type { Decision } from '../../src/shared/action.ts';
import type { MisbehavingService } from './misbehaving-service.ts';
import { linkDraft, type Seller } from './outbox-seller.ts';
import { until } from './until.ts';

export const LOST_AFTER_ACTING = { kind: 'reset', when: 'after-acting' } as const;
export const doubts = (seller: Seller) => seller.outbox.unfinished().filter(({ state }) => state === 'needs-review');
export const idsOf = (actions: readonly Action[]) => actions.map(({ id }) => id);

export async function createdId(result: ReturnType<typeof createProduct>): Promise<string> {
  const answer = await result;
  if (!answer.ok) throw new Error(answer.problem.message);
  return answer.value.id;
}

/** A product on the service, and links that it created without a response. */
export async function doubtfulLinks(service: MisbehavingService, seller: Seller, count: number): Promise<Action[]> {
  const product = await seller.addProduct(service.record.addProduct('Existing'));
  service.plan('link.create', ...Array.from({ length: count }, () => LOST_AFTER_ACTING));
  await Promise.all(
    Array.from({ length: count }, (_, index) =>
      createdId(createLink(seller.store, product, linkDraft(`${index + 1}`))),
    ),
  );
  await until('all are in doubt', () => doubts(seller).length === count);
  return doubts(seller);
}

/** Asks for the consequences of a decision, and confirms it unchanged. */
export async function decideAll(seller: Seller, ids: readonly string[], decision: Decision) {
  const { changes, along } = beforeMany(seller.store, ids, decision);
  const result = await decideMany(seller.store, { decision, changes, along });
  if (!result.ok) throw new Error(result.problem.message);
  return result.value;
}

/** Puts a repeatable change into doubt like a restore: held, because the app of the backup may have sent it. */
export async function holdAsRestored(seller: Seller, ids: readonly string[]): Promise<void> {
  const held = ids.map(
    (id) => ({ ...seller.action(id), state: 'needs-review', reason: 'restored', restoredFrom: 1 }) as const,
  );
  await seller.restartWith(({ queue }) => queue.commit({ put: held }));
}
