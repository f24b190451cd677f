// A parsed message in few characters, as the built app contains it; `message.ts` expands it when it is first used.

/** "#": the number of the surrounding plural. */
export type Pound = 0;

export type Argument = readonly [name: string];
export type Formatted = readonly [name: string, kind: 'number' | 'date' | 'time', style?: string | object];
export type Select = readonly [name: string, kind: 'select', options: Options];
export type Plural = readonly [name: string, kind: 'plural' | 'ordinal', options: Options, offset?: number];
export type Tag = readonly [name: string, kind: 'tag', content: Content];

export type Part = string | Pound | Argument | Formatted | Select | Plural | Tag;

/** One string alone stands without an array. */
export type Content = string | readonly Part[];
export type Options = Readonly<Record<string, Content>>;

/** Messages in the nesting of their ids: "links/newLink" is in `links`, at `newLink`. */
export interface Catalog {
  readonly [key: string]: Content | Catalog;
}
