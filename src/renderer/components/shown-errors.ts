// Which errors a form shows: before the first submit those of blurred fields, after it all but those of rows added since.
import type { FieldErrors } from './form.ts';

/** The value at a path such as `prices.0.price`. */
export const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce((inside, part) => (inside as Record<string, unknown> | undefined)?.[part], value);

const rowKeyOf = (value: unknown): string | undefined => (value as { readonly rowKey?: string } | null)?.rowKey;

/** The path with the `rowKey` of a row in place of its index: rows move when one above them is removed. */
function lasting(typed: object, path: string): { readonly name: string; readonly row: string | undefined } {
  const [list = '', index = '', ...rest] = path.split('.');
  const row = index === '' ? undefined : rowKeyOf(valueAt(typed, `${list}.${index}`));
  return { name: row === undefined ? path : [list, row, ...rest].join('.'), row };
}

const rowsOf = (typed: object): string[] =>
  Object.values(typed).flatMap((value) => (Array.isArray(value) ? value.flatMap((row) => rowKeyOf(row) ?? []) : []));

export class ShownErrors {
  /** The rows at the last submit; null before the first. */
  #tried: ReadonlySet<string> | null = null;
  /** Fields that were blurred while invalid, until they are valid. */
  #left = new Set<string>();

  /** The form is submitted. */
  try(typed: object): void {
    this.#tried = new Set(rowsOf(typed));
  }

  /** A field is blurred. An empty one is reported at submit only. */
  leave(path: string, typed: object): void {
    const value = valueAt(typed, path);
    if (typeof value === 'string' && value.trim() !== '') this.#left.add(lasting(typed, path).name);
  }

  /** The errors to show. */
  of(errors: FieldErrors, typed: object): FieldErrors {
    const wrong = Object.entries(errors).map(([path, message]) => ({ path, message, ...lasting(typed, path) }));
    const names = new Set(wrong.map(({ name }) => name));
    this.#left = new Set([...this.#left].filter((name) => names.has(name)));
    const shown = wrong.filter(({ name, row }) => this.#left.has(name) || this.#isTried(row));
    return Object.fromEntries(shown.map(({ path, message }) => [path, message]));
  }

  #isTried(row: string | undefined): boolean {
    return this.#tried !== null && (row === undefined || this.#tried.has(row));
  }
}
