// Handlers of the channels of the webhook and its inbox.
import { ok } from '../../shared/problem.ts';
import { texts } from '../../shared/texts/main.ts';
import { isOnThisComputer } from '../../shared/web-address.ts';
import type { HandlersOf, StoreCalls } from '../handlers.ts';
import { type Confirm, confirmHost, type Platform } from '../platform.ts';
import type { StoreContext } from '../store-context.ts';
import type { Inbox } from './inbox/inbox.ts';
import { shownDelivery } from './inbox/pretty.ts';
import { generateKey, savedKey, saveWebhook, testWebhook, webhookTarget, webhookView } from './webhook.ts';

/** @param relayUrl the webhook address of the team's relay; null outside of a team */
export function webhookHandlers(
  { withShown }: StoreCalls,
  platform: Platform,
  relayUrl: () => string | null,
  inbox: Inbox,
): HandlersOf<'webhook' | 'inbox'> {
  return {
    'webhook.get': withShown((store) => ok(webhookView(store))),
    'webhook.save': withShown(async (store, draft) => {
      const { url } = draft;
      // Asks before the service starts to send sales, with the saved key, to another address. The team's relay, and a
      // receiver on this computer, need no question.
      const isKnown = isOnThisComputer(url) || [webhookTarget(store)?.url, relayUrl()].includes(url);
      // Before the exclusive part: an open dialog must not hold up other changes of the store.
      const may = isKnown ? ok(undefined) : await confirmHost(texts.stores.exits.receiver, url, platform.confirm);
      return may.ok ? store.runExclusive(() => saveWebhook(store, draft)) : may;
    }),
    'webhook.generateKey': () => ok({ key: generateKey() }),
    'webhook.revealKey': withShown((store) => confirmedKey(store, 'reveal', platform.confirm)),
    'webhook.copySavedKey': withShown(async (store) => {
      const result = await confirmedKey(store, 'copy', platform.confirm);
      return result.ok ? ok(await platform.copy(result.value.key)) : result;
    }),
    'webhook.test': withShown((store) => testWebhook(store)),
    'inbox.get': () => ok(inbox.view()),
    'inbox.start': ({ port }) => inbox.start(port),
    'inbox.stop': () => inbox.stop(),
    'inbox.dismissGap': () => inbox.change({ gap: null }),
    'inbox.answerWith': ({ answerWith }) => inbox.change({ answerWith }),
    'inbox.list': withShown(async (store, { offset, limit }) => ok(await store.catalog.deliveries.list(offset, limit))),
    'inbox.open': withShown((store, { id }) => {
      const delivery = store.catalog.deliveries.get(id);
      return ok(delivery ? shownDelivery(delivery) : null);
    }),
    'inbox.clear': withShown(async ({ catalog, deps }) => {
      const until = deps.now();
      while (catalog.deliveries.clear(until)) await new Promise(setImmediate);
      inbox.changed();
      return ok(undefined);
    }),
  };
}

/** Confirms, in a system dialog, that the saved webhook key leaves the main process. */
async function confirmedKey(store: StoreContext, use: 'reveal' | 'copy', confirm: Confirm) {
  const result = savedKey(store);
  if (!result.ok) return result;
  const { message, detail, button } = texts.stores.exits[use];
  const may = await confirm({ message: message({ store: store.deps.record().name }), detail, button });
  return may.ok ? result : may;
}
