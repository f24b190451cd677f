// The prices of the selected links, and the new prices.

import { Text } from '@mantine/core';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { changeOfPrice, type PriceRules, pricesAfter, type SamePrices } from '../../../shared/new-prices.ts';
import type { Price } from '../../../shared/payment-link.ts';
import { texts } from '../../../shared/texts/window.ts';
import { PriceText } from '../../components/Money.tsx';
import { Phrase } from '../../components/parts.tsx';
import styles from './OldPrices.module.css';

const t = texts.replacementOfMany.oldPrices;

/** A selection may have as many prices as links, so only the first are listed. */
const LISTED = 50;

interface OldPricesProps {
  readonly byPrices: readonly SamePrices[];
  /** The new prices; null while they are invalid. */
  readonly set: readonly Price[] | null;
  readonly rules: PriceRules;
}

export function OldPrices({ byPrices, set, rules }: OldPricesProps) {
  const list = useRef<HTMLUListElement>(null);
  useRoomOfDialog(list);
  const sorted = useMemo(() => usualFirst(byPrices), [byPrices]);
  const all = sorted.map((same) => ({ ...same, after: set && pricesAfter(same.prices, set, rules) }));
  const others = all.slice(LISTED).reduce((sum, { links }) => sum + links, 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled with the keyboard
    <ul ref={list} className={styles.oldPrices} aria-label={t.title} tabIndex={0}>
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

/**
 * The price of most links, then what is furthest from it: a price that is far off may be a mistake, and is seen only in the
 * first lines. It is not compared with the new price: lines would change places while that is typed.
 */
function usualFirst(byPrices: readonly SamePrices[]): SamePrices[] {
  const priceOf = ({ prices: [first] }: SamePrices) => first?.priceCents ?? 0;
  const [usual] = byPrices.toSorted((one, other) => other.links - one.links || priceOf(one) - priceOf(other));
  const distance = (same: SamePrices) =>
    same === usual && same.links > 1 ? Number.POSITIVE_INFINITY : changeOfPrice(same.prices, usual?.prices ?? []);
  return byPrices.toSorted(
    (one, other) => distance(other) - distance(one) || other.links - one.links || priceOf(one) - priceOf(other),
  );
}

/** Px: two lines and a half, which show that there are more. */
const LEAST = 66;

/** The list is as high as the rest of its dialog allows, at each render and as the window changes. */
function useRoomOfDialog(of: { readonly current: HTMLUListElement | null }): void {
  const fit = () => {
    const list = of.current;
    const dialog = list?.closest('[role="dialog"]');
    if (!list || !dialog) return;
    const rest = dialog.scrollHeight - list.offsetHeight;
    list.style.maxHeight = `${Math.max(LEAST, Number.parseFloat(getComputedStyle(dialog).maxHeight) - rest)}px`;
  };
  useLayoutEffect(fit);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads nothing that changes
  useLayoutEffect(() => {
    window.addEventListener('resize', fit);
    return () => window.removeEventListener('resize', fit);
  }, []);
}
