// Result rows and timing.

export interface Row {
  readonly what: string;
  readonly value: number;
  readonly unit: '×' | 'ms';
  readonly mustBe: string;
  readonly pass: boolean;
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

export const atMost = (limit: number, what: string, value: number, unit: Row['unit'] = '×'): Row => {
  return { what, value: rounded(value), unit, mustBe: `≤ ${limit}`, pass: value <= limit };
};
export const atLeast = (limit: number, what: string, value: number): Row => {
  return { what, value: rounded(value), unit: '×', mustBe: `≥ ${limit}`, pass: value >= limit };
};

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** The medians of several works in ms. They take turns, so that other load on the computer affects all of them. */
export async function medians(rounds: number, works: readonly (() => Promise<unknown>)[]): Promise<number[]> {
  const times = works.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, work] of works.entries()) times[index]?.push(await timed(work));
  }
  return times.map(median);
}

export const formatCount = (count: number): string => count.toLocaleString('en');
