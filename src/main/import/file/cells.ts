// What single cells say: yes or no, and which decimal sign the amounts have.
import { type DecimalSign, decimalSignOf } from '../../../shared/amount.ts';
import { eachInTurns } from '../../turns.ts';

const YES = new Set(['yes', 'y', 'true', '1', 'x', '✓', 'ja', 'oui', 'si', 'sí', 'wahr']);
const NO = new Set(['', 'no', 'n', 'false', '0', '-', 'nein', 'non', 'falsch']);

/** Null where a cell says neither yes nor no. */
export function yesOrNo(cell: string): boolean | null {
  const said = cell.trim().toLowerCase();
  if (YES.has(said)) return true;
  return NO.has(said) ? false : null;
}

/** The decimal sign of the amounts; null where none has one for certain, or where they differ. */
export async function findDecimal(amounts: Iterable<string>): Promise<DecimalSign | null> {
  const found = new Set<DecimalSign>();
  await eachInTurns(amounts, (amount) => {
    const sign = decimalSignOf(amount);
    if (sign !== null) found.add(sign);
  });
  const [sign = null] = found;
  return found.size === 1 ? sign : null;
}
