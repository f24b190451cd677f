// Compares accepted changes with what the service did and what the app says: every difference is a violation.
import type { RecordingService } from '../support/recording-service.ts';
import type { Change, Report } from './messages.ts';
import { webhookUrl } from './messages.ts';

export const labelOfBody = (body: Record<string, unknown> | null): string =>
  String(body?.product_title ?? (body?.metadata as Record<string, unknown> | undefined)?.order ?? '');

export class Ledger {
  readonly asked = new Map<string, Change>();
  readonly accepted = new Map<string, 'queued' | 'withdrawn'>();

  constructor(private readonly service: RecordingService) {}

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
    const of = (label: string, kind: string) => all.filter((action) => action.label === label && action.kind === kind);
    for (const notice of report.setAside) wrong.push(`the app reported: ${notice}`);
    for (const violation of this.service.violations) wrong.push(`against the document: ${violation}`);
    for (const [label, change] of this.asked) {
      const accepted = this.accepted.get(label);
      if (change.kind === 'product' || change.kind === 'link') {
        wrong.push(...this.#wrongWithCreation(label, accepted, of(label, `${change.kind}.create`), report));
      }
      if (change.kind === 'delete' && accepted === 'queued')
        wrong.push(...this.#wrongWithDeletion(label, change, report));
      if (change.kind === 'delete' && accepted === 'withdrawn' && this.made(change.link) > 0) {
        wrong.push(`${change.link} was taken back by ${label}, and was made all the same`);
      }
    }
    return [...wrong, ...this.#wrongWithWebhook(report)];
  }

  #wrongWithCreation(
    label: string,
    accepted: string | undefined,
    actions: Report['history'],
    report: Report,
  ): string[] {
    const made = this.made(label);
    if (made > 1) return [`${label} was made ${made} times`];
    if (actions.length > 1) {
      const states = actions.map(({ state, ending }) => ending ?? state).join(', ');
      return [`${label} stands in the outbox and the history ${actions.length} times: ${states}`];
    }
    const [action] = actions;
    if (!action) {
      if (accepted) return [`${label} was accepted and is nowhere`];
      return made > 0 ? [`${label} was made, and the app does not have it`] : [];
    }
    if (action.state === 'needs-review') return [];
    if (action.state === 'waiting') return made > 0 ? [`${label} waits, and was made already`] : [];
    if (action.state === 'rejected') return [`${label} was rejected by a service that refuses nothing`];
    const shouldBeMade = action.ending === 'sent' ? 1 : 0;
    if (made !== shouldBeMade) return [`${label} ended as ${action.ending}, and was made ${made} times`];
    if (made === 0) return [];
    const kept = report.products[label]?.serverId ?? report.links[label]?.paymentLink ?? null;
    const found = this.found(label);
    return String(kept) === found ? [] : [`${label} is ${found} on the service and ${kept} in the catalog`];
  }

  #wrongWithDeletion(label: string, change: Extract<Change, { kind: 'delete' }>, report: Report): string[] {
    const actions = [...report.history, ...report.unfinished].filter(
      (action) => action.kind === 'link.delete' && action.label === change.link,
    );
    if (actions.length === 0) return [`${label} was accepted and is nowhere`];
    if (actions.some(({ state }) => state !== 'done')) return [];
    const address = this.found(change.link);
    const stands = [...this.service.record.links.values()].some((link) => link === address);
    if (stands) return [`${label} was sent, and ${change.link} stands on the service`];
    return report.links[change.link]?.deleted ? [] : [`${label} was sent, and ${change.link} stands in the catalog`];
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
