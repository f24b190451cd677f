// "Mark as sent": checks and records what the seller says the service created.
import { isRepeatable } from '../../shared/change.ts';
import type { Output, ParsedInput } from '../../shared/contract.ts';
import { ok, type Result, refuse } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import type { StoreContext } from '../store-context.ts';
import { productIdOf } from './change-title.ts';
import { addressProblem } from './link-address.ts';
import { type Change, type ChangeResult, kindOf, MARKED_AS_SENT } from './outbox/change.ts';

/** `typed`: what the seller entered; unused for repeatable changes. */
export async function markAsSent(store: StoreContext, id: string, typed: string): Promise<Result<void>> {
  const change = store.queue.get(id);
  if (!change) return refuse('not-found', texts.changes.gone);
  const result = resultTyped(store, change, typed);
  if (!result.ok) return result;
  await store.outbox.markAsSent(id, result.value);
  return ok(undefined);
}

/** Marks payment links as sent, each with its address. A refused address does not affect the others. */
export async function recordAddresses(
  store: StoreContext,
  { found }: ParsedInput<'sync.recordAddresses'>,
): Promise<Output<'sync.recordAddresses'>> {
  const refused: Output<'sync.recordAddresses'>['refused'] = [];
  for (const { id, address } of found) {
    const result = await markAsSent(store, id, address);
    if (!result.ok) refused.push({ address, message: result.problem.message });
  }
  return { recorded: found.length - refused.length, refused };
}

function resultTyped(store: StoreContext, change: Change, typed: string): Result<ChangeResult> {
  if (isRepeatable(kindOf(change))) return ok({ kind: 'accepted', answer: '', note: MARKED_AS_SENT });
  return kindOf(change) === 'product.create' ? productResult(store, typed) : linkResult(store, change, typed);
}

const wrong = (message: string) => refuse('invalid', message, { answer: message });

function productResult(store: StoreContext, typed: string): Result<ChangeResult> {
  const serverId = Number(typed);
  if (!/^\d+$/.test(typed) || !Number.isSafeInteger(serverId) || serverId < 1)
    return wrong(texts.fields.product.enterId);
  const [owner] = store.catalog.products.withServerId(serverId);
  if (owner?.deletedAt === null) return wrong(texts.catalog.products.idTaken({ product: owner.fields.productTitle }));
  return ok({ kind: 'product', serverId, answer: '' });
}

function linkResult(store: StoreContext, change: Change, typed: string): Result<ChangeResult> {
  const problem = addressProblem(store, store.catalog.products.get(productIdOf(change) ?? ''), typed);
  return problem === null ? ok({ kind: 'link', paymentLink: typed, answer: '' }) : wrong(problem);
}
