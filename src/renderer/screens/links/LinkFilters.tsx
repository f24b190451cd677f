// The filters of the payment links list: one menu, and a chip for each that is on.
import { Button, Menu } from '@mantine/core';
import { IconCheck, IconFilter, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Input, Output } from '../../../shared/contract.ts';
import { localeInUse } from '../../../shared/texts/catalog.ts';
import { texts as shared } from '../../../shared/texts/main.ts';
import { texts } from '../../../shared/texts/window.ts';
import { openDialog } from '../../kit/dialogs.tsx';
import { useLive } from '../../state/live.ts';
import { ANY_TIME, type Created } from './created.ts';
import { DateItems, describeSpan } from './DateFilter.tsx';
import styles from './Links.module.css';
import { ProductSelect } from './ProductSelect.tsx';

const { filters: t, facts, created: dates } = texts.links;

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
  change(change: Partial<LinkFilter>): void;
}

export function LinkFilters({ filter, counts, change }: LinkFiltersProps) {
  const { sync, productId, onlyOnce, onlySold, created } = filter;
  const product = useLive(productId === null ? null : 'products.get', { id: productId ?? '' }, ['products']).data;
  const choices = [
    {
      of: 'attention',
      label: shared.states.sync['needs-review'],
      isOn: sync === 'attention',
      on: { sync: 'attention' },
    },
    { of: 'waiting', label: shared.states.sync.waiting, isOn: sync === 'waiting', on: { sync: 'waiting' } },
    { of: 'useOnce', label: facts.singleUse, isOn: onlyOnce, on: { onlyOnce: true } },
    { of: 'sold', label: facts.sold, isOn: onlySold, on: { onlySold: true } },
  ] as const;
  const off = (on: Partial<LinkFilter>) =>
    change(Object.fromEntries(Object.keys(on).map((key) => [key, NO_FILTER[key as keyof LinkFilter]])));
  const chooseProduct = () =>
    openDialog(t.byProduct, 400, (close) => (
      <ProductSelect
        isFirst
        label={facts.product}
        placeholder={texts.linkForm.product.choose}
        value={productId}
        onChange={(chosen) => {
          if (chosen === null) return;
          change({ productId: chosen });
          close();
        }}
      />
    ));
  return (
    <div className={styles.filters}>
      <Menu position="bottom-start" width={240} returnFocus>
        <Menu.Target>
          <Button size="xs" variant="default" leftSection={<IconFilter size={14} aria-hidden />}>
            {t.open}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {choices.map(({ of, label, isOn, on }) => (
            <Menu.Item
              key={of}
              aria-current={isOn || undefined}
              leftSection={<IconCheck size={14} aria-hidden visibility={isOn ? undefined : 'hidden'} />}
              rightSection={<span className={styles.count}>{counts?.[of].toLocaleString(localeInUse())}</span>}
              onClick={() => (isOn ? off(on) : change(on))}
            >
              {label}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconCheck size={14} aria-hidden visibility="hidden" />} onClick={chooseProduct}>
            {t.byProduct}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Label>{facts.created}</Menu.Label>
          <DateItems created={created} change={(span) => change({ created: span })} />
        </Menu.Dropdown>
      </Menu>
      {choices.map(
        ({ of, label, isOn, on }) =>
          isOn && (
            <Chip key={of} remove={() => off(on)}>
              {label}
            </Chip>
          ),
      )}
      {productId !== null && (
        <Chip remove={() => change({ productId: null })}>{product?.fields.productTitle ?? facts.product}</Chip>
      )}
      {created.span !== 'any' && (
        <Chip remove={() => change({ created: ANY_TIME })}>{dates.label({ when: describeSpan(created) })}</Chip>
      )}
    </div>
  );
}

/** A filter that is on; a press removes it. */
function Chip({ remove, children }: { remove(): void; readonly children: string }): ReactNode {
  const label = t.remove({ filter: children });
  return (
    <Button
      size="xs"
      variant="light"
      className={styles.chip ?? ''}
      rightSection={<IconX size={12} aria-hidden />}
      aria-label={label}
      title={label}
      onClick={remove}
    >
      <span>{children}</span>
    </Button>
  );
}
