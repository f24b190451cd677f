// Compares accepted changes with what the service did and what the app shows: every difference is a violation.
import type { StoreSession } from '../../src/main/stores/store-session.ts';
import type { Action } from '../../src/main/sync/outbox/action.ts';
import { ALREADY_GONE } from '../../src/main/sync/outbox/policy.ts';
import { labelOfBody, Ledger as ServiceLedger } from '../kill/ledger.ts';
import type { RecordingService } from '../support/recording-service.ts';

/** A change that the app accepted. */
export interface Accepted {
  readonly actionId: string;
  readonly kind: Action['payload']['kind'];
  /** The product, link or webhook of the change. */
  readonly subject: string;
  /** Its name on the service: a title, an order number. */
  readonly label: string;
  /** The unique number in its last accepted price or address. */
  number: number;
}

/** The results of all changes; `doubled` and `lost` must be 0. */
export interface Verdict {
  sent: number;
  doubled: number;
  lost: number;
  readonly violations: string[];
}

/** More attempts than an action may keep. */
const MANY_ATTEMPTS = 16;

export const webhookAddress = (number: number): string => `https://receiver.example/${number}`;
const priceIn = (prices: unknown): number =>
  Math.round(100 * ((prices as { price: number }[] | undefined)?.[0]?.price ?? 0));

/** The last attempt was answered 408 or 425. */
function isAskedToComeBack({ attempts }: Pick<Action, 'attempts'>): boolean {
  const last = attempts.at(-1)?.outcome;
  return last?.kind === 'answered' && (last.status === 408 || last.status === 425);
}

/** The number in a request. */
function numberIn(body: Record<string, unknown> | null | undefined): number {
  if (body?.after_sell_webhook_url !== undefined) return Number(String(body.after_sell_webhook_url).split('/').at(-1));
  return body?.product_description === undefined ? priceIn(body?.prices) : Number(body.product_description);
}

/** The number in a change of a price or the webhook; null for any other change. */
function numberOf({ payload }: Action): number | null {
  if (payload.kind === 'settings.update') return numberIn({ after_sell_webhook_url: payload.url });
  return payload.kind === 'product.update' ? (payload.prices[0]?.priceCents ?? 0) : null;
}

export class Ledger {
  readonly accepted = new Map<string, Accepted>();
  /** Doubts and rejections shown by the app, one entry each time. */
  readonly doubts = new Set<string>();
  readonly rejections = new Set<string>();
  readonly violations = new Set<string>();
  readonly onService: ServiceLedger;

  constructor(private readonly service: RecordingService) {
    this.onService = new ServiceLedger(service);
  }

  take(action: Action, label: string, number: number): void {
    const { id: actionId, subject, payload } = action;
    this.accepted.set(actionId, { actionId, kind: payload.kind, subject, label, number });
  }

  /** Checks that apply at any time. */
  look(store: StoreSession): void {
    const unfinished = store.outbox.all();
    for (const { id, state, reason, attempts, attemptsDropped = 0 } of unfinished) {
      const time = `${id} ${attempts.length + attemptsDropped}`;
      if (state === 'needs-review') this.doubts.add(time);
      if (state === 'rejected') this.rejections.add(time);
      // A single change has ten attempts at 408 and 425, as in the table.
      const isAlone = unfinished.filter(isAskedToComeBack).length === 1 && isAskedToComeBack({ attempts });
      if (reason === 'gave-up' && !isAlone)
        this.violations.add(`${this.#name(id)} was given up, although every other change failed too`);
      if (attempts.length > MANY_ATTEMPTS) this.violations.add(`${this.#name(id)} keeps ${attempts.length} attempts`);
    }
  }

  #name(actionId: string): string {
    const { kind, label, number } = this.accepted.get(actionId) ?? { kind: 'an unknown change', label: '', number: 0 };
    return `${kind} ${label} (${number})`;
  }

  verdict(store: StoreSession): Verdict {
    this.look(store);
    const verdict: Verdict = { sent: 0, doubled: 0, lost: 0, violations: [...this.violations] };
    for (const change of this.accepted.values()) {
      const action = store.outbox.get(change.actionId) ?? store.catalog.history.get(change.actionId);
      if (action?.ending === 'sent') verdict.sent += 1;
      this.#judge(change, action, store, verdict);
    }
    verdict.violations.push(...this.service.violations.map((violation) => `against the document: ${violation}`));
    verdict.violations.push(...this.#outOfOrder());
    const { saved, doubt } = store.webhook.value;
    const url = this.service.record.settings?.after_sell_webhook_url;
    if (saved && !doubt && saved.url !== url) {
      verdict.violations.push(`the webhook is ${url} on the service, and ${saved.url} in the app`);
    }
    return verdict;
  }

  #judge(change: Accepted, action: Action | undefined, store: StoreSession, verdict: Verdict): void {
    const { actionId, kind, label } = change;
    const say = (what: string) => verdict.violations.push(`${this.#name(actionId)} ${what}`);
    const lost = (what: string) => {
      verdict.lost += 1;
      say(what);
    };
    const isCreate = kind === 'product.create' || kind === 'link.create';
    const made = isCreate ? this.onService.made(label) : 0;
    if (made > 1) {
      verdict.doubled += 1;
      say(`was carried out ${made} times`);
    }
    if (!action) {
      lost('was accepted and is nowhere');
      return;
    }
    const carried = numberOf(action);
    if (carried !== null && carried < change.number) {
      lost(`carries ${carried}`);
      return;
    }
    if (action.ending === 'sent' && !this.wasCarriedOut(change, action, store)) {
      lost('counts as sent, and the service never carried it out');
      return;
    }
    const isShown = action.state === 'needs-review' || action.ending === 'discarded' || action.ending === 'sent';
    if (made > 0 && !isShown) say(`was carried out, and the app says ${action.ending ?? action.state}`);
    if (isCreate && action.ending === 'sent') this.#compareWithCatalog(change, store, say);
  }

  /** The catalog has the service's results, and the service has the last accepted values. */
  #compareWithCatalog(
    { kind, subject, label, number }: Accepted,
    store: StoreSession,
    say: (what: string) => void,
  ): void {
    const { products, links } = store.catalog;
    const kept = kind === 'product.create' ? products.get(subject)?.serverId : links.get(subject)?.paymentLink;
    const found = this.onService.found(label);
    if (String(kept) !== found) say(`is ${found} on the service, and ${kept} in the app`);
    const body = this.service.record.bodies(kind).find((one) => labelOfBody(one) === label);
    if (numberIn(body) !== number) say(`went out as ${numberIn(body)}`);
  }

  wasCarriedOut({ kind, subject, label }: Accepted, action: Action, store: StoreSession): boolean {
    const { record } = this.service;
    switch (kind) {
      case 'product.create':
      case 'link.create':
        return this.onService.made(label) > 0;
      case 'product.update':
      case 'settings.update':
        // A newer value may have replaced it, also in a rejected one that precedes the newest.
        return record.bodies(kind).some((body) => numberIn(body) === numberOf(action));
      case 'link.delete': {
        const address = store.catalog.links.get(subject)?.paymentLink ?? '';
        if (![...record.links.values()].includes(address)) return true;
        // The outcome table accepts a 404 only after a lost response to this very change.
        const note = action.result?.kind === 'accepted' ? action.result.note : null;
        return note === ALREADY_GONE && action.attempts.some(({ outcome }) => outcome.kind === 'lost');
      }
    }
  }

  /** First in, first out for one product's price and for the webhook: their numbers only grow. */
  #outOfOrder(): string[] {
    const newest = new Map<string, number>();
    const violations: string[] = [];
    for (const { kind, path, body } of this.service.record.applied) {
      if (kind !== 'product.update' && kind !== 'settings.update') continue;
      const number = numberIn(body);
      if (number < (newest.get(path) ?? 0)) violations.push(`${kind} ${path}: ${number} after ${newest.get(path)}`);
      newest.set(path, Math.max(number, newest.get(path) ?? 0));
    }
    return violations;
  }
}
