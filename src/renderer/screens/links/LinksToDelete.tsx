// The links about to be deleted, with what distinguishes similar ones.
import { Anchor, Text } from '@mantine/core';
import type { LinkView } from '../../../shared/payment-link.ts';
import { texts } from '../../../shared/texts/window.ts';
import { metadataText } from '../../components/MetadataLine.tsx';
import { PriceText } from '../../components/Money.tsx';
import { Phrase } from '../../components/parts.tsx';
import { exactTime } from '../../components/RelativeTime.tsx';
import styles from './Links.module.css';
import { SoldMark } from './Sold.tsx';

const t = texts.links.deletion;

type Facts = Pick<LinkView, 'id' | 'productTitle' | 'createdAt' | 'prices' | 'metadata' | 'checkoutUrl' | 'sold'>;

interface LinksToDeleteProps {
  /** The first of `all`. */
  readonly links: readonly Facts[];
  readonly all: number;
  showAll?(): void;
}

export function LinksToDelete({ links, all, showAll }: LinksToDeleteProps) {
  return (
    <div>
      <ul className={styles.toDelete} aria-label={t.list}>
        {links.map(({ id, productTitle, createdAt, prices, metadata, checkoutUrl, sold }) => (
          <li key={id}>
            <span className={styles.toDeleteHead}>
              <Phrase of={t.which({ product: productTitle, prices: <PriceText prices={prices} /> })} />
            </span>
            {metadata.length > 0 && <span>{metadataText(metadata)}</span>}
            {sold && <SoldMark sold={sold} />}
            <span className={styles.toDeleteAddress}>{texts.links.created.label({ when: exactTime(createdAt) })}</span>
            <span className={styles.toDeleteAddress}>{checkoutUrl ?? t.noAddress}</span>
          </li>
        ))}
      </ul>
      {all > links.length && (
        <Text size="sm" mt={8}>
          {t.more({ links: all - links.length })}{' '}
          {showAll && (
            <Anchor component="button" type="button" underline="always" onClick={showAll}>
              {texts.parts.showAll}
            </Anchor>
          )}
        </Text>
      )}
    </div>
  );
}

/** Shows how many of the selected links are not in the list, before an action on them. */
export const NotShown = ({ count, hidden }: { readonly count: number; readonly hidden: number }) =>
  hidden > 0 && (
    <Text size="sm" fw={600}>
      {texts.parts.selection.hidden({ count, hidden })}
    </Text>
  );
