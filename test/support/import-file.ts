// What import tests share: a file of orders, and the steps from reading it to its links.
import type { ImportFilter } from '../../src/shared/link-import.ts';
import { activeLinks } from './catalog-rows.ts';
import { type Computer, unwrap } from './computer.ts';
import { until } from './until.ts';

const HEADER = 'Product,Price,Single use,metadata: order';

/** Row n is on line n + 1, with the price n.50 and the metadata `order` n; every `everyBad`th price is invalid. */
export function ordersCsv(rows: number, everyBad = 0): string {
  const lines = Array.from({ length: rows }, (_, index) => {
    const row = index + 1;
    const price = everyBad > 0 && row % everyBad === 0 ? 'ten' : `${row}.50`;
    return `Logo design,${price},${row % 2 ? 'yes' : 'no'},${row}`;
  });
  return `${[HEADER, ...lines].join('\r\n')}\r\n`;
}

/** The steps of an import on a computer. */
export function importing(of: () => Computer) {
  const draft = () => {
    const open = of().store.imports.draft();
    if (!open) throw new Error('There is no file open');
    return open;
  };
  const checked = async () => {
    await until('the rows are checked', () => draft().checked === draft().counts.all);
    return draft();
  };
  const view = async (id: string) => {
    const one = await of().store.imports.get(id);
    if (!one) throw new Error('The import is gone');
    return one;
  };
  const press = (id: string) => of().call['imports.create']({ id });
  return {
    ...{ draft, checked, view, press },
    /** Reads a file, and waits until its rows are checked. */
    async read(text: string | Buffer, name = 'orders.csv') {
      const given = typeof text === 'string' ? { bytes: null, text } : { bytes: text.toString('base64'), text: null };
      await unwrap(of().call['imports.read']({ name, ...given }));
      return checked();
    },
    async change(change: Parameters<Computer['call']['imports.change']>[0]['change']) {
      await unwrap(of().call['imports.change']({ id: draft().id, change }));
      return checked();
    },
    /** Creates the links of the chosen rows. */
    async create(id = draft().id): Promise<string> {
      return (await unwrap(press(id))).id;
    },
    /** Replaces links with new ones at another price; returns the new ids. */
    async replace(ids: string[], cents: number) {
      const changes = [{ currencyId: 2, price: { kind: 'to' as const, cents }, discount: null }];
      return (await unwrap(of().call['links.replaceMany']({ ids, changes }))).ids;
    },
    /** The first rows of an import, by default of the open file. */
    rows: async (id: string | null = null, filter: ImportFilter = 'all', limit = 2_000) =>
      (await of().store.imports.page({ importId: id ?? draft().id, filter, offset: 0, limit })).rows,
    /** Resolves when all links of an import have an address. */
    sent: (id: string, links: number) => until('all have an address', async () => (await view(id)).sent === links),
    links: () => activeLinks(of().store),
  };
}
