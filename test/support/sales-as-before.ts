// Writes rows of sales as an earlier version did; today's app would read their events and give them other ids and states.
import { join } from 'node:path';
import type { SaleRecord } from '../../src/main/catalog/records.ts';
import { Database } from '../../src/main/storage/database.ts';
import type { Computer } from './computer.ts';

export function storeAsBefore({ store: { catalog, id: storeId }, dataFolder }: Computer, ...sales: SaleRecord[]): void {
  for (const sale of sales) {
    const id = `stand-in ${sale.id}`;
    const { body = '', ...event } = sale.event ?? {};
    catalog.transaction(() => catalog.sales.take({ ...sale, id, event: sale.event && { ...sale.event, body: '{}' } }));
    const database = new Database(join(dataFolder, 'stores', storeId, 'catalog.db'), { what: 'The catalog' });
    database.run(
      'UPDATE sales SET id = ?, record = ?, body = ? WHERE id = ?',
      ...[sale.id, JSON.stringify({ ...sale, event }), body, id],
    );
    void database.close();
  }
}
