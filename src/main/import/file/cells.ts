// Reads single cells: yes or no, and the decimal sign of amounts.
import { type DecimalSign, decimalsOf } from '../../../shared/amount.ts';
import { eachInTurns } from '../../turns.ts';

/** In the languages of the app, without accents. */
const YES = new Set('yes,y,true,1,x,✓,ja,wahr,oui,vrai,si,verdadero,sim,verdadeiro,はい'.split(','));
const NO = new Set(',no,n,false,0,-,nein,falsch,non,faux,falso,nao,いいえ'.split(','));

/** Returns null for neither yes nor no. */
export function yesOrNo(cell: string): boolean | null {
  const text = cell
    .trim()
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '');
  if (YES.has(text)) return true;
  return NO.has(text) ? false : null;
}

/**
 * The decimal sign of the amounts; null where none has one for certain, or where they differ. "1,500" beside "12,50" is
 * 1500 by mistake more often than 1.5, so it leaves the sign open unless another amount has three decimals for certain.
 * `refused`: those of rows saved with their errors. Rows that left such a "1,500" open may be missing, so it stays open.
 */
export async function findDecimal(
  amounts: Iterable<string>,
  refused: Iterable<string> = [],
): Promise<DecimalSign | null> {
  const certain = new Set<DecimalSign>();
  const possible = new Set<DecimalSign>();
  let hasThree = false;
  let isOpen = false;
  await eachInTurns(amounts, (amount) => {
    const decimals = decimalsOf(amount);
    if (decimals === null) return;
    (decimals.isCertain ? certain : possible).add(decimals.sign);
    hasThree ||= decimals.isCertain && decimals.count === 3;
  });
  await eachInTurns(refused, (amount) => {
    isOpen ||= decimalsOf(amount)?.isCertain === false;
  });
  const [sign] = certain;
  if (isOpen || sign === undefined || certain.size > 1) return null;
  return possible.has(sign) && !hasThree ? null : sign;
}
