import type { Delimiter, Encoding } from '../../../shared/link-import.ts';

export interface RawRow {
  /** Where it begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  readonly quotes: { readonly code: 'quoteNotClosed' | 'quoteOutOfPlace'; readonly last: number } | null;
}

/** Why a source is no table: keys of messages. */
export type Refused =
  | { readonly why: 'empty' | 'workbook' | 'binary' | 'withoutRows' }
  | { readonly why: 'tooWide'; readonly line: number; readonly cells: number; readonly most: number }
  | { readonly why: 'tooLong'; readonly most: number };

export interface TableFacts {
  readonly encoding: Encoding;
  /** The encoding was found, and others would fit. */
  readonly isGuess: boolean;
  readonly delimiter: Delimiter;
  /** Rows with characters that the encoding does not have. */
  readonly unreadable: number;
  readonly damaged: readonly { readonly at: number; readonly cells: number }[];
}

/** One of `base64` and `text` is there; an encoding or a delimiter that is null is found. */
export interface SourceToRead {
  readonly base64: string | null;
  readonly text: string | null;
  readonly encoding: Encoding | null;
  readonly delimiter: Delimiter | null;
}

export function whyNotText(bytes: Buffer): string | null;
export function findEncoding(bytes: Buffer): { readonly encoding: Encoding; readonly isCertain: boolean };
export function decode(bytes: Buffer, encoding: Encoding): string;
export function isBinary(text: string): boolean;
export function withPlainLineBreaks(text: string): string;
export function findDelimiter(text: string): Delimiter;
export function commonWidth(rows: readonly { readonly length: number }[]): number;
export function splitRows(
  text: string,
  delimiter: Delimiter,
): { readonly rows: readonly RawRow[]; readonly refused?: undefined } | { readonly refused: Refused };
export function readTable(
  source: SourceToRead,
):
  | { readonly rows: readonly RawRow[]; readonly facts: TableFacts; readonly refused?: undefined }
  | { readonly refused: Refused };
