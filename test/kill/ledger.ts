// Compares accepted changes with what the service did and what the app says: every difference is a violation.
import type { RecordingService } from '../support/recording-service.ts';
import type { Report, Task } from './messages.ts';
import { webhookUrl } from './messages.ts';

export const labelOfBody = (body: Record<string, unknown> | null): string =>
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
    const before = applied.filter(({ kind }) => kind === 'link.create');
    const at = before.findIndex(({ body }) => labelOfBody(body) === label);
    return addresses[at] ?? null;
  }

  /** Every violation after the app has settled; empty when there is none. */
  violations(report: Report): string[] {
    const wrong: string[] = [];
    const all = [...report.history, ...report.unfinished];
    const of = (label: string, kind: string) => all.filter((change) => change.label === label && change.kind === kind);
    for (const notice of report.setAside) wrong.push(`the app reported: ${notice}`);
    for (const violation of this.service.violations) wrong.push(`against the document: ${violation}`);
    for (const [label, task] of this.asked) {
      const accepted = this.accepted.get(label);
      if (task.kind === 'product' || task.kind === 'link') {
        wrong.push(...this.#wrongWithCreation(label, accepted, of(label, `${task.kind}.create`), report));
      }
      if (task.kind === 'delete' && accepted === 'queued') wrong.push(...this.#wrongWithDeletion(label, task, report));
      if (task.kind === 'delete' && accepted === 'withdrawn' && this.made(task.link) > 0) {
        wrong.push(`${task.link} was taken back by ${label}, and was made all the same`);
      }
    }
    return [...wrong, ...this.#wrongWithWebhook(report)];
  }

  #wrongWithCreation(
    label: string,
    accepted: string | undefined,
    changes: Report['history'],
    report: Report,
  ): string[] {
    const made = this.made(label);
    if (made > 1) return [`${label} was made ${made} times`];
    if (changes.length > 1) {
      const states = changes.map(({ state, ending }) => ending ?? state).join(', ');
      return [`${label} stands in the outbox and the history ${changes.length} times: ${states}`];
    }
    const [change] = changes;
    if (!change) {
      if (accepted) return [`${label} was accepted and is nowhere`];
      return made > 0 ? [`${label} was made, and the app does not have it`] : [];
    }
    if (change.state === 'needs-review') return [];
    if (change.state === 'waiting') return made > 0 ? [`${label} waits, and was made already`] : [];
    if (change.state === 'rejected') return [`${label} was rejected by a service that refuses nothing`];
    const shouldBeMade = change.ending === 'sent' ? 1 : 0;
    if (made !== shouldBeMade) return [`${label} ended as ${change.ending}, and was made ${made} times`];
    if (made === 0) return [];
    const kept = report.products[label]?.serverId ?? report.links[label]?.paymentLink ?? null;
    const found = this.found(label);
    return String(kept) === found ? [] : [`${label} is ${found} on the service and ${kept} in the catalog`];
  }

  #wrongWithDeletion(label: string, task: Extract<Task, { kind: 'delete' }>, report: Report): string[] {
    const changes = [...report.history, ...report.unfinished].filter(
      (change) => change.kind === 'link.delete' && change.label === task.link,
    );
    if (changes.length === 0) return [`${label} was accepted and is nowhere`];
    if (changes.some(({ state }) => state !== 'done')) return [];
    const address = this.found(task.link);
    const stands = [...this.service.record.links.values()].some((link) => link === address);
    if (stands) return [`${label} was sent, and ${task.link} stands on the service`];
    return report.links[task.link]?.deleted ? [] : [`${label} was sent, and ${task.link} stands in the catalog`];
  }

  /** The last accepted webhook is the one that the service and the app have at the end. */
  #wrongWithWebhook(report: Report): string[] {
    const saved = this.service.record.settings?.after_sell_webhook_url;
    if (report.webhook !== null && saved !== report.webhook) {
      return [`the webhook is ${saved} on the service and ${report.webhook} in the app`];
    }
    const labels = [...this.asked.values()].filter(({ kind }) => kind === 'settings').map(({ label }) => label);
    const last = labels.findLastIndex((label) => this.accepted.has(label));
    // A later one may have been accepted without a response, in the moment of the kill.
    const may = labels.slice(Math.max(last, 0)).map(webhookUrl);
    return last < 0 || may.includes(String(saved)) ? [] : [`the webhook is ${saved}, and should be one of ${may}`];
  }
}
