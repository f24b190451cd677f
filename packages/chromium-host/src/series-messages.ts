// The messages between a series of apps and the program that drives it.

/** Sent over the IPC channel of the process. */
export type SeriesRequest =
  | {
      readonly series: 'run';
      readonly folder: string;
      /** By default `out/main/index.js` in the folder. */
      readonly bundle?: string | undefined;
      readonly args: readonly string[];
    }
  /** Ends the app as SIGTERM would. */
  | { readonly series: 'end' };

/** Printed to both outputs, after everything that the app has printed. */
export const endLine = (app: number, code: number): string => `[series] app ${app} has ended with ${code}\n`;

/** Matches once both outputs have the line; its first group is the exit code. */
export const endLines = (app: number): RegExp => {
  const line = `\\[series\\] app ${app} has ended with`;
  return new RegExp(`${line} (\\d+)\\n[^]*${line} \\d+\\n`);
};
