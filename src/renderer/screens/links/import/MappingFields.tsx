// The fields for how a file is read: product, currency, decimal sign, delimiter, encoding, header, and the role of each column.

import { NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import {
  decimalSignSchema,
  delimiterSchema,
  ENCODING_NAMES,
  encodingSchema,
  type ImportChange,
  type ImportDraftView,
  namesProduct,
} from '../../../../shared/link-import.ts';
import { texts as shared } from '../../../../shared/texts/main.ts';
import { texts } from '../../../../shared/texts/window.ts';
import { useFrame } from '../../../state/frame.ts';
import { ProductSelect } from '../ProductSelect.tsx';
import styles from './import.module.css';
import { optionOf, roleOptions } from './roles.ts';

const t = texts.linkImport.fields;

interface FieldsProps {
  readonly draft: ImportDraftView;
  change(change: ImportChange): void;
}

/** Shown above the folded fields if no column names the product. */
export function ProductField({ draft: { choices }, change }: FieldsProps) {
  // The draft follows only after an answer, and typing must not wait for that.
  const [productId, setProductId] = useState(choices.productId);
  useEffect(() => setProductId(choices.productId), [choices.productId]);
  return (
    <div className={styles.wide}>
      <ProductSelect
        label={t.product}
        placeholder={t.noProduct}
        clearable
        value={productId}
        onChange={(id) => {
          setProductId(id);
          change({ productId: id });
        }}
      />
    </div>
  );
}

export function ReadingFields({ draft, change }: FieldsProps) {
  const { choices, head } = draft;
  const { currencies } = useFrame().settings;
  const select = (
    label: string,
    value: string,
    data: { value: string; label: string }[],
    put: (value: string) => void,
  ) => <NativeSelect label={label} value={value} data={data} onChange={(event) => put(event.currentTarget.value)} />;
  return (
    <div className={styles.reading}>
      {choices.roles.some(namesProduct) && <ProductField {...{ draft, change }} />}
      {select(
        t.currency,
        String(choices.currencyId),
        currencies.map(({ id, name }) => ({ value: String(id), label: name })),
        (value) => change({ currencyId: Number(value) }),
      )}
      {select(
        t.decimalSign,
        choices.decimal ?? '',
        (['', ...decimalSignSchema.options] as const).map((value) => ({ value, label: t.decimalSigns[value] })),
        (value) => change({ decimal: decimalSignSchema.safeParse(value).data ?? null }),
      )}
      {select(
        t.delimiter,
        choices.delimiter,
        delimiterSchema.options.map((value) => ({ value, label: t.delimiters[value] })),
        (value) => change({ delimiter: delimiterSchema.parse(value) }),
      )}
      {select(
        t.encoding,
        choices.encoding,
        encodingSchema.options.map((value) => ({ value, label: ENCODING_NAMES[value] })),
        (value) => change({ encoding: encodingSchema.parse(value) }),
      )}
      {select(
        t.headerLine,
        String(choices.headerLine ?? ''),
        [
          { value: '', label: t.noHeader },
          ...head.map(({ line, text }) => ({ value: String(line), label: t.headLine({ line, text }) })),
        ],
        (value) => change({ headerLine: value === '' ? null : Number(value) }),
      )}
    </div>
  );
}

/** The role of each column, with a few of its values. */
export function ColumnFields({ draft: { choices, columns }, change }: FieldsProps) {
  const { currencies } = useFrame().settings;
  return (
    <fieldset className={styles.columns}>
      <legend>{texts.linkImport.columns.title}</legend>
      {columns.map(({ name, samples }, index) => {
        const role = choices.roles[index] ?? { kind: 'ignore' as const };
        const options = roleOptions(currencies, name);
        // Null keeps the role of a column.
        const put = (chosen = role) => change({ roles: columns.map((_, other) => (other === index ? chosen : null)) });
        const sampleText = samples.join(' · ');
        return (
          <Stack key={name} gap={4} miw={0}>
            <NativeSelect
              label={name}
              data={options.map(({ value, label }) => ({ value, label }))}
              value={optionOf(role)}
              onChange={({ currentTarget: { value } }) => put(options.find((one) => one.value === value)?.role)}
            />
            {role.kind === 'metadata' && (
              <MetadataKey column={name} value={role.key} change={(key) => put({ kind: 'metadata', key })} />
            )}
            <Text size="xs" c="dimmed" truncate mih={18} title={sampleText}>
              {sampleText}
            </Text>
          </Stack>
        );
      })}
    </fieldset>
  );
}

/** Applied on blur, because each change checks all rows again. */
function MetadataKey(props: { readonly column: string; readonly value: string; change(key: string): void }) {
  const { column, value, change } = props;
  return (
    <TextInput
      key={value}
      aria-label={texts.linkImport.columns.metadataKeyFor({ column })}
      placeholder={texts.linkImport.columns.metadataKey}
      maxLength={200}
      defaultValue={value}
      error={value.trim() === '' ? shared.fields.metadata.enterKey : undefined}
      onBlur={({ currentTarget: { value: typed } }) => typed !== value && change(typed)}
      onKeyDown={({ key, nativeEvent, currentTarget }) => {
        // Not the Enter that ends a Japanese word.
        if (key === 'Enter' && !nativeEvent.isComposing) currentTarget.blur();
      }}
    />
  );
}
