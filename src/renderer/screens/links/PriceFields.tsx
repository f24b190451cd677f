// The prices of a link or of a product: one group of fields for each currency.
import { ActionIcon, Anchor, Button, Checkbox, Fieldset, Select, Stack, Text, TextInput } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { modals } from '@mantine/modals';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { texts } from '../../../shared/texts/window.ts';
import { useAddedRow } from '../../components/form.ts';
import { useLeaveDialog } from '../../components/held.tsx';
import { Phrase } from '../../components/Phrase.tsx';
import { useFrame } from '../../state/frame.ts';
import { go } from '../../state/route.ts';
import styles from './LinkForm.module.css';
import { emptyPrice, type PriceTyped } from './link-form.ts';

const words = texts.linkForm.prices;

export interface PriceFieldsProps {
  readonly prices: readonly PriceTyped[];
  readonly errors: FormErrors;
  /** The keyboard begins at the first price. */
  readonly first?: boolean;
  onChange(prices: readonly PriceTyped[]): void;
}

export function PriceFields({ prices, errors, first = false, onChange }: PriceFieldsProps) {
  const { currencies } = useFrame().settings;
  const { rows, adding } = useAddedRow(prices.length);
  const leave = useLeaveDialog();
  const toSettings = (event: MouseEvent) => {
    event.preventDefault();
    leave(() => {
      modals.closeAll();
      go('#/settings');
    });
  };
  const left = currencies.filter(({ id }) => !prices.some((price) => price.currencyId === String(id)));
  /** What one price may be in. A link may have a currency that was taken off the list since. */
  const choices = (chosen: string) => {
    const free = currencies.filter(({ id }) => String(id) === chosen || left.some((other) => other.id === id));
    const listed = free.map(({ id, name }) => ({ value: String(id), label: name }));
    const isGone = chosen !== '' && listed.every(({ value }) => value !== chosen);
    return isGone ? [...listed, { value: chosen, label: words.unlistedCurrency(chosen) }] : listed;
  };
  const change = (index: number, part: Partial<PriceTyped>) =>
    onChange(prices.map((price, at) => (at === index ? { ...price, ...part } : price)));

  return (
    <Stack gap={12} ref={rows}>
      {prices.map((price, index) => (
        <Fieldset key={price.key} legend={texts.links.facts.priceAt(index + 1)} className={styles.price ?? ''}>
          <div className={styles.priceRow}>
            <Select
              label={words.currency}
              data-row={index}
              className={styles.currency ?? ''}
              allowDeselect={false}
              withCheckIcon={false}
              data={choices(price.currencyId)}
              value={price.currencyId === '' ? null : price.currencyId}
              error={errors[`prices.${index}.currencyId`] ?? errors.prices !== undefined}
              onChange={(currencyId) => change(index, { currencyId: currencyId ?? '' })}
            />
            <TextInput
              label={texts.links.facts.price}
              className={styles.amount ?? ''}
              inputMode="decimal"
              placeholder="100.55"
              data-first={(first && index === 0) || undefined}
              autoComplete="off"
              value={price.price}
              error={errors[`prices.${index}.price`]}
              onChange={(event) => change(index, { price: event.currentTarget.value })}
            />
            <Checkbox
              className={styles.discount ?? ''}
              label={words.discount}
              checked={price.hasDiscount}
              onChange={(event) => change(index, { hasDiscount: event.currentTarget.checked })}
            />
            {price.hasDiscount && (
              <TextInput
                label={words.discounted}
                className={styles.amount ?? ''}
                inputMode="decimal"
                placeholder="80.10"
                autoComplete="off"
                value={price.discount}
                error={errors[`prices.${index}.discount`]}
                onChange={(event) => change(index, { discount: event.currentTarget.value })}
              />
            )}
            {prices.length > 1 && (
              <ActionIcon
                className={styles.remove ?? ''}
                size={32}
                aria-label={words.remove(index + 1)}
                title={words.remove(index + 1)}
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
      {left.length > 0 && (
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => {
              adding();
              onChange([...prices, emptyPrice(left[0]?.id)]);
            }}
          >
            {words.addCurrency}
          </Button>
        </div>
      )}
      {currencies.length === 1 && (
        <Text size="xs" c="dimmed">
          <Phrase
            of={words.furtherCurrencies(
              <Anchor href="#/settings" size="xs" underline="always" onClick={toSettings}>
                {texts.names.settings}
              </Anchor>,
            )}
          />
        </Text>
      )}
    </Stack>
  );
}
