// Which stored records are the same sale, also those of versions of the app that read its event in another way: pure.
import { mayBeWrapped } from './event-body.ts';
import { mayClaim } from './event-claim.ts';
import { CLAIMED, completeSale, mergeSale, saleState } from './merge-sale.ts';
import type { SaleRecord } from './records.ts';
import { earlierIdsOf, readSaleEvent, saleIdOf } from './sale-event.ts';

/** With the id and the state that its event has today. Records of earlier versions come from the disk, from backups and from other computers. */
export function asReadNow(sale: SaleRecord): SaleRecord {
  const { id, event, linkId } = sale;
  if (!event || event.isCut || !(mayBeWrapped(event.body) || mayClaim(event.body))) return sale;
  const read = readSaleEvent(event.body);
  if (!read) return sale;
  const idNow = saleIdOf(read);
  if (id !== idNow && !earlierIdsOf(event.body, linkId).includes(id)) return sale;
  const isOwnWord = read.claim !== null && event.isVerified && completeSale(sale).verified && !sale.dismissal;
  const eventId = read.eventId?.slice(0, 500) ?? null;
  return { ...sale, id: idNow, event: { ...event, eventId }, ...(isOwnWord && { dismissal: CLAIMED }) };
}

/** Whether a record that is stored under an id of an earlier version is this sale: such ids may also be those of other events. */
export function isSameSale(sale: SaleRecord, stored: SaleRecord): boolean {
  const { id, event } = stored;
  if (!event || !sale.event) return true;
  return id === sale.id || event.body === sale.event.body || asReadNow(stored).id === sale.id;
}

/**
 * `given`: as it came, `sale`: as it is read now; `known`: what is stored of it. Where an earlier version counted one sale as several,
 * the seller may have taken out those beyond the first. That must not take out the one that is left.
 */
export function mergeKnown(given: SaleRecord, sale: SaleRecord, known: readonly SaleRecord[]): SaleRecord {
  // What an event says names a sale better than what earlier versions kept.
  const id = (sale.event ? sale : (known.find(({ event }) => event) ?? sale)).id;
  // A new delivery says nothing of what the seller thinks.
  const isCounted = known.some(counts) || (given.id !== sale.id && counts(sale));
  const asOne = (record: SaleRecord, storedId: string): SaleRecord => {
    const now = asReadNow(record);
    if (now.id !== id && record.id === id && sale.event) {
      // Earlier versions merged a refund with its sale; it is another event now.
      const { event, ...others } = record;
      return others;
    }
    const { mark, dismissal, ...rest } = now;
    return storedId !== id && isCounted && !counts(record) ? { ...rest, id } : { ...now, id };
  };
  return known.reduce((all, record) => mergeSale(all, asOne(record, record.id)), asOne(sale, given.id));
}

const counts = (sale: SaleRecord): boolean => ['verified', 'marked'].includes(saleState(sale));

export const countOf = (sale: SaleRecord): 0 | 1 => (counts(sale) ? 1 : 0);
