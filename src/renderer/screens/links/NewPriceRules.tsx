// How new prices change the selected links, by currency and discount, and the choices about it.

import { Checkbox, Radio, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { NewPriceChanges, PriceRules } from '../../../shared/new-prices.ts';
import { texts } from '../../../shared/texts/window.ts';
import { useFrame } from '../../state/frame.ts';

const t = texts.replacementOfMany;

interface NewPriceRulesProps {
  readonly changes: NewPriceChanges;
  readonly rules: PriceRules;
  onChange(rules: PriceRules): void;
}

interface DiscountRuleProps extends NewPriceRulesProps {
  /** How many links have a discount in a currency without a new one. */
  readonly discounted: number;
  /** The new prices are valid, so it is known which discounts they keep. */
  readonly isReadable: boolean;
}

export function NewPriceRules({ changes, rules, onChange }: NewPriceRulesProps) {
  const { currencies } = useFrame().settings;
  const nameOf = (currencyId: number) => currencies.find(({ id }) => id === currencyId)?.name ?? String(currencyId);
  const choice = (of: 'addMissing' | 'keepOthers', lines: ReactNode) => (
    <Checkbox
      label={t.rules[of]}
      description={lines}
      checked={rules[of]}
      onChange={(event) => onChange({ ...rules, [of]: event.currentTarget.checked })}
    />
  );
  const { missing, others } = changes;
  const { addMissing, keepOthers } = rules;
  return (
    <Stack gap={8}>
      {missing.length > 0 &&
        choice(
          'addMissing',
          missing.map(({ currencyId, links }) => (
            <Line key={currencyId}>{t[addMissing ? 'added' : 'missing']({ links, currency: nameOf(currencyId) })}</Line>
          )),
        )}
      {others.length > 0 &&
        choice(
          'keepOthers',
          others.map(({ currencyId, links }) => (
            <Line key={currencyId} isLoss={!keepOthers}>
              {t[keepOthers ? 'kept' : 'dropped']({ links, currency: nameOf(currencyId) })}
            </Line>
          )),
        )}
    </Stack>
  );
}

/** The choice for discounts of links that get a new price without one. */
export function DiscountRule({ changes, rules, discounted, isReadable, onChange }: DiscountRuleProps) {
  const { discountsKept, discountsLost } = changes;
  return (
    <Radio.Group
      label={t.discounts.title({ links: discounted })}
      value={rules.keepDiscounts ? 'keep' : 'remove'}
      onChange={(value) => onChange({ ...rules, keepDiscounts: value === 'keep' })}
    >
      <Stack gap={8} mt={8}>
        <Radio value="remove" label={t.discounts.remove} />
        <Radio value="keep" label={t.discounts.keep} />
        {isReadable && (
          <Text size="xs" c="dimmed" component="div">
            {discountsKept > 0 && <Line>{t.discountsKept({ links: discountsKept })}</Line>}
            {discountsLost > 0 && <Line isLoss>{t.discountsLost({ links: discountsLost })}</Line>}
          </Text>
        )}
      </Stack>
    </Radio.Group>
  );
}

function Line({ isLoss = false, children }: { readonly isLoss?: boolean; readonly children: string }) {
  return (
    <span style={{ display: 'block' }}>
      {isLoss && <IconAlertTriangle size={14} color="var(--mantine-color-orange-6)" aria-hidden />} {children}
    </span>
  );
}
