// How the file is read: encoding, delimiter, decimal sign, and what rows have that name no product or currency.
import { Checkbox, NativeSelect } from '@mantine/core';
import type { Delimiter, Encoding, ImportChoices } from '../../../../shared/link-import.ts';
import { useFrame } from '../../../state/frame.ts';
import { ProductSelect } from '../ProductSelect.tsx';
import styles from './import.module.css';

const ENCODINGS: readonly { readonly value: Encoding; readonly label: string }[] = [
  { value: 'utf-8', label: 'UTF-8' },
  { value: 'utf-16le', label: 'UTF-16' },
  { value: 'utf-16be', label: 'UTF-16, big-endian' },
  { value: 'windows-1252', label: 'Windows-1252' },
];
const DELIMITERS: readonly { readonly value: Delimiter; readonly label: string }[] = [
  { value: ',', label: 'Comma' },
  { value: ';', label: 'Semicolon' },
  { value: '\t', label: 'Tab' },
  { value: '|', label: 'Vertical bar' },
];

export interface ReadingFieldsProps {
  readonly choices: ImportChoices;
  change(change: Partial<ImportChoices>): void;
}

export function ReadingFields({ choices, change }: ReadingFieldsProps) {
  const { currencies } = useFrame().settings;
  return (
    <div className={styles.reading}>
      <div className={styles.wide}>
        <ProductSelect
          label="Product where none is named"
          placeholder="None"
          clearable
          value={choices.productId}
          onChange={(productId) => change({ productId })}
        />
      </div>
      <NativeSelect
        label="Currency of prices"
        data={currencies.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={String(choices.currencyId)}
        onChange={(event) => change({ currencyId: Number(event.currentTarget.value) })}
      />
      <NativeSelect
        label="Decimal sign"
        data={[
          { value: '.', label: 'Point (1.50)' },
          { value: ',', label: 'Comma (1,50)' },
        ]}
        value={choices.decimal}
        onChange={(event) => change({ decimal: event.currentTarget.value === ',' ? ',' : '.' })}
      />
      <NativeSelect
        label="Delimiter"
        data={DELIMITERS.map((one) => ({ ...one }))}
        value={choices.delimiter}
        onChange={(event) => change({ delimiter: event.currentTarget.value as Delimiter })}
      />
      <NativeSelect
        label="Encoding"
        data={ENCODINGS.map((one) => ({ ...one }))}
        value={choices.encoding}
        onChange={(event) => change({ encoding: event.currentTarget.value as Encoding })}
      />
      <Checkbox
        className={styles.names ?? ''}
        label="First row has names"
        checked={choices.hasHeader}
        onChange={(event) => change({ hasHeader: event.currentTarget.checked })}
      />
    </div>
  );
}
