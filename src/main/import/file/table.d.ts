import type { Delimiter, Encoding } from '../../../shared/link-import.ts';
import type { RowCells } from '../../catalog/records.ts';

/** Why a source cannot be read as a table: keys of messages. */
export type Refused =
  | { readonly why: 'empty' | 'workbook' | 'binary' | 'withoutRows' }
  | { readonly why: 'tooWide'; readonly line: number; readonly cells: number; readonly most: number }
  | { readonly why: 'tooLong'; readonly most: number };

export interface TableFacts {
  readonly encoding: Encoding;
  /** The encoding was guessed, and others would fit too. */
  readonly isGuess: boolean;
  readonly delimiter: Delimiter;
  /** Rows with characters that are invalid in the encoding. */
  readonly unreadable: number;
  readonly damaged: readonly { readonly at: number; readonly cells: number }[];
}

/** The bytes of a file in base64, or pasted text. An encoding or a delimiter that is missing is guessed. */
export interface SourceToRead {
  readonly bytes?: string | null;
  readonly text?: string | null;
  readonly encoding?: Encoding | undefined;
  readonly delimiter?: Delimiter | undefined;
}

export function commonWidth(rows: readonly { readonly length: number }[]): number;
export function readTable(
  source: SourceToRead,
):
  | { readonly rows: readonly RowCells[]; readonly facts: TableFacts; readonly refused?: undefined }
  | { readonly refused: Refused; readonly rows?: undefined };
