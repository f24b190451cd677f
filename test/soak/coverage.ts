// How often each row of the outcome table occurred, and which occurred too rarely to prove anything.
import { SOAK_FAULTS } from './faults.ts';
import type { Met } from './outages.ts';

type Coverage = ReadonlyMap<string, Met>;

const metBy = (met: Coverage, name: string): Met => met.get(name) ?? { creates: 0, repeatables: 0 };

/** A line per fault: its row of the outcome table, and its number of creates and other requests. */
export function coverageTable(met: Coverage): string {
  const lines = SOAK_FAULTS.map(({ row, name, make }) => {
    const { creates, repeatables } = metBy(met, name);
    const counts = make === null ? `${repeatables} requests` : `${creates} creates, ${repeatables} repeatable`;
    return `${row.padEnd(32)} ${name.padEnd(28)} ${counts}`;
  });
  return lines.join('\n');
}

/** Every fault with fewer than `least` requests, in words. */
export const uncovered = (met: Coverage, least: number): string[] =>
  SOAK_FAULTS.flatMap(({ row, name }) => {
    const { creates, repeatables } = metBy(met, name);
    return creates + repeatables < least ? [`"${row}, ${name}" was met ${creates + repeatables} times only`] : [];
  });
