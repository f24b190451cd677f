// What new prices change for the selected links, by currency and discount, and the choices about it.
import { Checkbox, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { NewPriceChanges, PriceRules } from '../../../shared/new-prices.ts';
import { texts } from '../../../shared/texts/window.ts';
import { useFrame } from '../../state/frame.ts';

const words = texts.links.replacementOfMany;

interface NewPriceRulesProps {
  readonly changes: NewPriceChanges;
  readonly rules: PriceRules;
  /** Some links have a discount, and no new one is set. */
  readonly areDiscounted: boolean;
  /** The new prices can be read, so that it is known which discounts they leave. */
  readonly isReadable: boolean;
  onChange(rules: PriceRules): void;
}

export function NewPriceRules({ changes, rules, areDiscounted, isReadable, onChange }: NewPriceRulesProps) {
  const { currencies } = useFrame().settings;
  const nameOf = (currencyId: number) => currencies.find(({ id }) => id === currencyId)?.name ?? String(currencyId);
  const choice = (of: keyof PriceRules, lines: ReactNode) => (
    <Checkbox
      label={words.rules[of]}
      description={lines}
      checked={rules[of]}
      onChange={(event) => onChange({ ...rules, [of]: event.currentTarget.checked })}
    />
  );
  const { missing, others, discountsKept, discountsLost } = changes;
  const { addMissing, keepOthers } = rules;
  return (
    <Stack gap={8}>
      {missing.length > 0 &&
        choice(
          'addMissing',
          missing.map(({ currencyId, links }) => (
            <Line key={currencyId}>{words[addMissing ? 'added' : 'missing'](links, nameOf(currencyId))}</Line>
          )),
        )}
      {others.length > 0 &&
        choice(
          'keepOthers',
          others.map(({ currencyId, links }) => (
            <Line key={currencyId} isLoss={!keepOthers}>
              {words[keepOthers ? 'kept' : 'dropped'](links, nameOf(currencyId))}
            </Line>
          )),
        )}
      {areDiscounted &&
        choice(
          'keepDiscounts',
          isReadable && (
            <>
              {discountsKept > 0 && <Line>{words.discountsKept(discountsKept)}</Line>}
              {discountsLost > 0 && <Line isLoss>{words.discountsLost(discountsLost)}</Line>}
            </>
          ),
        )}
    </Stack>
  );
}

function Line({ isLoss = false, children }: { readonly isLoss?: boolean; readonly children: string }) {
  return (
    <span style={{ display: 'block' }}>
      {isLoss && <IconAlertTriangle size={14} color="var(--mantine-color-orange-6)" aria-hidden />} {children}
    </span>
  );
}
