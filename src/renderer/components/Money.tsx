// Prices as buyers see them: with their currencies, the regular price crossed out beside the discounted one.
import { Fragment, type ReactNode } from 'react';
import { formatMoney } from '../../shared/money.ts';
import type { Price } from '../../shared/payment-link.ts';
import { enumerated } from '../../shared/sentences.ts';
import { texts } from '../../shared/texts/window.ts';
import { useFrame } from '../state/frame.ts';
import styles from './Money.module.css';
import { Phrase } from './parts.tsx';

/** All prices on one line, the one to pay last; all of them on hover. `figures`: cut by a column that is too narrow. */
export function PriceText({ prices, figures }: { readonly prices: readonly Price[]; readonly figures?: boolean }) {
  const { currencies } = useFrame().settings;
  const whole = enumerated(
    prices.map(({ currencyId, priceCents, discountCents }) => {
      const regular = formatMoney(priceCents, currencyId, currencies);
      return discountCents === null
        ? regular
        : texts.parts.discounted({ price: formatMoney(discountCents, currencyId, currencies), regular }).join('');
    }),
  );
  return (
    <span className={styles.prices} data-figures={figures} data-many={prices.length > 1 || undefined} title={whole}>
      {prices.map(({ currencyId, priceCents, discountCents }, index) => (
        <Fragment key={currencyId}>
          {index > 0 && <span className={styles.between}>{' · '}</span>}
          <span className={styles.one}>
            {discountCents === null ? (
              <span>{formatMoney(priceCents, currencyId, currencies)}</span>
            ) : (
              <Phrase
                of={texts.parts
                  .discounted<ReactNode>({
                    price: <span>{formatMoney(discountCents, currencyId, currencies)}</span>,
                    regular: <s className={styles.regular}>{formatMoney(priceCents, currencyId, currencies)}</s>,
                  })
                  .map(forScreenReaders)}
              />
            )}
          </span>
        </Fragment>
      ))}
    </span>
  );
}

/** The words between two prices are for screen readers. */
const forScreenReaders = (part: ReactNode): ReactNode =>
  typeof part === 'string' ? (
    <>
      <span className={styles.words}>{part}</span>{' '}
    </>
  ) : (
    part
  );
