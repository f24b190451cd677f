// The prices of a link or a product: one group of fields per currency.
import { ActionIcon, Button, Checkbox, Fieldset, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { flushSync } from 'react-dom';
import { exampleAmount } from '../../../shared/amount.ts';
import { texts } from '../../../shared/texts/window.ts';
import { useAddedRow } from '../../kit/form.tsx';
import { useFrame } from '../../state/frame.ts';
import { openAddCurrency } from '../settings/CurrenciesSection.tsx';
import styles from './LinkForm.module.css';
import { emptyPrice, type PriceTyped, understood } from './link-form.ts';

const t = texts.linkForm.prices;

/** The option that opens "Add currency". No currency has this id. */
const ADD = 'add';
/** Shows the parsed amount below its input. */
const AMOUNT_ORDER: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

export interface PriceFieldsProps {
  readonly prices: readonly PriceTyped[];
  readonly errors: FormErrors;
  /** Focuses the first price. */
  readonly first?: boolean;
  onChange(prices: readonly PriceTyped[]): void;
}

export function PriceFields({ prices, errors, first = false, onChange }: PriceFieldsProps) {
  const { currencies } = useFrame().settings;
  const { rows, adding } = useAddedRow(prices.length);
  const unused = currencies.filter(({ id }) => !prices.some((price) => price.currencyId === String(id)));
  /** The currencies that a row can choose. A link may use one that the seller has removed since. */
  const choices = (chosen: string) => {
    const free = currencies.filter(({ id }) => String(id) === chosen || unused.some((other) => other.id === id));
    const listed = free.map(({ id, name }) => ({ value: String(id), label: name }));
    const isGone = chosen !== '' && listed.every(({ value }) => value !== chosen);
    const gone = isGone ? [{ value: chosen, label: t.unlistedCurrency({ id: chosen }) }] : [];
    return [...listed, ...gone, { value: ADD, label: t.addToList }];
  };
  const change = (index: number, part: Partial<PriceTyped>) =>
    onChange(prices.map((price, priceIndex) => (priceIndex === index ? { ...price, ...part } : price)));

  return (
    <Stack gap={12} ref={rows}>
      {prices.map((price, index) => {
        const amount = (field: 'price' | 'discount', label: string, example: number) => (
          <TextInput
            label={label}
            className={styles.amount ?? ''}
            inputMode="decimal"
            placeholder={exampleAmount(example)}
            data-first={(first && index === 0 && field === 'price') || undefined}
            data-amount={field}
            autoComplete="off"
            value={price[field]}
            inputWrapperOrder={AMOUNT_ORDER}
            description={understood(price[field], price.currencyId, currencies)}
            error={errors[`prices.${index}.${field}`]}
            onChange={(event) => change(index, { [field]: event.currentTarget.value })}
          />
        );
        return (
          <Fieldset
            key={price.rowKey}
            legend={texts.links.facts.priceAt({ place: index + 1 })}
            className={styles.price ?? ''}
          >
            <Group align="flex-start" gap="8px 12px">
              <Select
                label={t.currency}
                data-row={index}
                className={styles.currency ?? ''}
                allowDeselect={false}
                withCheckIcon={false}
                data={choices(price.currencyId)}
                value={price.currencyId === '' ? null : price.currencyId}
                error={errors[`prices.${index}.currencyId`] ?? errors.prices !== undefined}
                onChange={(currencyId) => {
                  if (currencyId === ADD) openAddCurrency(({ id }) => change(index, { currencyId: String(id) }));
                  else change(index, { currencyId: currencyId ?? '' });
                }}
              />
              {amount('price', texts.links.facts.price, 10_055)}
              <Checkbox
                className={styles.discount ?? ''}
                label={t.discount}
                checked={price.hasDiscount}
                onChange={({ currentTarget: box }) => {
                  flushSync(() => change(index, { hasDiscount: box.checked }));
                  box.closest('fieldset')?.querySelector<HTMLElement>('[data-amount="discount"]')?.focus();
                }}
              />
              {price.hasDiscount && amount('discount', t.discounted, 8_010)}
              {prices.length > 1 && (
                <ActionIcon
                  className={styles.remove ?? ''}
                  size={32}
                  aria-label={t.remove({ place: index + 1 })}
                  title={t.remove({ place: index + 1 })}
                  onClick={() => onChange(prices.filter((_, at) => at !== index))}
                >
                  <IconTrash size={16} aria-hidden />
                </ActionIcon>
              )}
            </Group>
          </Fieldset>
        );
      })}
      {errors.prices && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {errors.prices}
        </Text>
      )}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => {
            const add = (id: number) => {
              adding();
              onChange([...prices, emptyPrice(id)]);
            };
            if (unused[0]) add(unused[0].id);
            else openAddCurrency(({ id }) => add(id));
          }}
        >
          {t.addCurrency}
        </Button>
      </div>
    </Stack>
  );
}
