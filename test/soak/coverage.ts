// How often each row of the outcome table was met, and which were met too seldom to prove anything.
import { SOAK_FAULTS } from './faults.ts';
import type { Met } from './outages.ts';

type Coverage = ReadonlyMap<string, Met>;

const metBy = (met: Coverage, name: string): Met => met.get(name) ?? { creates: 0, repeatables: 0 };

/** A line for each fault: the row of the outcome table, and how many creates and other requests met it. */
export function coverageTable(met: Coverage): string {
  const lines = SOAK_FAULTS.map(({ row, name, make }) => {
    const { creates, repeatables } = metBy(met, name);
    const counts = make === null ? `${repeatables} requests` : `${creates} creates, ${repeatables} repeatable`;
    return `${row.padEnd(32)} ${name.padEnd(28)} ${counts}`;
  });
  return lines.join('\n');
}

/** In words, every fault that fewer than `least` requests met. */
export const uncovered = (met: Coverage, least: number): string[] =>
  SOAK_FAULTS.flatMap(({ row, name }) => {
    const { creates, repeatables } = metBy(met, name);
    return creates + repeatables < least ? [`"${row}, ${name}" was met ${creates + repeatables} times only`] : [];
  });
