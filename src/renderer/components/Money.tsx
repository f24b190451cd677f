// Prices as buyers see them: with their currencies, the regular price crossed out beside the discounted one.
import { VisuallyHidden } from '@mantine/core';
import { Fragment } from 'react';
import { formatMoney } from '../../shared/money.ts';
import type { Price } from '../../shared/payment-link.ts';
import { useFrame } from '../state/frame.ts';
import styles from './Money.module.css';

/** All prices on one line; on hover the whole of them. */
export function PriceText({ prices }: { readonly prices: readonly Price[] }) {
  const { currencies } = useFrame().settings;
  const whole = prices
    .map(({ currencyId, priceCents, discountCents }) => {
      const regular = formatMoney(priceCents, currencyId, currencies);
      return discountCents === null
        ? regular
        : `${formatMoney(discountCents, currencyId, currencies)} instead of ${regular}`;
    })
    .join(', ');
  return (
    <span className={styles.prices} title={whole}>
      {prices.map(({ currencyId, priceCents, discountCents }, index) => (
        <Fragment key={currencyId}>
          {index > 0 && <span className={styles.between}> · </span>}
          <span>{formatMoney(discountCents ?? priceCents, currencyId, currencies)}</span>
          {discountCents !== null && (
            <>
              <VisuallyHidden> instead of </VisuallyHidden>{' '}
              <s className={styles.regular}>{formatMoney(priceCents, currencyId, currencies)}</s>
            </>
          )}
        </Fragment>
      ))}
    </span>
  );
}
