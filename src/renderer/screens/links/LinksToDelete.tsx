// The links about to be deleted, with what distinguishes similar ones.
import { Text } from '@mantine/core';
import type { LinkView } from '../../../shared/payment-link.ts';
import { texts } from '../../../shared/texts/window.ts';
import { metadataText } from '../../components/fact-widths.ts';
import { PriceText } from '../../components/Money.tsx';
import { Phrase } from '../../components/Phrase.tsx';
import { exactTime } from '../../components/RelativeTime.tsx';
import styles from './Links.module.css';
import { SoldMark } from './Sold.tsx';

const words = texts.links.deletion;

type Facts = Pick<LinkView, 'id' | 'productTitle' | 'createdAt' | 'prices' | 'metadata' | 'checkoutUrl' | 'sold'>;

/** `all`: the total; `links` are the first of them. */
export function LinksToDelete({ links, all }: { readonly links: readonly Facts[]; readonly all: number }) {
  return (
    <div>
      <ul className={styles.toDelete} aria-label={words.list}>
        {links.map(({ id, productTitle, createdAt, prices, metadata, checkoutUrl, sold }) => (
          <li key={id}>
            <span className={styles.toDeleteHead}>
              <Phrase of={words.which({ product: productTitle, prices: <PriceText prices={prices} /> })} />
            </span>
            {metadata.length > 0 && <span>{metadataText(metadata)}</span>}
            {sold && <SoldMark sold={sold} />}
            <span className={styles.toDeleteAddress}>{texts.links.created.label({ when: exactTime(createdAt) })}</span>
            <span className={styles.toDeleteAddress}>{checkoutUrl ?? words.noAddress}</span>
          </li>
        ))}
      </ul>
      {all > links.length && (
        <Text size="sm" mt={8}>
          {words.more({ links: all - links.length })}
        </Text>
      )}
    </div>
  );
}
