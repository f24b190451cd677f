// Compares accepted changes with what the service did and what the app says: every difference is a violation.
import { type Change, kindOf } from '../../src/main/outbox/change.ts';
import type { OpenStore } from '../../src/main/stores/open-store.ts';
import { allHistory, allLinks, allProducts } from '../support/catalog-rows.ts';
import type { RecordingService } from '../support/recording-service.ts';
import { labelOfLink, type Task, webhookUrl } from './script.ts';

const labelOfBody = (body: Record<string, unknown> | null): string =>
  String(body?.product_title ?? (body?.metadata as Record<string, unknown> | undefined)?.order ?? '');

export class Ledger {
  readonly asked = new Map<string, Task>();
  readonly accepted = new Map<string, 'queued' | 'withdrawn'>();

  constructor(private readonly service: RecordingService) {}

  ask(task: Task): void {
    if (task.kind !== 'batch') this.asked.set(task.label, task);
    else for (const label of task.links) this.asked.set(label, { kind: 'link', label, product: task.product });
  }

  /** How often the service created the record with this label. */
  made(label: string): number {
    return this.service.record.applied.filter(
      ({ kind, body }) => kind.endsWith('.create') && labelOfBody(body) === label,
    ).length;
  }

  /** The id or address on the service of the record with this label. */
  found(label: string): string | null {
    const { applied, products, addresses } = this.service.record;
    for (const [id, { title }] of products) if (title === label) return String(id);
    const creates = applied.filter(({ kind }) => kind === 'link.create');
    const index = creates.findIndex(({ body }) => labelOfBody(body) === label);
    return addresses[index] ?? null;
  }

  /** Every violation after the app has settled; empty when there is none. */
  violations(store: OpenStore): string[] {
    const changes = changesIn(store);
    const wrong = this.service.violations.map((violation) => `against the document: ${violation}`);
    for (const task of this.asked.values()) {
      const { kind, label } = task;
      const accepted = this.accepted.get(label);
      const of = (change: string, about = label) => changes.filter((one) => one.label === about && one.kind === change);
      if (kind === 'product' || kind === 'link') {
        wrong.push(...this.#wrongWithCreation(label, accepted !== undefined, of(`${kind}.create`), store));
      }
      if (kind !== 'delete') continue;
      if (accepted === 'queued') wrong.push(...this.#wrongWithDeletion(task, of('link.delete', task.link), store));
      if (accepted === 'withdrawn' && this.made(task.link) > 0) {
        wrong.push(`${task.link} was taken back by ${label}, and was made anyway`);
      }
    }
    return [...wrong, ...this.#wrongWithWebhook(store.webhook.value.saved?.url ?? null)];
  }

  #wrongWithCreation(
    label: string,
    isAccepted: boolean,
    changes: readonly LabelledChange[],
    store: OpenStore,
  ): string[] {
    const made = this.made(label);
    if (made > 1) return [`${label} was made ${made} times`];
    if (changes.length > 1) {
      const states = changes.map(({ state, ending }) => ending ?? state).join(', ');
      return [`${label} stands in the outbox and the history ${changes.length} times: ${states}`];
    }
    const [change] = changes;
    if (!change) {
      if (isAccepted) return [`${label} was accepted and is nowhere`];
      return made > 0 ? [`${label} was made, and the app does not have it`] : [];
    }
    if (change.state === 'needs-review') return [];
    if (change.state === 'waiting') return made > 0 ? [`${label} waits, and was made already`] : [];
    if (change.state === 'rejected') return [`${label} was rejected by a service that refuses nothing`];
    const shouldBeMade = change.ending === 'sent' ? 1 : 0;
    if (made !== shouldBeMade) return [`${label} ended as ${change.ending}, and was made ${made} times`];
    if (made === 0) return [];
    const product = allProducts(store).find(({ fields }) => fields.productTitle === label);
    const stored = product?.serverId ?? linkCalled(store, label)?.paymentLink ?? null;
    const onService = this.found(label);
    return String(stored) === onService ? [] : [`${label} is ${onService} on the service and ${stored} in the catalog`];
  }

  #wrongWithDeletion(
    { label, link }: Extract<Task, { kind: 'delete' }>,
    changes: readonly LabelledChange[],
    store: OpenStore,
  ): string[] {
    if (changes.length === 0) return [`${label} was accepted and is nowhere`];
    if (changes.some(({ state }) => state !== 'done')) return [];
    const stands = [...this.service.record.links.values()].includes(this.found(link) ?? '');
    if (stands) return [`${label} was sent, and ${link} stands on the service`];
    const isDeleted = linkCalled(store, link)?.deletedAt != null;
    return isDeleted ? [] : [`${label} was sent, and ${link} stands in the catalog`];
  }

  /** At the end, the service and the app have the webhook that was accepted last. */
  #wrongWithWebhook(here: string | null): string[] {
    const saved = this.service.record.settings?.after_sell_webhook_url;
    if (here !== null && saved !== here) return [`the webhook is ${saved} on the service and ${here} in the app`];
    const labels = [...this.asked.values()].filter(({ kind }) => kind === 'settings').map(({ label }) => label);
    const last = labels.findLastIndex((label) => this.accepted.has(label));
    // A later webhook may have been accepted at the moment of the kill, before the app could report it.
    const may = labels.slice(Math.max(last, 0)).map(webhookUrl);
    return last < 0 || may.includes(String(saved)) ? [] : [`the webhook is ${saved}, and should be one of ${may}`];
  }
}

const linkCalled = (store: OpenStore, label: string) => allLinks(store).find((link) => labelOfLink(link) === label);

interface LabelledChange extends Pick<Change, 'state' | 'ending'> {
  readonly kind: string;
  readonly label: string;
}

/** All changes of the store, settled or not. Staged ones count as waiting, like those in the queue. */
function changesIn(store: OpenStore): LabelledChange[] {
  const { links, staged } = store.catalog;
  return [
    ...[...allHistory(store), ...store.queue.all()].map((change) => ({
      ...change,
      kind: kindOf(change),
      label: labelOf(change, store),
    })),
    ...[...staged.all()].flat().map(({ kind, linkId }) => ({
      ...({ kind: `link.${kind}`, label: labelOfLink(links.get(linkId)), state: 'waiting', ending: null } as const),
    })),
  ];
}

export function labelOf({ payload, subject }: Change, { catalog }: OpenStore): string {
  if (payload.kind === 'product.create') return payload.fields.productTitle;
  if (payload.kind === 'link.create') return labelOfLink(payload.draft);
  return labelOfLink(catalog.links.get(subject));
}
