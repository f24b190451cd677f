// Shows that a link has sold, according to the webhook inbox of this app.
import { Text } from '@mantine/core';
import { IconCash } from '@tabler/icons-react';
import type { LinkView } from '../../../shared/payment-link.ts';
import { texts } from '../../../shared/texts/window.ts';
import { Phrase } from '../../components/parts.tsx';
import { exactTime, RelativeTime } from '../../components/RelativeTime.tsx';
import styles from './Links.module.css';

type Sold = NonNullable<LinkView['sold']>;

export function SoldMark({ sold }: { readonly sold: Sold }) {
  return (
    <span
      className={`${styles.mark} ${styles.sold}`}
      title={texts.links.sold.seen({ count: sold.count, lastAt: exactTime(sold.lastAt) })}
    >
      <IconCash size={14} aria-hidden />
      <span className={styles.word}>{texts.links.facts.sold}</span>
    </span>
  );
}

export function SoldWords({ sold }: { readonly sold: Sold }) {
  return (
    <>
      <Phrase of={texts.links.sold.times({ count: sold.count, lastAt: <RelativeTime at={sold.lastAt} /> })} />
      <Text size="xs" c="dimmed">
        {texts.links.sold.asSeen}
      </Text>
    </>
  );
}
