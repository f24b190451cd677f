// How English counts: "1 link", "1,234 links".

export interface Counting {
  number(count: number): string;
  /** `many`: the plural, if adding an s to `one` is not enough. */
  counted(count: number, one: string, many?: string): string;
}

/** @param locale whose digits are grouped how */
export function counting(locale: string): Counting {
  const number = (count: number) => count.toLocaleString(locale);
  return { number, counted: (count, one, many = `${one}s`) => `${number(count)} ${count === 1 ? one : many}` };
}
