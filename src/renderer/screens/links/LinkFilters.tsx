// The filters of the payment links list, with their counts.

import { Checkbox, SegmentedControl } from '@mantine/core';
import { shallowEqual } from '@mantine/hooks';
import { memo } from 'react';
import type { Input, Output } from '../../../shared/contract.ts';
import { localeInUse } from '../../../shared/texts/catalog.ts';
import { texts } from '../../../shared/texts/window.ts';
import { ANY_TIME, type Created } from './created.ts';
import { DateFilter } from './DateFilter.tsx';
import styles from './Links.module.css';
import { ProductSelect } from './ProductSelect.tsx';

const { filters: t, facts } = texts.links;

export type LinkFilter = Pick<Input<'links.list'>, 'sync' | 'productId'> & {
  readonly onlyOnce: boolean;
  readonly onlySold: boolean;
  readonly created: Created;
};
export const NO_FILTER: LinkFilter = {
  sync: 'all',
  productId: null,
  onlyOnce: false,
  onlySold: false,
  created: ANY_TIME,
};

interface LinkFiltersProps {
  readonly filter: LinkFilter;
  /** Undefined before the first response. */
  readonly counts: Output<'links.count'>['counts'] | undefined;
  /** Must be stable, or the filters render with each key typed in the search. */
  change(change: Partial<LinkFilter>): void;
}

function Filters({ filter, counts, change }: LinkFiltersProps) {
  const { sync, productId, onlyOnce, onlySold, created } = filter;
  const figure = (count: keyof NonNullable<typeof counts>) => counts?.[count].toLocaleString(localeInUse()) ?? '';
  const counted = (label: string, count: keyof NonNullable<typeof counts>) => `${label} ${figure(count)}`.trim();
  return (
    <div className={styles.filters}>
      <SegmentedControl
        size="xs"
        aria-label={t.byState}
        value={sync}
        onChange={(value) => change({ sync: value as LinkFilter['sync'] })}
        data={[
          { value: 'all', label: counted(t.all, 'all') },
          { value: 'waiting', label: counted(t.waiting, 'waiting') },
          { value: 'attention', label: counted(t.needsAttention, 'attention') },
        ]}
      />
      <Checkbox
        size="xs"
        classNames={{ label: styles.boxLabel ?? '' }}
        label={
          <>
            {facts.singleUse} <span aria-hidden>{figure('useOnce')}</span>
          </>
        }
        checked={onlyOnce}
        onChange={(event) => change({ onlyOnce: event.currentTarget.checked })}
      />
      <Checkbox
        size="xs"
        classNames={{ label: styles.boxLabel ?? '' }}
        title={t.soldHint}
        label={
          <>
            {facts.sold} <span aria-hidden>{figure('sold')}</span>
          </>
        }
        checked={onlySold}
        onChange={(event) => change({ onlySold: event.currentTarget.checked })}
      />
      <div className={styles.byProduct}>
        <ProductSelect
          label={t.byProduct}
          hideLabel
          placeholder={t.allProducts}
          clearable
          value={productId}
          onChange={(chosen) => change({ productId: chosen })}
        />
      </div>
      <DateFilter created={created} change={(span) => change({ created: span })} />
    </div>
  );
}

/** Memoized: renders only when a filter or a count changes. */
export const LinkFilters = memo(
  Filters,
  (before, now) =>
    before.filter === now.filter &&
    before.change === now.change &&
    (before.counts === now.counts || shallowEqual(before.counts, now.counts)),
);
