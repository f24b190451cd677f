// The relay's log: one JSON object a line. Facts are counts, times and codes; never a path, a body, a token or a key.

export type LogFacts = Readonly<Record<string, string | number | boolean | null>>;
export type Log = (event: string, facts?: LogFacts) => void;

export const logTo =
  (write: (line: string) => void): Log =>
  (event, facts = {}) =>
    write(`${JSON.stringify({ time: new Date().toISOString(), event, ...facts })}\n`);

/** The class and code of an error. Its message is left out, because parsers quote what they read. */
export function errorFacts(error: unknown): LogFacts {
  if (!(error instanceof Error)) return { error: typeof error };
  const code =
    'code' in error && (typeof error.code === 'string' || typeof error.code === 'number') ? error.code : null;
  return { error: error.constructor.name, code };
}
