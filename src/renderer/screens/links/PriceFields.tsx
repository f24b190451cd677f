// The prices of a link or a product: one group of fields per currency.
import { ActionIcon, Button, Checkbox, Fieldset, Select, Stack, Text, TextInput } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { exampleAmount } from '../../../shared/amount.ts';
import { texts } from '../../../shared/texts/window.ts';
import { useAddedRow } from '../../kit/form.tsx';
import { useFrame } from '../../state/frame.ts';
import { openAddCurrency } from '../settings/CurrenciesSection.tsx';
import styles from './LinkForm.module.css';
import { emptyPrice, type PriceTyped, understood } from './link-form.ts';

const t = texts.linkForm.prices;

/** The option that adds a currency. No currency has this id. */
const ADD = 'add';
/** The parsed amount is shown below its input. */
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
  const left = currencies.filter(({ id }) => !prices.some((price) => price.currencyId === String(id)));
  /** The currencies to choose from. A link may use one that was removed from the list since. */
  const choices = (chosen: string) => {
    const free = currencies.filter(({ id }) => String(id) === chosen || left.some((other) => other.id === id));
    const listed = free.map(({ id, name }) => ({ value: String(id), label: name }));
    const isGone = chosen !== '' && listed.every(({ value }) => value !== chosen);
    const gone = isGone ? [{ value: chosen, label: t.unlistedCurrency({ id: chosen }) }] : [];
    return [...listed, ...gone, { value: ADD, label: t.addToList }];
  };
  const change = (index: number, part: Partial<PriceTyped>) =>
    onChange(prices.map((price, at) => (at === index ? { ...price, ...part } : price)));

  return (
    <Stack gap={12} ref={rows}>
      {prices.map((price, index) => (
        <Fieldset
          key={price.rowKey}
          legend={texts.links.facts.priceAt({ place: index + 1 })}
          className={styles.price ?? ''}
        >
          <div className={styles.priceRow}>
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
            <TextInput
              label={texts.links.facts.price}
              className={styles.amount ?? ''}
              inputMode="decimal"
              placeholder={exampleAmount(10_055)}
              data-first={(first && index === 0) || undefined}
              autoComplete="off"
              value={price.price}
              inputWrapperOrder={AMOUNT_ORDER}
              description={understood(price.price, price.currencyId, currencies)}
              error={errors[`prices.${index}.price`]}
              onChange={(event) => change(index, { price: event.currentTarget.value })}
            />
            <Checkbox
              className={styles.discount ?? ''}
              label={t.discount}
              checked={price.hasDiscount}
              onChange={(event) => change(index, { hasDiscount: event.currentTarget.checked })}
            />
            {price.hasDiscount && (
              <TextInput
                label={t.discounted}
                className={styles.amount ?? ''}
                inputMode="decimal"
                placeholder={exampleAmount(8_010)}
                autoComplete="off"
                value={price.discount}
                inputWrapperOrder={AMOUNT_ORDER}
                description={understood(price.discount, price.currencyId, currencies)}
                error={errors[`prices.${index}.discount`]}
                onChange={(event) => change(index, { discount: event.currentTarget.value })}
              />
            )}
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
          </div>
        </Fieldset>
      ))}
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
            if (left[0]) add(left[0].id);
            else openAddCurrency(({ id }) => add(id));
          }}
        >
          {t.addCurrency}
        </Button>
      </div>
    </Stack>
  );
}
