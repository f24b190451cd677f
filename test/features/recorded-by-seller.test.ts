// What the seller recorded stays distinct from what the service confirmed, also in a backup.
import { expect, it } from 'vitest';
import { type Computer, unwrap } from '../support/computer.ts';
import { startComputers } from '../support/computer-fixtures.ts';
import { until } from '../support/until.ts';

const ADDRESS = 'https://checkout.example/s/mara/1189?uuid=found-by-hand';

const page = (search: string) => ({ search, offset: 0, limit: 50 });
const outcomes = async (computer: Computer, search = '') =>
  (await unwrap(computer.call['sync.history'](page(search)))).rows.map(({ kind, ending, explanation }) => ({
    kind,
    ending,
    explanation,
  }));

async function markAsSent(computer: Computer, answer: string): Promise<void> {
  await until('a change is in doubt', () => computer.store.outbox.status().attention === 1);
  const id = computer.store.outbox.unfinished()[0]?.id ?? '';
  await unwrap(computer.call['sync.markAsSent']({ id, answer }));
  await computer.settled();
}

it('shows what the seller recorded, finds it by search, and keeps that in a backup', async () => {
  const { service, newComputer } = await startComputers();
  const computer = await newComputer();
  await computer.signIn(service);
  service.intercept = ({ method }) => (method === 'POST' ? { status: 502, body: 'Bad gateway' } : undefined);
  const product = await computer.product('Coaching hour');
  await markAsSent(computer, '118');
  const link = await computer.link(product, '1044');
  await markAsSent(computer, ADDRESS);
  service.intercept = ({ method }) => (method === 'DELETE' ? { status: 404, body: 'No route' } : undefined);
  await unwrap(computer.call['links.delete']({ id: link }));
  await markAsSent(computer, '');
  service.intercept = () => undefined;
  await computer.link(product, '1045');
  await computer.settled();

  const recorded = [
    { kind: 'link.delete', ending: 'recorded', explanation: 'Recorded by you.' },
    { kind: 'link.create', ending: 'recorded', explanation: `Recorded by you: ${ADDRESS}` },
    { kind: 'product.create', ending: 'recorded', explanation: 'Recorded by you: product id 118' },
  ];
  const all = [{ kind: 'link.create', ending: 'sent', explanation: 'Saved on the service.' }, ...recorded];
  expect(await outcomes(computer)).toEqual(all);
  expect(await outcomes(computer, 'recorded by you')).toEqual(recorded);
  expect(await outcomes(computer, '118')).toMatchObject([{ kind: 'product.create' }]);
  const backup = await computer.export();
  await computer.stop();

  const other = await newComputer();
  await other.restore(backup);
  expect(await outcomes(other)).toEqual(all);
  expect(await outcomes(other, 'recorded by you')).toEqual(recorded);
});
