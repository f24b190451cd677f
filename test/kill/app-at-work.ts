// The app's core in the process that gets killed: makes changes, and reports which were accepted.
import { deleteLinks } from '../../src/main/links/deletions.ts';
import { createLink } from '../../src/main/links/handlers.ts';
import { OutboxConflict } from '../../src/main/outbox/deps.ts';
import { createProduct } from '../../src/main/products/products.ts';
import type { OpenStore } from '../../src/main/stores/open-store.ts';
import { saveWebhook } from '../../src/main/webhook/webhook.ts';
import { activeLinks, activeProducts } from '../support/catalog-rows.ts';
import { Computer, draft, fakeKeyStore, unwrap } from '../support/computer.ts';
import { PASSWORD } from '../support/outbox-service-record.ts';
import { labelOfLink, type Task, webhookUrl } from './script.ts';

export interface Work {
  readonly tasks: readonly Task[];
  readonly atOnce: number;
}

/** `failed`: an error that should never happen. */
export type Report =
  | { readonly label: string; readonly how: 'queued' | 'withdrawn' }
  | { readonly ready: true }
  | { readonly failed: string };

/** Starts the app on a folder, and signs in if it has no store yet. */
export async function openComputer(folder: string, serviceAddress: string): Promise<Computer> {
  const computer = new Computer(folder);
  computer.keyStore = fakeKeyStore;
  await computer.start();
  const account = { email: 'seller@example.com', password: PASSWORD };
  if (!computer.app.manager.current().ok) await unwrap(computer.call['session.signIn']({ serviceAddress, ...account }));
  await computer.store.ready;
  return computer;
}

const send = (report: Report) => process.send?.(report);

export async function run(folder: string, serviceAddress: string): Promise<void> {
  const { store } = await openComputer(folder, serviceAddress);
  process.on('message', (order: Work) => {
    work(store, order).catch((error: Error) => send({ failed: String(error.stack) }));
  });
  send({ ready: true });
}

async function work(store: OpenStore, { tasks, atOnce }: Work): Promise<void> {
  const made = new Map<string, Promise<void>>();
  const begin = (task: Task): Promise<void> => {
    // A task waits for the record that it needs.
    const needed = 'product' in task ? task.product : task.kind === 'delete' ? task.link : '';
    const making = (made.get(needed) ?? Promise.resolve()).then(() => make(store, task));
    made.set(task.label, making);
    return making;
  };
  for (let at = 0; at < tasks.length; at += atOnce) {
    await Promise.all(tasks.slice(at, at + atOnce).map(begin));
  }
}

const productCalled = (store: OpenStore, label: string) =>
  activeProducts(store).find(({ fields }) => fields.productTitle === label)?.id;

/** Makes one change, and reports its acceptance. Skips it if its product was never accepted. */
async function make(store: OpenStore, task: Task): Promise<void> {
  const { label } = task;
  const productId = 'product' in task ? productCalled(store, task.product) : undefined;
  switch (task.kind) {
    case 'product': {
      const fields = { buttonTitle: 'Buy', productTitle: label, productDescription: 'x' };
      if ((await createProduct(store, fields)).ok) send({ label, how: 'queued' });
      return;
    }
    case 'link':
      if (productId === undefined) return;
      if ((await createLink(store, productId, draft(label))).ok) send({ label, how: 'queued' });
      return;
    case 'batch': {
      if (productId === undefined) return;
      const { stamper, now } = store.deps;
      const acceptedAt = now();
      const links = task.links.map((order) => ({ id: stamper.id(), productId, draft: draft(order), acceptedAt }));
      const batch = { id: stamper.id(), kind: 'import', name: label, acceptedAt, total: links.length } as const;
      await store.batches.create(batch, [links], () => undefined);
      for (const order of task.links) send({ label: order, how: 'queued' });
      return;
    }
    case 'delete': {
      const link = activeLinks(store).find((one) => labelOfLink(one) === task.link)?.id;
      if (link === undefined) return;
      try {
        const deleted = await deleteLinks(store, [link]);
        if (deleted.ok) send({ label, how: store.catalog.links.active(link) ? 'queued' : 'withdrawn' });
      } catch (error) {
        // The change was just being sent: the seller gets an error, and nothing was accepted.
        if (!(error instanceof OutboxConflict)) throw error;
      }
      return;
    }
    case 'settings':
      if ((await saveWebhook(store, { url: webhookUrl(label), isOn: true, key: null })).ok)
        send({ label, how: 'queued' });
  }
}
