// The fields for encoding, delimiter, decimal sign, and the defaults for product and currency.

import { NativeSelect } from '@mantine/core';
import {
  type Delimiter,
  decimalSignSchema,
  delimiterSchema,
  ENCODING_NAMES,
  type Encoding,
  encodingSchema,
  type ImportChange,
  type ImportDraftView,
  namesProduct,
} from '../../../../shared/link-import.ts';
import { texts } from '../../../../shared/texts/window.ts';
import { useFrame } from '../../../state/frame.ts';
import { ProductSelect } from '../ProductSelect.tsx';
import styles from './import.module.css';

const t = texts.linkImport.fields;

interface ReadingFieldsProps {
  readonly draft: ImportDraftView;
  change(change: ImportChange): void;
}

export function ReadingFields({ draft, change }: ReadingFieldsProps) {
  const { choices } = draft;
  const { currencies } = useFrame().settings;
  return (
    <div className={styles.reading}>
      {choices.roles.some(namesProduct) && <ProductField {...{ draft, change }} />}
      <NativeSelect
        label={t.currency}
        data={currencies.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={String(choices.currencyId)}
        onChange={(event) => change({ currencyId: Number(event.currentTarget.value) })}
      />
      <NativeSelect
        label={t.decimalSign}
        data={(['', ...decimalSignSchema.options] as const).map((value) => ({
          value,
          label: t.decimalSigns[value],
        }))}
        value={choices.decimal ?? ''}
        onChange={(event) => change({ decimal: decimalSignSchema.safeParse(event.currentTarget.value).data ?? null })}
      />
      <TextFields draft={draft} change={change} />
    </div>
  );
}

/** Of a file without a column for it, it stands above the folded fields. */
export function ProductField({ draft: { choices }, change }: ReadingFieldsProps) {
  return (
    <div className={styles.wide}>
      <ProductSelect
        label={t.product}
        placeholder={t.noProduct}
        clearable
        value={choices.productId}
        onChange={(productId) => change({ productId })}
      />
    </div>
  );
}

function TextFields({ draft: { choices, head }, change }: ReadingFieldsProps) {
  return (
    <>
      <NativeSelect
        label={t.delimiter}
        data={delimiterSchema.options.map((value) => ({ value, label: t.delimiters[value] }))}
        value={choices.delimiter}
        onChange={(event) => change({ delimiter: event.currentTarget.value as Delimiter })}
      />
      <NativeSelect
        label={t.encoding}
        data={encodingSchema.options.map((value) => ({ value, label: ENCODING_NAMES[value] }))}
        value={choices.encoding}
        onChange={(event) => change({ encoding: event.currentTarget.value as Encoding })}
      />
      <NativeSelect
        label={t.headerLine}
        data={[
          { value: '', label: t.noHeader },
          ...head.map(({ line, text }) => ({ value: String(line), label: t.headLine({ line, text }) })),
        ]}
        value={choices.headerLine === null ? '' : String(choices.headerLine)}
        onChange={({ currentTarget: { value } }) => change({ headerLine: value === '' ? null : Number(value) })}
      />
    </>
  );
}
