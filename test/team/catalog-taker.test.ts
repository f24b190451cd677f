// Receiving many links at once: the position advances only past stored links, and this computer’s doubts are shared again.
import type { JsMsg } from '@nats-io/jetstream';
import { v7 as uuidv7 } from 'uuid';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { LinkRecord } from '../../src/main/catalog/records.ts';
import { createStamper } from '../../src/main/storage/stamp.ts';
import type { CatalogSender } from '../../src/main/team/catalog-sender.ts';
import { CatalogStream, SUBJECTS } from '../../src/main/team/catalog-stream.ts';
import { CatalogTaker } from '../../src/main/team/catalog-taker.ts';
import { sealShared } from '../../src/main/team/shared-records.ts';
import { recordKeys } from '../../src/team-protocol/seal.ts';
import { SharingComputer } from '../support/sharing-computer.ts';
import { startPrepareSource } from '../support/source-worker.ts';

const keys = recordKeys(Buffer.alloc(32, 1), 'team');
const NOW = Date.UTC(2026, 0);
const LINKS = 150;

function link(number: number): LinkRecord {
  return {
    id: uuidv7({ msecs: NOW + number, seq: 0, random: new Uint8Array(16) }),
    rev: { time: NOW, counter: 0, device: 'Cora' },
    createdAt: NOW,
    deletedAt: null,
    productId: uuidv7({ msecs: NOW, seq: 0, random: new Uint8Array(16) }),
    prices: [],
    useOnce: false,
    metadata: [{ key: 'order', value: String(number) }],
    origin: 'desk',
    paymentLink: `https://store.example/checkout/s/1?uuid=u${number}`,
    answer: null,
  };
}

const messageOf = (record: LinkRecord, at: number): JsMsg => {
  const key = `store.link.${at}`;
  const data = sealShared(keys, key, { kind: 'link', record });
  return { subject: `${SUBJECTS}${key}`, seq: at + 1, data, info: { pending: LINKS - at - 1 } } as unknown as JsMsg;
};

it('moves only past what is stored, and shares what is in doubt here', async () => {
  const computer = new SharingComputer('Ben');
  onTestFinished(() => computer.remove());
  const { catalog } = computer;
  const links = Array.from({ length: LINKS }, (_, at) => link(at));
  const messages = links.map(messageOf);
  const [here, doubtful] = [links[40], links[90]] as [LinkRecord, LinkRecord];
  // Links that exist here already are merged one by one.
  catalog.transaction(() => catalog.links.put({ ...here, note: 'Seen here', rev: { ...here.rev, time: NOW + 1 } }));
  const deps = {
    ...{ team: 'team', keys, store: 'store', publicKey: 'U', catalog, stamper: createStamper(() => NOW, 'Ben') },
    isInDoubt: (id: string) => id === doubtful.id,
    onProgress: () => undefined,
    onTaken: () => undefined,
    startPrepareWorker: startPrepareSource,
    stream: null as never,
    manager: null as never,
  };
  const sender = { came: () => undefined } as unknown as CatalogSender;
  const taker = new CatalogTaker(deps, new CatalogStream(deps), sender);
  onTestFinished(() => taker.stop());

  const { sharing } = catalog;
  const missing: number[] = [];
  const moveTo = sharing.moveTo.bind(sharing);
  const moved = vi.spyOn(sharing, 'moveTo').mockImplementation((position) => {
    const taken = messages.filter(({ seq }) => seq <= position.sequence);
    missing.push(taken.filter(({ subject, seq }) => sharing.revisionOf(subject.slice(SUBJECTS.length)) !== seq).length);
    moveTo(position);
  });
  const set = vi.spyOn(sharing, 'setRevisions');
  const prepared = await taker.prepare(messages);
  expect(prepared?.indexes.length).toBe(LINKS);
  await taker.take(messages, prepared);

  // Of the one that is merged only with its row.
  const revisions = set.mock.calls.map(([json]) => JSON.parse(json) as Record<string, number>);
  const stored = messages.filter((_, at) => links[at] !== here);
  expect(revisions).toEqual([
    Object.fromEntries(stored.map(({ subject, seq }) => [subject.slice(SUBJECTS.length), seq])),
  ]);
  expect(moved).toHaveBeenCalled();
  expect(missing.filter((count) => count > 0)).toEqual([]);
  expect(sharing.position?.sequence).toBe(LINKS);
  expect(catalog.links.get(here.id)?.note).toBe('Seen here');
  const unshared = catalog.snapshot();
  onTestFinished(() => unshared.end());
  expect(unshared.all<{ id: string }>('SELECT id FROM unshared ORDER BY id').map(({ id }) => id)).toEqual(
    [here.id, doubtful.id].sort(),
  );
});
