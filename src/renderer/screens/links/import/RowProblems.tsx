// The errors and notes of one row in full; the table cuts them.

import { Button, Group, Text } from '@mantine/core';
import type { ImportRow } from '../../../../shared/link-import.ts';
import { capitalized } from '../../../../shared/text.ts';
import { texts } from '../../../../shared/texts/window.ts';
import styles from './rows.module.css';

const t = texts.linkImport.row;

/** The row's dialog shows the rest. */
const SHOWN = 3;

/** "Price: Enter a price". */
export const errorsOf = ({ errors }: ImportRow): string[] =>
  errors.map(({ column, message }) =>
    column === '' ? message : t.problemInColumn({ column: capitalized(column), problem: message }),
  );

export function RowProblems({ row, open }: { readonly row: ImportRow; open(row: ImportRow): void }) {
  const errors = errorsOf(row);
  const all = [...errors, ...row.warnings];
  const more = all.length - SHOWN;
  return (
    <section className={styles.detail} aria-label={t.problemsOfRow}>
      <Text size="sm" fw={600}>
        {t.lineNumber({ line: row.line })}
      </Text>
      <div>
        {all.slice(0, SHOWN).map((text, at) => (
          <Text
            key={text}
            size="sm"
            lineClamp={4}
            title={text}
            className={(at < errors.length ? styles.wrong : styles.odd) ?? ''}
          >
            {text}
          </Text>
        ))}
        {more > 0 && <Text size="sm">{t.moreProblems({ more })}</Text>}
      </div>
      <Group gap={8} wrap="nowrap">
        {hasOtherLink(row) && <ShowLink row={row} />}
        <Button size="xs" variant="default" onClick={() => open(row)}>
          {t.showWhole}
        </Button>
      </Group>
    </section>
  );
}

/** A link that the row would duplicate, which the seller should see first. */
export const hasOtherLink = ({ state }: ImportRow): boolean =>
  state === 'repriced' || state === 'unconfirmed' || state === 'refused';

/** Opens the link that a row would duplicate, to replace its price or to settle it. The file stays open. */
export function ShowLink({ row, onClick }: { readonly row: ImportRow; readonly onClick?: () => void }) {
  return (
    <div>
      <Button
        size="xs"
        variant="default"
        component="a"
        href={`#/links/${encodeURIComponent(row.linkId ?? '')}`}
        {...(onClick && { onClick })}
      >
        {t.showLink}
      </Button>
    </div>
  );
}
