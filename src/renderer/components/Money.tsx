// Prices as buyers see them: with their currencies, the regular price crossed out beside the discounted one.
import { Fragment } from 'react';
import { formatMoney } from '../../shared/money.ts';
import type { Price } from '../../shared/payment-link.ts';
import { useFrame } from '../state/frame.ts';
import styles from './Money.module.css';

/** All prices on one line, what is paid last; on hover the whole of them. `figures`: in a column, at whose edge they stand. */
export function PriceText({ prices, figures }: { readonly prices: readonly Price[]; readonly figures?: boolean }) {
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
    <span className={styles.prices} data-figures={figures} data-many={prices.length > 1 || undefined} title={whole}>
      {prices.map(({ currencyId, priceCents, discountCents }, index) => (
        <Fragment key={currencyId}>
          {index > 0 && <span className={styles.between}> · </span>}
          <span className={styles.one}>
            <span>{formatMoney(discountCents ?? priceCents, currencyId, currencies)}</span>
            {discountCents !== null && (
              <>
                <span className={styles.words}> instead of </span>{' '}
                <s className={styles.regular}>{formatMoney(priceCents, currencyId, currencies)}</s>
              </>
            )}
          </span>
        </Fragment>
      ))}
    </span>
  );
}
