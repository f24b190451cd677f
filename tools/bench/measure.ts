// Shared by all benchmarks: result rows and timing.

export interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly target: string;
  readonly pass: boolean;
}

const round = (value: number): number => Math.round(value * 100) / 100;

export const atMost = (name: string, value: number, unit: string, limit: number): Row => ({
  name,
  value: round(value),
  unit,
  target: `≤ ${limit}`,
  pass: value <= limit,
});

export const below = (name: string, value: number, unit: string, limit: number): Row => ({
  ...atMost(name, value, unit, limit),
  target: `< ${limit}`,
  pass: value < limit,
});

export const atLeast = (name: string, value: number, unit: string, limit: number): Row => ({
  ...atMost(name, value, unit, limit),
  target: `≥ ${limit}`,
  pass: value >= limit,
});

/** An informative figure without a limit in the design. */
export const withoutTarget = (name: string, value: number, unit: string): Row => ({
  name,
  value: round(value),
  unit,
  target: 'none',
  pass: true,
});

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [lower = Number.NaN, upper = lower] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (lower + upper) / 2;
}

export const formatCount = (count: number): string => count.toLocaleString('en');
