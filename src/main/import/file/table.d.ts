import type { Delimiter, Encoding } from '../../../shared/link-import.ts';
import type { RowCells } from '../../catalog/records.ts';

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

export function commonWidth(rows: readonly { readonly length: number }[]): number;
export function readTable(
  source: SourceToRead,
):
  | { readonly rows: readonly RowCells[]; readonly facts: TableFacts; readonly refused?: undefined }
  | { readonly refused: Refused; readonly rows?: undefined };
