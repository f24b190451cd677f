// Rows of a name and a value: metadata of a link, or fields of a checkout address.
import { ActionIcon, Button, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { texts } from '../../../shared/texts/window.ts';
import { useAddedRow } from '../../kit/form.tsx';
import styles from './LinkForm.module.css';

export interface Pair {
  /** The React key, which stays when a row above is removed. */
  readonly rowKey: string;
  readonly key: string;
  readonly value: string;
}

interface PairRowsProps<P extends Pair> {
  readonly title: string;
  readonly hint?: string;
  readonly words: {
    readonly key: string;
    readonly add: string;
  } & Readonly<Record<'keyAt' | 'valueAt' | 'remove', (at: { readonly place: number }) => string>>;
  readonly rows: readonly P[];
  /** The errors of one row's fields. */
  errorsAt(index: number): { readonly key?: ReactNode; readonly value?: ReactNode };
  /** The error of all rows together. */
  readonly error?: ReactNode;
  /** Focuses the first value. */
  readonly first?: boolean;
  blank(): P;
  onChange(rows: readonly P[]): void;
}

export function PairRows<P extends Pair>(props: PairRowsProps<P>) {
  const { title, hint, words, rows, errorsAt, error, first = false, blank, onChange } = props;
  const { rows: element, adding } = useAddedRow(rows.length);
  const change = (index: number, part: Partial<Pair>) =>
    onChange(rows.map((row, rowIndex) => (rowIndex === index ? { ...row, ...part } : row)));
  const add = () => {
    adding();
    onChange([...rows, blank()]);
  };
  return (
    <Stack gap={8} ref={element}>
      <div>
        <Text size="sm" fw={500}>
          {title}
        </Text>
        {hint && (
          <Text size="xs" c="dimmed">
            {hint}
          </Text>
        )}
      </div>
      {rows.map((row, index) => {
        const position = { place: index + 1 };
        const errors = errorsAt(index);
        return (
          <div key={row.rowKey} className={styles.pair}>
            <TextInput
              aria-label={words.keyAt(position)}
              placeholder={words.key}
              autoComplete="off"
              spellCheck={false}
              data-optional
              data-row={index}
              value={row.key}
              error={errors.key}
              onChange={(event) => change(index, { key: event.currentTarget.value })}
            />
            <TextInput
              aria-label={words.valueAt(position)}
              placeholder={texts.linkForm.metadata.value}
              autoComplete="off"
              spellCheck={false}
              data-optional
              data-first={(first && index === 0) || undefined}
              value={row.value}
              error={errors.value}
              onChange={(event) => change(index, { value: event.currentTarget.value })}
            />
            <ActionIcon
              size={32}
              aria-label={words.remove(position)}
              title={words.remove(position)}
              onClick={() => onChange(rows.filter((other) => other !== row))}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </div>
        );
      })}
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
      <div>
        <Button variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
          {words.add}
        </Button>
      </div>
    </Stack>
  );
}
