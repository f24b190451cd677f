// Records which test events of the webhook reached the inbox.
import { readSaleEvent } from '../catalog/sale-event.ts';
import type { StoreContext } from '../store-context.ts';

/** How long after the service's answer a test event may arrive, in ms. */
const LATE_MS = 60_000;

/** `storeIds`: the stores whose key it carries. */
interface Arrival {
  readonly at: number;
  readonly answered: number | null;
  readonly storeIds: readonly string[];
  readonly body: string;
}

type TestedStore = Pick<StoreContext, 'id' | 'webhook' | 'deps' | 'testRun'>;

export interface Delivery {
  readonly record: Omit<Arrival, 'body'>;
  readonly body: string;
}

/** Records the test events among new deliveries. */
export async function recordTests(stores: readonly TestedStore[], deliveries: readonly Delivery[]): Promise<void> {
  const arrivals = deliveries.map(({ record: { at, answered, storeIds }, body }) => ({ at, answered, storeIds, body }));
  try {
    for (const store of stores) await recordTestEvents(store, arrivals);
  } catch (error) {
    console.error('It could not be noted that a test event has arrived', error);
  }
}

/** Records test events with the running test, or with the last one where they arrive after the service's answer. */
async function recordTestEvents(store: TestedStore, arrivals: readonly Arrival[]): Promise<void> {
  const events = arrivals.filter((arrival) => isTestEvent(store.id, arrival));
  if (events.length === 0) return;
  const run = store.testRun;
  if (run) {
    const event = events.find(({ at }) => at >= run.since);
    if (event) run.inbox ??= { answered: event.answered };
    return;
  }
  const { value } = store.webhook;
  const [test, ...older] = value.tests;
  if (!test || test.delivered || test.inbox) return;
  const event = events.find(({ at }) => at >= test.at && at <= test.at + test.tookMs + LATE_MS);
  if (!event) return;
  await store.webhook.save({ ...value, tests: [{ ...test, inbox: { answered: event.answered } }, ...older] });
  store.deps.onChange();
}

/** Whether an event that came at a time may be that of a test of the store's webhook. */
export const isTestTime = ({ webhook, testRun }: Pick<TestedStore, 'webhook' | 'testRun'>, at: number): boolean =>
  (testRun !== null && at >= testRun.since) ||
  webhook.value.tests.some((test) => {
    const late = test.delivered || test.inbox ? 0 : LATE_MS;
    return at >= test.at && at <= test.at + test.tookMs + late;
  });

/** The document shows no field of the body (section 6.5), so a delivery with the store's key is a test unless it looks like a sale. */
function isTestEvent(storeId: string, { storeIds, body }: Arrival): boolean {
  if (storeIds.length > 0 && !storeIds.includes(storeId)) return false;
  const event = readSaleEvent(body);
  if (event?.isTest) return true;
  return storeIds.length > 0 && !event?.isSale && !event?.linkUuids.length;
}
