// The filters of the payment links list: one menu, and a chip for each active filter.
import { Button, Group, Menu } from '@mantine/core';
import { shallowEqual } from '@mantine/hooks';
import { IconCheck, IconFilter, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Input, Output } from '../../../shared/contract.ts';
import { localeInUse } from '../../../shared/texts/catalog.ts';
import { texts as shared } from '../../../shared/texts/main.ts';
import { texts } from '../../../shared/texts/window.ts';
import { openDialog } from '../../kit/dialogs.tsx';
import { useLive } from '../../state/live.ts';
import { type Days, PERIODS, startOfPeriod } from './created.ts';
import { describeDays, openDateRange } from './DateFilter.tsx';
import styles from './Links.module.css';
import { ProductSelect } from './ProductSelect.tsx';

const { filters: t, facts, created: dates } = texts.links;

export type LinkFilter = Pick<Input<'links.list'>, 'sync' | 'productId' | 'useOnce' | 'sold'> & {
  readonly created: Days | null;
};
export const NO_FILTER: LinkFilter = { sync: 'all', productId: null, useOnce: null, sold: false, created: null };

/** The filters with a count. Choosing one applies `on`; removing it applies `off`. */
const CHOICES = [
  { of: 'attention', label: shared.states.sync['needs-review'], on: { sync: 'attention' }, off: { sync: 'all' } },
  { of: 'waiting', label: shared.states.sync.waiting, on: { sync: 'waiting' }, off: { sync: 'all' } },
  { of: 'useOnce', label: facts.singleUse, on: { useOnce: true }, off: { useOnce: null } },
  { of: 'sold', label: facts.sold, on: { sold: true }, off: { sold: false } },
] as const satisfies readonly { on: Partial<LinkFilter>; off: Partial<LinkFilter>; [field: string]: unknown }[];

interface LinkFiltersProps {
  readonly filter: LinkFilter;
  /** Undefined before the first answer. */
  readonly counts: Output<'links.count'>['counts'] | undefined;
  change(change: Partial<LinkFilter>): void;
}

export function LinkFilters({ filter, counts, change }: LinkFiltersProps) {
  const { productId, created } = filter;
  const product = useLive(productId === null ? null : 'products.get', { id: productId ?? '' }, ['records']).data;
  const isOn = (part: Partial<LinkFilter>) => shallowEqual({ ...filter, ...part }, filter);
  const chips = [
    ...CHOICES.filter(({ on }) => isOn(on)),
    productId !== null && { label: product?.fields.productTitle ?? facts.product, off: { productId: null } },
    created !== null && { label: dates.label({ when: describeDays(created) }), off: { created: null } },
  ].filter((chip) => chip !== false);
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
    <Group gap={8} wrap="nowrap" miw={0} className={styles.filters ?? ''}>
      <Menu position="bottom-start" width={240} returnFocus>
        <Menu.Target>
          <Button size="xs" variant="default" leftSection={<IconFilter size={14} aria-hidden />}>
            {t.open}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {CHOICES.map(({ of, label, on, off }) => (
            <Choice
              key={of}
              isOn={isOn(on)}
              count={counts?.[of].toLocaleString(localeInUse())}
              choose={() => change(isOn(on) ? off : on)}
            >
              {label}
            </Choice>
          ))}
          <Menu.Divider />
          <Choice choose={chooseProduct}>{t.byProduct}</Choice>
          <Menu.Divider />
          <Menu.Label>{facts.created}</Menu.Label>
          {PERIODS.map((period) => {
            const days = { from: startOfPeriod(period, new Date()), to: '' };
            return (
              <Choice key={period} isOn={shallowEqual(days, created)} choose={() => change({ created: days })}>
                {dates.spans[period]}
              </Choice>
            );
          })}
          <Choice choose={() => openDateRange(created, (days) => change({ created: days }))}>{dates.range}</Choice>
        </Menu.Dropdown>
      </Menu>
      {chips.map(({ label, off }) => (
        <Chip key={label} remove={() => change(off)}>
          {label}
        </Chip>
      ))}
    </Group>
  );
}

interface ChoiceProps {
  readonly isOn?: boolean;
  readonly count?: string | undefined;
  readonly children: string;
  choose(): void;
}

const Choice = ({ isOn = false, count, children, choose }: ChoiceProps) => (
  <Menu.Item
    aria-current={isOn || undefined}
    leftSection={<IconCheck size={14} aria-hidden visibility={isOn ? undefined : 'hidden'} />}
    rightSection={count && <span className={styles.count}>{count}</span>}
    onClick={choose}
  >
    {children}
  </Menu.Item>
);

/** An active filter; pressing it removes the filter. */
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
