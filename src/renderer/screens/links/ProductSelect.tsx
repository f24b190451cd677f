// A combobox over all products: searches in the main process while the name is typed.
import { Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useEffect, useState } from 'react';
import type { ProductView } from '../../../shared/product.ts';
import { exactTime } from '../../components/RelativeTime.tsx';
import { useLive } from '../../state/live.ts';

const SHOWN = 50;

export interface ProductSelectProps {
  /** Its accessible name; `hideLabel` leaves the words out where the place tells. */
  readonly label: string;
  readonly hideLabel?: boolean;
  readonly placeholder: string;
  readonly value: string | null;
  readonly error?: ReactNode;
  readonly clearable?: boolean;
  /** Chooses the product where the store has just one. */
  readonly choosesOnly?: boolean;
  onChange(productId: string | null): void;
}

export function ProductSelect(props: ProductSelectProps) {
  const { label, hideLabel, placeholder, value, error, clearable = false, choosesOnly = false, onChange } = props;
  const [text, setText] = useState('');
  const chosen = useLive('products.get', { id: value ?? '-' }, ['products']).data ?? null;
  // The name of what is chosen stands in the field; it is not a search.
  const wanted = text === chosen?.fields.productTitle ? '' : text;
  const [search] = useDebouncedValue(wanted, 80);
  const { data } = useLive('products.list', { offset: 0, limit: SHOWN, search, state: null }, ['products']);
  const only = choosesOnly && search === '' && data?.total === 1 ? data.rows[0]?.id : undefined;
  useEffect(() => {
    if (only !== undefined && value === null) onChange(only);
  }, [only, value, onChange]);

  const rows = data?.rows ?? [];
  const options = chosen && !rows.some(({ id }) => id === chosen.id) ? [chosen, ...rows] : rows;
  const byId = new Map(options.map((product) => [product.id, product]));
  return (
    <Select
      {...(hideLabel ? { 'aria-label': label } : { label })}
      placeholder={placeholder}
      searchable
      openOnFocus={false}
      allowDeselect={false}
      selectFirstOptionOnChange
      clearable={clearable}
      clearButtonProps={{ 'aria-label': 'Show all products' }}
      nothingFoundMessage={data ? 'No product found' : 'Searching…'}
      data={options.map((product) => ({ value: product.id, label: product.fields.productTitle }))}
      filter={({ options: all }) => all}
      renderOption={({ option }) => <Option product={byId.get(option.value)} among={options} />}
      value={value}
      searchValue={text}
      onSearchChange={setText}
      error={error}
      onChange={onChange}
    />
  );
}

/** Products of the same title are told apart by when they were made. */
function Option({
  product,
  among,
}: {
  readonly product: ProductView | undefined;
  readonly among: readonly ProductView[];
}) {
  if (!product) return null;
  const title = product.fields.productTitle;
  const alike = among.filter((other) => other.fields.productTitle === title).length > 1;
  return (
    <div style={{ minWidth: 0 }}>
      <Text size="sm" truncate title={title}>
        {title}
      </Text>
      {alike && (
        <Text size="xs" c="dimmed">
          {exactTime(product.createdAt)}
          {product.serverId !== null && `, id ${product.serverId}`}
        </Text>
      )}
    </div>
  );
}
