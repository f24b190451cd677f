// The filters of the list of payment links, with how many there are behind each.
import { Checkbox, SegmentedControl } from '@mantine/core';
import { shallowEqual } from '@mantine/hooks';
import { memo } from 'react';
import type { Input, Output } from '../../../shared/contract.ts';
import { texts } from '../../../shared/texts/window.ts';
import styles from './Links.module.css';
import { ProductSelect } from './ProductSelect.tsx';

const { filters: words, facts } = texts.links;

export type LinkFilter = Pick<Input<'links.list'>, 'sync' | 'productId'> & {
  readonly onlyOnce: boolean;
  readonly onlySold: boolean;
};
export const NO_FILTER: LinkFilter = { sync: 'all', productId: null, onlyOnce: false, onlySold: false };

interface LinkFiltersProps {
  readonly filter: LinkFilter;
  /** Null while they are not known. */
  readonly counts: Output<'links.list'>['counts'] | null;
  /** The same function each time, or the filters are drawn with each key that is typed in the search. */
  change(change: Partial<LinkFilter>): void;
}

function Filters({ filter, counts, change }: LinkFiltersProps) {
  const { sync, productId, onlyOnce, onlySold } = filter;
  const counted = (label: string, count: number | undefined) =>
    count === undefined ? label : `${label} ${count.toLocaleString(texts.locale)}`;
  return (
    <div className={styles.filters}>
      <SegmentedControl
        size="xs"
        aria-label={words.byState}
        value={sync}
        onChange={(value) => change({ sync: value as LinkFilter['sync'] })}
        data={[
          { value: 'all', label: counted(words.all, counts?.all) },
          { value: 'waiting', label: counted(words.waiting, counts?.waiting) },
          { value: 'attention', label: counted(words.needsAttention, counts?.attention) },
        ]}
      />
      <Checkbox
        size="xs"
        label={
          <>
            {facts.singleUse} <span aria-hidden>{counts?.useOnce.toLocaleString(texts.locale)}</span>
          </>
        }
        checked={onlyOnce}
        onChange={(event) => change({ onlyOnce: event.currentTarget.checked })}
      />
      <Checkbox
        size="xs"
        title={words.soldHint}
        label={
          <>
            {facts.sold} <span aria-hidden>{counts?.sold.toLocaleString(texts.locale)}</span>
          </>
        }
        checked={onlySold}
        onChange={(event) => change({ onlySold: event.currentTarget.checked })}
      />
      <div className={styles.byProduct}>
        <ProductSelect
          label={words.byProduct}
          hideLabel
          placeholder={words.allProducts}
          clearable
          value={productId}
          onChange={(chosen) => change({ productId: chosen })}
        />
      </div>
    </div>
  );
}

/** Drawn again only when a filter or a figure has changed. */
export const LinkFilters = memo(
  Filters,
  (before, now) =>
    before.filter === now.filter && before.change === now.change && shallowEqual(before.counts, now.counts),
);
