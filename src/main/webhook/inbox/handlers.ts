// Handlers of the `inbox.*` channels.
import { ok, type Result, refuse } from '../../../shared/problem.ts';
import { texts } from '../../../shared/texts/main.ts';
import { isLoopbackHost } from '../../../shared/web-address.ts';
import type { Delivery } from '../../catalog/deliveries.ts';
import type { HandlersOf, StoreCalls } from '../../handlers.ts';
import type { Platform } from '../../platform.ts';
import type { StoreContext } from '../../store-context.ts';
import type { Inbox } from './inbox.ts';
import { exportText, shownDelivery } from './pretty.ts';
import { asCurl, type DispatcherFor, replay } from './replay.ts';
import type { KnownKey } from './verify.ts';

const t = texts.inbox;

type Act<I, O> = (delivery: Delivery, input: I, store: StoreContext) => Result<O> | Promise<Result<O>>;

/** @param knownKeys the webhook keys of all stores */
export function inboxHandlers(
  { withShown }: StoreCalls,
  inbox: Inbox,
  platform: Platform,
  knownKeys: () => readonly KnownKey[],
  dispatcherFor: DispatcherFor,
): HandlersOf<'inbox'> {
  const withDelivery = <I extends { readonly id: string }, O>(act: Act<I, O>) =>
    withShown((store, input: I): Result<O> | Promise<Result<O>> => {
      const delivery = store.catalog.deliveries.get(input.id);
      return delivery ? act(delivery, input, store) : refuse('not-found', t.gone);
    });
  return {
    'inbox.get': () => ok(inbox.view()),
    'inbox.start': ({ port }) => inbox.start(port),
    'inbox.stop': () => inbox.stop(),
    'inbox.dismissGap': async () => ok(await inbox.dismissGap()),
    'inbox.answerWith': ({ answerWith }) => inbox.setAnswer(answerWith),
    'inbox.list': withShown(async (store, query) => ok(await store.catalog.deliveries.list(query))),
    'inbox.open': withShown((store, { id }) => {
      const delivery = store.catalog.deliveries.get(id);
      return ok(delivery ? shownDelivery(delivery) : null);
    }),
    'inbox.copyCurl': withDelivery(async ({ record, body }) => {
      const { port } = inbox.view();
      return ok(await platform.copy(asCurl(record, body, `http://127.0.0.1:${port}${record.path}`)));
    }),
    'inbox.replay': withDelivery(async ({ record, body }, { url, withKey }, store) => {
      const keys = knownKeys();
      const known = keys.find(({ storeId, until }) => until === undefined && storeId === store.id);
      if (withKey && (record.verification !== 'verified' || !known)) return refuse('conflict', t.replay.keyUnknown);
      const { hostname } = new URL(url);
      if (!isLoopbackHost(hostname)) {
        const { message, detail, button } = t.replay.confirm;
        const agreed = await platform.confirm({
          message: message({ host: hostname }),
          detail: detail({ address: url, withKey }),
          button,
        });
        if (!agreed) return refuse('forbidden', t.replay.notConfirmed);
      }
      const hidden = keys.map(({ key }) => key);
      return ok(await replay(record, body, url, withKey && known ? known.key : null, hidden, dispatcherFor));
    }),
    'inbox.export': withShown((store, { search, id }) => exportDeliveries(store, search, id, platform)),
    'inbox.clear': withShown(async ({ catalog, deps }) => {
      const until = deps.now();
      while (catalog.deliveries.clear(until)) await new Promise(setImmediate);
      inbox.changed();
      return ok(undefined);
    }),
  };
}

/** All that match, or one. */
async function exportDeliveries(
  { catalog: { deliveries } }: StoreContext,
  search: string,
  id: string | null,
  { askWhereToSave }: Platform,
): Promise<Result<{ file: string; deliveries: number } | null>> {
  const one = id === null ? undefined : deliveries.get(id)?.record;
  if (id !== null && !one) return refuse('not-found', t.gone);
  const ids = one ? [one.id] : await deliveries.ids(search);
  if (ids.length === 0) return refuse('conflict', t.export.nothing);
  const file = await askWhereToSave({
    title: one ? t.export.one : t.export.several,
    name: one ? `delivery-${new Date(one.at).toISOString().slice(0, 19).replaceAll(':', '-')}.json` : 'deliveries.json',
    kind: { name: t.export.fileKind, extension: 'json' },
  });
  if (file === null) return ok(null);
  await exportText(file, ids, (wanted) => deliveries.get(wanted));
  return ok({ file, deliveries: ids.length });
}
