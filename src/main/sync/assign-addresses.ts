// Finds the change that a pasted address belongs to: by product, and by the text beside the address. Pure.
import { currenciesCalled } from '../../shared/amount.ts';
import type { Currency } from '../../shared/money.ts';

/** A payment link in doubt. Those with the same `content` are interchangeable. */
export interface LinkInDoubt {
  readonly id: string;
  readonly content: string;
  /** With a discount, both amounts. */
  readonly amounts: readonly Amount[];
  /** The values, as `wordsOf` returns them. */
  readonly metadata: readonly string[];
}

export interface Amount {
  readonly cents: number;
  readonly currencyId: number;
}

/** What matched beside the address; `product`: no other change of its product was left. */
export type Evidence = 'metadata' | 'price' | 'product';
export interface Assigned {
  readonly id: string;
  readonly by: Evidence;
}

/** The changes that an address may belong to, by the text beside it. `by`: null if the text contradicts all. */
export interface Claim {
  readonly candidates: readonly LinkInDoubt[];
  readonly by: Evidence | null;
}

/** Each assignment can make others unambiguous. This limit is enough for any real text. */
const ROUNDS = 20;

/** The change for each index of `claims`; none where more than one is possible. */
export function assignAddresses(claims: readonly Claim[]): ReadonlyMap<number, Assigned> {
  const assigned = new Map<number, Assigned>();
  const taken = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = assigned.size;
    for (const [content, indexes] of claimsByContent(claims, assigned, taken)) {
      const free = freeOf(
        indexes.flatMap((index) => claims[index]?.candidates ?? []),
        content,
        taken,
      );
      if (indexes.length > free.length) continue;
      for (const [at, index] of indexes.entries()) {
        const change = free[at];
        const claim = claims[index];
        if (!change || !claim?.by) continue;
        taken.add(change.id);
        assigned.set(index, { id: change.id, by: claim.by });
      }
    }
    if (assigned.size === before) break;
  }
  return assigned;
}

/** Unassigned claims whose remaining candidates all have the same content, by that content. */
function claimsByContent(
  claims: readonly Claim[],
  assigned: ReadonlyMap<number, Assigned>,
  taken: ReadonlySet<string>,
): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const [index, { candidates, by }] of claims.entries()) {
    if (by === null || assigned.has(index)) continue;
    const contents = new Set(candidates.filter(({ id }) => !taken.has(id)).map(({ content }) => content));
    const [only] = contents;
    if (only === undefined || contents.size > 1) continue;
    const others = found.get(only);
    if (others) others.push(index);
    else found.set(only, [index]);
  }
  return found;
}

function freeOf(candidates: readonly LinkInDoubt[], content: string, taken: ReadonlySet<string>): LinkInDoubt[] {
  const free = candidates.filter((change) => change.content === content && !taken.has(change.id));
  return [...new Map(free.map((change) => [change.id, change])).values()];
}

/**
 * Returns the changes that match the text best, or all if none matches. A price with its currency that none of them has
 * contradicts them, whatever else matches: the address may belong to another link.
 */
export function claimOf(text: string, candidates: readonly LinkInDoubt[], currencies: readonly Currency[]): Claim {
  const words = wordsOf(text);
  const prices = pricesIn(text, currencies);
  const found = candidates.map(({ metadata, amounts }) => ({
    values: metadata.filter((value) => words.includes(value)).length,
    prices: amounts.filter((amount) => prices.some((price) => isSame(price, amount))).length,
  }));
  // An order number is stronger evidence than all prices.
  const scores = found.map(({ values, prices }) => values * 10 + prices);
  const best = Math.max(0, ...scores);
  const isContradicted = best % 10 === 0 && prices.some(({ currencyIds }) => currencyIds);
  const by = best === 0 ? 'product' : best < 10 ? 'price' : 'metadata';
  return { candidates: candidates.filter((_, at) => scores[at] === best), by: isContradicted ? null : by };
}

/** `currencyIds`: what the sign or code beside the amount can mean; null without one. */
interface PriceInText {
  readonly cents: number;
  readonly currencyIds: readonly number[] | null;
}

const isSame = ({ cents, currencyIds }: PriceInText, amount: Amount): boolean =>
  cents === amount.cents && (currencyIds?.includes(amount.currencyId) ?? true);

/** A number with the words or signs on both sides of it. */
const withSides = (number: string) =>
  new RegExp(
    String.raw`(?<before>[\p{L}\p{Sc}]+)?\s?(?<![\p{N}.,])(?<number>${number})(?=(?:\s?(?<after>[\p{L}\p{Sc}]+))?)`,
    'gu',
  );
const NUMBER = withSides(String.raw`\d[\d.,'’]*`);
/** With spaces between thousands. "2 150,00" can also be a quantity and a price, as `NUMBER` reads it. */
const SPACED = withSides(String.raw`\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?:[.,]\d{1,2})?(?!\d)`);

/** A whole amount, such as "60" or "60,-". */
const WHOLE = /^(?<number>\d+)(?:[.,][-–—]{1,2})?$/u;

/** The prices in a text: numbers with two decimals, beside a currency, or alone. Other numbers are quantities or ids. */
function pricesIn(text: string, currencies: readonly Currency[]): PriceInText[] {
  const whole = WHOLE.exec(text.trim())?.groups?.number;
  if (whole !== undefined) return [{ cents: Number(whole) * 100, currencyIds: null }];
  return [...text.matchAll(NUMBER), ...text.matchAll(SPACED)].flatMap(({ groups }) => {
    const { before = '', number = '', after = '' } = groups ?? {};
    const signs = [before, after].filter((sign) => isCurrency(sign, currencies));
    const decimals = /[.,](\d{1,2})$/.exec(number)?.[1] ?? '';
    if (signs.length === 0 && decimals.length < 2) return [];
    const whole = (decimals === '' ? number : number.slice(0, -decimals.length - 1)).replace(/\D/gu, '');
    return {
      cents: Number(whole) * 100 + Number(decimals.padEnd(2, '0')),
      currencyIds:
        signs.length === 0 ? null : signs.flatMap((sign) => currenciesCalled(sign, currencies).map(({ id }) => id)),
    };
  });
}

const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** A currency of the seller, or the sign or code of any. */
const isCurrency = (sign: string, currencies: readonly Currency[]): boolean =>
  /^\p{Sc}$/u.test(sign) || CODES.has(sign) || currenciesCalled(sign, currencies).length > 0;

/** The words of a text between single spaces, so that "104" is not found in "1042"; '' where there are none. */
export const wordsOf = (text: string): string => {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu);
  return words ? ` ${words.join(' ')} ` : '';
};
