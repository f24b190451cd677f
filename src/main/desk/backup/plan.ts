// What restoring a backup would do to one store, worked out before anything is touched. Doing it twice changes nothing more.
import type { RestoreChoices, StorePreview } from '../../../shared/backup.ts';
import type { Settings } from '../../../shared/settings.ts';
import { texts } from '../../../shared/texts/main.ts';
import type { Action } from '../../outbox/action.ts';
import type { OpenStore } from '../open-store.ts';
import { type LinkRecord, NO_WEBHOOK, type ProductRecord, type StoreRecord, type WebhookRecord } from '../records.ts';
import { isSame } from '../store-list.ts';
import { pricesInWords } from '../wording.ts';
import { type ChangesMerge, type LocalChanges, mergeChanges } from './changes.ts';
import { furtherOf, type StoreContent } from './collections.ts';
import { type CatalogueMerge, localIds, mergeCatalogue } from './records.ts';
import { mergeRecord, mergeWebhook } from './settings.ts';
import { followTaken, withLearnedValues, withSentValues } from './waiting.ts';

const words = texts.backup.difference;

export interface StorePlan {
  readonly changes: ChangesMerge;
  /** Changes that wait here, with values of the backup. */
  readonly edited: readonly Action[];
  readonly catalogue: CatalogueMerge;
  /** Null where it stays as it is. */
  readonly webhook: WebhookRecord | null;
  readonly record: StoreRecord;
  /** By name, what `furtherOf` knows. */
  readonly further: ReadonlyMap<string, readonly unknown[]>;
  readonly preview: StorePreview;
}

export interface PlanParts {
  readonly createdAt: number;
  readonly choices: RestoreChoices;
  readonly settings: Settings;
  readonly now: number;
  readonly stamp: () => ProductRecord['rev'];
}

/** What a store holds, or nothing of a store that is not known here. */
function localOf(store: OpenStore | null) {
  const ofSubject = new Map<string, Action[]>();
  for (const action of store?.queue.values() ?? []) {
    ofSubject.set(action.subject, [...(ofSubject.get(action.subject) ?? []), action]);
  }
  const newestSent = new Map<string, string>();
  for (const { id, subject, payload, ending } of [
    ...(store?.history.values() ?? []),
    ...(store?.queue.values() ?? []),
  ]) {
    const of = `${subject} ${payload.kind}`;
    if (ending === 'sent' && id > (newestSent.get(of) ?? '')) newestSent.set(of, id);
  }
  const changes: LocalChanges = {
    product: (id) => store?.catalogue.products.get(id),
    link: (id) => store?.catalogue.links.get(id),
    outbox: (id) => store?.queue.get(id),
    history: (id) => store?.history.get(id),
    of: (subject) => ofSubject.get(subject) ?? [],
    newestSent: (subject, kind) => newestSent.get(`${subject} ${kind}`),
  };
  return {
    changes,
    creationOf: (subject: string) => ofSubject.get(subject)?.find(({ payload }) => payload.kind.endsWith('.create')),
    catalogue: {
      products: [...(store?.catalogue.products.all() ?? [])],
      links: [...(store?.catalogue.links.all() ?? [])],
    },
  };
}

/** @param store the store that is here already; null where this computer does not know it */
export async function planStore(content: StoreContent, store: OpenStore | null, parts: PlanParts): Promise<StorePlan> {
  const local = localOf(store);
  const ids = await localIds(content, local.catalogue);
  const { createdAt, now, choices, stamp } = parts;
  const changes = mergeChanges({ ...content, createdAt, now, choice: choices.changes, ids }, local.changes);
  const isSettled = new Set(changes.settled.map(({ id }) => id));
  const creationOf = (subject: string) => {
    const creation = local.creationOf(subject);
    return creation && !isSettled.has(creation.id) ? creation : undefined;
  };
  const backup = withSentValues(content, (id) => ids.get(id) ?? id, creationOf);
  const catalogue = await mergeCatalogue(backup, withLearnedValues(local.catalogue, changes.settled), {
    ids,
    differing: choices.differing,
    stamp,
    without: changes.without,
    ...inWords(parts.settings),
  });
  const record = mergeRecord(content.record, store?.parts.record() ?? null, choices);
  const webhook = mergeWebhook(content.webhook ?? NO_WEBHOOK, store?.webhook.value ?? NO_WEBHOOK, choices);
  const differences = [...record.differences, ...webhook.differences, ...catalogue.differences];
  return {
    changes,
    edited: followTaken(catalogue, creationOf),
    catalogue,
    webhook: webhook.value,
    record: record.value,
    further: renamedFurther(content, ids),
    preview: {
      ...identityOf(content.record, store?.parts.record() ?? null),
      known: store !== null,
      products: catalogue.tally.products,
      links: catalogue.tally.links,
      changes: {
        added: changes.added,
        inDoubt: changes.inDoubt,
        known: changes.known,
        settled: changes.settledHere,
      },
      history: changes.history.length,
      differences,
      moreDifferences: catalogue.moreDifferences,
    },
  };
}

/** Who the store is. The practice store is the same one at whatever port. */
function identityOf(backup: StoreRecord, known: StoreRecord | null) {
  const { id, name, serviceAddress, email, practice } = backup;
  const here =
    known === null || practice || isSame(backup, known)
      ? null
      : { serviceAddress: known.serviceAddress, email: known.email };
  return { id, name, serviceAddress, email, practice, here };
}

function renamedFurther(content: StoreContent, ids: ReadonlyMap<string, string>): StorePlan['further'] {
  const here = (id: string) => ids.get(id) ?? id;
  return new Map(
    [...content.further].map(([name, records]) => [
      name,
      records.map((record) => furtherOf(name)?.renamed(record, here) ?? record),
    ]),
  );
}

function inWords({ currencies }: Settings) {
  return {
    productWords: ({ fields, serverId, defaultPrices }: ProductRecord) =>
      [
        words.productTitle(fields.productTitle),
        ...(fields.buttonTitle === '' ? [] : [words.buttonTitle(fields.buttonTitle)]),
        ...(fields.productDescription === '' ? [] : [fields.productDescription]),
        ...(serverId === null ? [] : [words.productId(serverId)]),
        ...(defaultPrices.length === 0 ? [] : [pricesInWords(defaultPrices, currencies)]),
      ].join(', '),
    linkWords: (link: LinkRecord, product: ProductRecord | undefined) =>
      [
        product ? words.productTitle(product.fields.productTitle) : words.productGone,
        ...(link.prices.length === 0 ? [] : [pricesInWords(link.prices, currencies)]),
        ...(link.useOnce ? [words.singleUse] : []),
        ...link.metadata.map(({ key, value }) => `${key} ${value}`),
      ].join(', '),
  };
}

/** Puts a plan into a store that is not started yet. The outbox comes before the catalogue, and nothing is let go before all is in. */
export async function carryOut(
  { changes, edited, catalogue, webhook, further }: StorePlan,
  store: OpenStore,
  historyLimit: number,
): Promise<void> {
  const { stamper } = store.parts;
  const { held, released, settled, history } = changes;
  for (const part of inParts([...held, ...settled, ...edited])) await store.queue.commit({ put: part });
  const room = Math.max(0, historyLimit - store.history.size);
  const newest = [...history]
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, room)
    .reverse();
  for (const part of inParts(newest)) await store.history.commit({ put: part });
  for (const part of inParts(catalogue.products)) await store.catalogue.add(part, []);
  for (const part of inParts(catalogue.links)) await store.catalogue.add([], part);
  for (const [name, records] of further) await furtherOf(name)?.restore(store, records);
  if (webhook) await store.webhook.save(webhook);
  for (const { id } of [...held, ...settled, ...newest, ...catalogue.products, ...catalogue.links]) stamper.seen(id);
  for (const part of inParts(released)) await store.queue.commit({ put: part });
}

const RECORDS_AT_A_TIME = 1_024;
function* inParts<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += RECORDS_AT_A_TIME) yield all.slice(from, from + RECORDS_AT_A_TIME);
}
