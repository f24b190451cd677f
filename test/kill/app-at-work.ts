// The app's core in the process that gets killed: makes changes, reports accepted ones, settles, reports the result.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Batch } from '../../src/main/catalog/staged.ts';
import { deleteLink } from '../../src/main/links/deletions.ts';
import { createLink } from '../../src/main/links/links.ts';
import { createProduct } from '../../src/main/products/products.ts';
import type { OpenStore } from '../../src/main/stores/open-store.ts';
import { markAsSent } from '../../src/main/sync/mark-as-sent.ts';
import type { Change } from '../../src/main/sync/outbox/change.ts';
import { OutboxConflict } from '../../src/main/sync/outbox/deps.ts';
import { saveWebhook } from '../../src/main/webhook/webhook.ts';
import type { LinkDraft } from '../../src/shared/payment-link.ts';
import { createApp, openShownStore } from '../support/app-without-window.ts';
import { activeLinks, activeProducts, allHistory } from '../support/catalog-rows.ts';
import {
  type FromApp,
  type Report,
  type ReportedChange,
  type Task,
  type ToApp,
  type Verdict,
  webhookUrl,
} from './messages.ts';

const send = (message: FromApp) => process.send?.(message);

const labelOfLink = (draft: { readonly metadata: readonly { readonly value: string }[] }) =>
  draft.metadata[0]?.value ?? '';

export async function run(folder: string, serviceAddress: string): Promise<void> {
  const setAside: string[] = [];
  const core = createApp(folder);
  await core.start();
  const store = await openShownStore(core, serviceAddress);
  for (const notice of core.frame.value().notices) setAside.push(`${notice.title}: ${notice.message}`);

  const obey = async (order: ToApp): Promise<void> => {
    if (order.kind === 'work') return work(store, order.tasks, order.atOnce);
    if (order.kind === 'verdicts') for (const verdict of order.verdicts) await say(store, verdict);
    if (order.kind === 'close') {
      await core.close();
      process.disconnect();
      return;
    }
    await settled(store);
    send({ kind: 'report', report: report(store, setAside) });
  };
  let last = Promise.resolve();
  process.on('message', (order: ToApp) => {
    last = last
      .then(() => obey(order))
      .catch((error: unknown) => {
        send({ kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
      });
  });
  send({ kind: 'ready' });
}

async function work(store: OpenStore, tasks: readonly Task[], atOnce: number): Promise<void> {
  const made = new Map<string, Promise<void>>();
  const begin = (task: Task): Promise<void> => {
    // A record created together with its product waits for it.
    const needed = 'product' in task ? task.product : task.kind === 'delete' ? task.link : '';
    const making = (made.get(needed) ?? Promise.resolve()).then(() => make(store, task));
    made.set(task.label, making);
    return making;
  };
  for (let at = 0; at < tasks.length; at += atOnce) {
    await Promise.all(tasks.slice(at, at + atOnce).map(begin));
  }
}

const draftOf = (order: string): LinkDraft => ({
  prices: [{ currencyId: 2, priceCents: 1_000, discountCents: null }],
  useOnce: false,
  metadata: [{ key: 'order', value: order }],
});

const productCalled = (store: OpenStore, label: string) =>
  activeProducts(store).find(({ fields }) => fields.productTitle === label)?.id;
const linkCalled = (store: OpenStore, label: string) =>
  activeLinks(store).find((link) => labelOfLink(link) === label)?.id;

/** Makes one change, and reports its acceptance. Skips it if its product was never accepted. */
async function make(store: OpenStore, task: Task): Promise<void> {
  const { label } = task;
  const accepted = (how: 'queued' | 'withdrawn') => send({ kind: 'accepted', label, how });
  switch (task.kind) {
    case 'product': {
      const fields = { buttonTitle: 'Buy', productTitle: label, productDescription: 'x' };
      if ((await createProduct(store, fields)).ok) accepted('queued');
      return;
    }
    case 'link': {
      const product = productCalled(store, task.product);
      if (product === undefined) return;
      if ((await createLink(store, product, draftOf(label))).ok) accepted('queued');
      return;
    }
    case 'batch': {
      const productId = productCalled(store, task.product);
      if (productId === undefined) return;
      const { stamper, now } = store.deps;
      const acceptedAt = now();
      const links = task.links.map((order) => ({ id: stamper.id(), productId, draft: draftOf(order), acceptedAt }));
      const batch = { id: stamper.id(), kind: 'import', name: label, acceptedAt, total: links.length } as const;
      await store.batches.create(batch, [links], () => undefined);
      for (const order of task.links) send({ kind: 'accepted', label: order, how: 'queued' });
      return;
    }
    case 'delete': {
      const link = linkCalled(store, task.link);
      if (link === undefined) return;
      try {
        // Like the window's call: two concurrent deletions of one link are one.
        const deleted = await store.runExclusive(() => deleteLink(store, link));
        if (deleted.ok) accepted(store.catalog.links.active(link) ? 'queued' : 'withdrawn');
      } catch (error) {
        // It was sent in this very moment: the seller gets an error, and nothing was accepted.
        if (!(error instanceof OutboxConflict)) throw error;
      }
      return;
    }
    case 'settings':
      if ((await saveWebhook(store, { url: webhookUrl(label), isOn: true, key: null })).ok) accepted('queued');
  }
}

async function say(store: OpenStore, verdict: Verdict): Promise<void> {
  if (verdict.say === 'went-through') {
    const said = await markAsSent(store, verdict.changeId, verdict.answer);
    if (!said.ok) throw new Error(`${verdict.say}: ${said.problem.message}`);
  } else await store.outbox.decideNow('sendAgain', verdict.changeId);
}

/** Resolves when only the seller can continue the rest, and every result is written. */
async function settled(store: OpenStore): Promise<void> {
  const moves = (change: Change): boolean => {
    if (change.state === 'needs-review' || change.state === 'rejected') return false;
    return change.state !== 'waiting' || store.queue.blockers(change).every(moves);
  };
  // A start withdraws what was marked for deletion and never left: first in the history, then in the queue.
  const isEnding = ({ id }: Change) => store.catalog.history.get(id) !== undefined;
  const { staged } = store.catalog;
  // Links of a product in doubt stay staged.
  const isTaken = ({ id, state }: Batch) => state !== 'loading' && staged.next(id, 1).length === 0;
  const isUnderWay = () =>
    !staged.batches().every(isTaken) || store.queue.all().some((change) => moves(change) || isEnding(change));
  let moved = Date.now();
  let ended = 0;
  while (isUnderWay() || queuedOnDisk(store) !== store.queue.all().length) {
    const { size } = store.catalog.history;
    if (size !== ended) moved = Date.now();
    ended = size;
    if (Date.now() - moved > 30_000) {
      throw new Error(`It does not settle: ${JSON.stringify(store.queue.all().filter(moves)).slice(0, 2_000)}`);
    }
    await pause(5);
  }
}

/** The number of changes in the outbox's files; done ones leave them last. */
function queuedOnDisk(store: OpenStore): number {
  const folder = join(store.deps.folder, 'outbox');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => {
      try {
        return (JSON.parse(readFileSync(join(folder, name), 'utf8')) as { changes: unknown[] }).changes.length;
      } catch {
        return Number.NaN; // being replaced
      }
    })
    .reduce((sum, count) => sum + count, 0);
}

function reported(store: OpenStore, change: Change): ReportedChange {
  const { payload, result } = change;
  const labels = {
    'product.create': () => (payload.kind === 'product.create' ? payload.fields.productTitle : ''),
    'link.create': () => (payload.kind === 'link.create' ? labelOfLink(payload.draft) : ''),
    'link.delete': () => labelOfLink(store.catalog.links.get(change.subject) ?? { metadata: [] }),
    'settings.update': () => (payload.kind === 'settings.update' ? (payload.url.split('/').at(-1) ?? '') : ''),
    'product.update': () => '',
  };
  return {
    changeId: change.id,
    kind: payload.kind,
    label: labels[payload.kind](),
    state: change.state,
    ending: change.ending,
    result: result?.kind === 'product' ? String(result.serverId) : result?.kind === 'link' ? result.paymentLink : null,
  };
}

/** What is staged waits as in the queue. */
const stagedIn = ({ catalog }: OpenStore): ReportedChange[] =>
  [...catalog.staged.all()].flat().map(({ kind, linkId }) => ({
    ...{ changeId: linkId, kind: `link.${kind}`, label: labelOfLink(catalog.links.get(linkId) ?? { metadata: [] }) },
    ...{ state: 'waiting', ending: null, result: null },
  }));

function report(store: OpenStore, setAside: readonly string[]): Report {
  const { products, links } = store.catalog;
  const every = <T extends { readonly subject: string }>(changes: readonly T[]) =>
    new Set(changes.map((one) => one.subject));
  const all = [...allHistory(store), ...store.queue.all()];
  const subjects = [...every(all)];
  const known = <T>(get: (id: string) => T | undefined) => subjects.flatMap((id) => get(id) ?? []);
  return {
    unfinished: [...store.queue.all().map((change) => reported(store, change)), ...stagedIn(store)],
    history: allHistory(store).map((change) => reported(store, change)),
    products: Object.fromEntries(
      known((id) => products.get(id)).map(({ fields, serverId, deletedAt }) => [
        fields.productTitle,
        { serverId, deleted: deletedAt !== null },
      ]),
    ),
    links: Object.fromEntries(
      known((id) => links.get(id)).map((link) => [
        labelOfLink(link),
        { paymentLink: link.paymentLink, deleted: link.deletedAt !== null },
      ]),
    ),
    webhook: store.webhook.value.saved?.url ?? null,
    setAside,
  };
}
