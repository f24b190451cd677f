// The prices of the selected links, and the new prices.
import { Text } from '@mantine/core';
import { type PriceRules, pricesAfter, type SamePrices } from '../../../shared/new-prices.ts';
import type { Price } from '../../../shared/payment-link.ts';
import { texts } from '../../../shared/texts/window.ts';
import { PriceText } from '../../components/Money.tsx';
import { Phrase } from '../../components/Phrase.tsx';
import styles from './OldPrices.module.css';

const t = texts.links.replacementOfMany.oldPrices;

/** A selection may have as many prices as links, so only the most frequent are listed. */
const LISTED = 50;

interface OldPricesProps {
  readonly byPrices: readonly SamePrices[];
  /** The new prices; null while they are invalid. */
  readonly set: readonly Price[] | null;
  readonly rules: PriceRules;
}

export function OldPrices({ byPrices, set, rules }: OldPricesProps) {
  const priceOf = ({ prices: [first] }: SamePrices) => first?.priceCents ?? 0;
  const mostFirst = [...byPrices].sort((one, other) => other.links - one.links || priceOf(one) - priceOf(other));
  const others = mostFirst.slice(LISTED).reduce((sum, { links }) => sum + links, 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled with the keyboard
    <ul className={styles.oldPrices} aria-label={t.title} tabIndex={0}>
      {mostFirst.slice(0, LISTED).map(({ prices, links }) => {
        const after = set && pricesAfter(prices, set, rules);
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
