// Handlers of the `inbox.*` channels.
import { ok, refuse } from '../../../shared/problem.ts';
import { texts } from '../../../shared/texts/main.ts';
import type { HandlersOf, StoreCalls } from '../../handlers.ts';
import type { Platform } from '../../platform.ts';
import { asCurl } from './curl.ts';
import type { Inbox } from './inbox.ts';
import { shownDelivery } from './pretty.ts';

export function inboxHandlers({ withShown }: StoreCalls, inbox: Inbox, platform: Platform): HandlersOf<'inbox'> {
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
    'inbox.copyCurl': withShown(async ({ catalog }, { id }) => {
      const delivery = catalog.deliveries.get(id);
      if (!delivery) return refuse('not-found', texts.inbox.gone);
      const { record, body } = delivery;
      return ok(await platform.copy(asCurl(record, body, `http://127.0.0.1:${inbox.view().port}${record.path}`)));
    }),
    'inbox.clear': withShown(async ({ catalog, deps }) => {
      const until = deps.now();
      while (catalog.deliveries.clear(until)) await new Promise(setImmediate);
      inbox.changed();
      return ok(undefined);
    }),
  };
}
