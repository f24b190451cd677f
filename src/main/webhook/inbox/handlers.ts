// The handlers of the inbox's channels: thin calls into the inbox.
import type { Channel, Output, ParsedInput } from '../../../shared/contract.ts';
import type { DeliveryEvent, DeliverySale } from '../../../shared/inbox.ts';
import { ok, type Result, refuse } from '../../../shared/problem.ts';
import { texts } from '../../../shared/texts/main.ts';
import { isLoopbackHost } from '../../../shared/web-address.ts';
import { exportText } from './export.ts';
import type { Inbox } from './inbox.ts';
import type { DeliveryRecord } from './record.ts';
import { asCurl, type DispatcherFor, replay } from './replay.ts';
import type { KnownKey } from './verify.ts';

type InboxChannel = Extract<Channel, `inbox.${string}`>;
export type InboxHandlers = {
  readonly [C in InboxChannel]: (input: ParsedInput<C>) => Result<Output<C>> | Promise<Result<Output<C>>>;
};

export interface InboxPlatform {
  copy(text: string): Promise<void>;
  /** Resolves to the chosen path, or null when cancelled. */
  askWhereToSave(question: {
    title: string;
    name: string;
    kind: { name: string; extension: string };
  }): Promise<string | null>;
  /** A system dialog about what leaves this computer. */
  confirm(question: { readonly message: string; readonly detail: string; readonly button: string }): Promise<boolean>;
  readonly dispatcherFor: DispatcherFor;
  knownKeys(): readonly KnownKey[];
  /** Null if the body is no JSON object. */
  eventIn(record: DeliveryRecord, body: string): DeliveryEvent | null;
  /** The sale in the shown store; null if there is none. */
  saleIn(record: DeliveryRecord, body: string): DeliverySale | null;
  /** Stores the sales in deliveries; resolves to whether all of them are on disk. */
  noteSales(): Promise<boolean>;
  /** Marks or unmarks a delivery as a sale in the shown store. */
  markSale(record: DeliveryRecord, body: string, isSale: boolean): Result<void> | Promise<Result<void>>;
}

const t = texts.inbox;

/** Lists read bodies up to this size (bytes); after-sell events are far smaller. */
const READ_IN_LIST = 16 * 1024;

export function createInboxHandlers(inbox: Inbox, around: InboxPlatform): InboxHandlers {
  const withRecord = async <O>(
    id: string,
    act: (record: DeliveryRecord, body: string) => Promise<Result<O>> | Result<O>,
  ): Promise<Result<O>> => {
    const kept = inbox.get(id);
    return kept ? act(kept.record, kept.body) : refuse('not-found', t.gone);
  };
  return {
    'inbox.get': () => ok(inbox.view()),
    'inbox.start': ({ port }) => inbox.start(port),
    'inbox.stop': () => inbox.stop(),
    'inbox.dismissGap': async () => ok(await inbox.dismissGap()),
    'inbox.answerWith': ({ answerWith }) => inbox.setAnswer(answerWith),
    'inbox.list': (query) => {
      const page = inbox.list(query);
      const eventOf = ({ id, isJson, size }: (typeof page.rows)[number]) => {
        const kept = isJson && size <= READ_IN_LIST ? inbox.get(id) : undefined;
        return kept ? around.eventIn(kept.record, kept.body) : null;
      };
      return ok({ ...page, rows: page.rows.map((row) => ({ ...row, event: eventOf(row) })) });
    },
    'inbox.open': ({ id }) => {
      const kept = inbox.get(id);
      const opened = inbox.open(id);
      return ok(
        kept && opened
          ? {
              ...opened,
              event: around.eventIn(kept.record, kept.body),
              sale: around.saleIn(kept.record, kept.body),
            }
          : null,
      );
    },
    'inbox.markSale': ({ id, isSale }) =>
      withRecord(id, (record, body) => {
        if (record.verification === 'verified') return refuse('conflict', t.isVerified);
        return around.markSale(record, body, isSale);
      }),
    'inbox.copyCurl': ({ id }) =>
      withRecord(id, async (record, body) => {
        const { port } = inbox.view();
        return ok(await around.copy(asCurl(record, body, `http://127.0.0.1:${port}${record.path}`)));
      }),
    'inbox.replay': ({ id, url, withKey }) =>
      withRecord(id, async (record, body) => {
        const keys = around.knownKeys();
        const known = keys.find(({ storeId, until }) => until === undefined && record.storeIds.includes(storeId));
        if (withKey && !known) return refuse('conflict', t.replay.keyUnknown);
        const { hostname } = new URL(url);
        if (!isLoopbackHost(hostname)) {
          const { message, detail, button } = t.replay.confirm;
          const agreed = await around.confirm({
            message: message({ host: hostname }),
            detail: detail({ address: url, withKey }),
            button,
          });
          if (!agreed) return refuse('forbidden', t.replay.notConfirmed);
        }
        const hidden = keys.map(({ key }) => key);
        return ok(await replay(record, body, url, withKey && known ? known.key : null, hidden, around.dispatcherFor));
      }),
    'inbox.export': async ({ search, id }) => {
      const one = id === null ? undefined : inbox.get(id)?.record;
      if (id !== null && !one) return refuse('not-found', t.gone);
      const ids = one ? [one.id] : inbox.matching(search);
      if (ids.length === 0) return refuse('conflict', t.export.nothing);
      const file = await around.askWhereToSave({
        title: one ? t.export.one : t.export.several,
        name: one
          ? `delivery-${new Date(one.at).toISOString().slice(0, 19).replaceAll(':', '-')}.json`
          : 'deliveries.json',
        kind: { name: t.export.fileKind, extension: 'json' },
      });
      if (file === null) return ok(null);
      await exportText(file, ids, (wanted) => inbox.get(wanted));
      return ok({ file, deliveries: ids.length });
    },
    'inbox.clear': async () => ((await around.noteSales()) ? inbox.clear() : refuse('conflict', t.notCleared)),
  };
}
