// The prices of the selected links, and the new prices.

import { Text } from '@mantine/core';
import { type PriceRules, pricesAfter, type SamePrices } from '../../../shared/new-prices.ts';
import type { Price } from '../../../shared/payment-link.ts';
import { texts } from '../../../shared/texts/window.ts';
import { PriceText } from '../../components/Money.tsx';
import { Phrase } from '../../components/parts.tsx';
import styles from './OldPrices.module.css';

const t = texts.replacementOfMany.oldPrices;

/** A selection may have as many prices as links, so only those of most links are listed. */
const LISTED = 50;

interface OldPricesProps {
  readonly byPrices: readonly SamePrices[];
  /** The new prices; null while they are invalid. */
  readonly set: readonly Price[] | null;
  readonly rules: PriceRules;
}

export function OldPrices({ byPrices, set, rules }: OldPricesProps) {
  const sorted = byPrices.toSorted((one, other) => other.links - one.links);
  const all = sorted.map((same) => ({ ...same, after: set && pricesAfter(same.prices, set, rules) }));
  const others = all.slice(LISTED).reduce((sum, { links }) => sum + links, 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled with the keyboard
    <ul className={styles.oldPrices} aria-label={t.title} tabIndex={0}>
      {all.slice(0, LISTED).map(({ prices, links, after }) => {
        const old = <PriceText prices={prices} />;
        const phrase = after
          ? t.becomes({ links, old, now: <PriceText prices={after} /> })
          : set
            ? t.stays({ links, old })
            : t.at({ links, old });
        return (
          <Text key={JSON.stringify(prices)} component="li" size="sm" c={set && !after ? 'dimmed' : ''}>
            <Phrase of={phrase} />
          </Text>
        );
      })}
      {others > 0 && (
        <Text component="li" size="sm">
          {t.others({ links: others })}
        </Text>
      )}
    </ul>
  );
}
