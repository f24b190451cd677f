// That a link has sold, as far as the webhook inbox of this app saw it.
import { Text } from '@mantine/core';
import { IconCash } from '@tabler/icons-react';
import type { LinkView } from '../../../shared/payment-link.ts';
import { exactTime, RelativeTime } from '../../components/RelativeTime.tsx';
import styles from './Links.module.css';

type Sold = NonNullable<LinkView['sold']>;

const times = (count: number): string => (count === 1 ? 'one sale' : `${count.toLocaleString()} sales`);

export function SoldMark({ sold }: { readonly sold: Sold }) {
  return (
    <span
      className={`${styles.mark} ${styles.sold}`}
      title={`The webhook inbox saw ${times(sold.count)}, the last on ${exactTime(sold.lastAt)}`}
    >
      <IconCash size={14} aria-hidden />
      <span className={styles.word}>Sold</span>
    </span>
  );
}

export function SoldWords({ sold }: { readonly sold: Sold }) {
  return (
    <>
      {sold.count === 1 ? 'Once' : `${sold.count.toLocaleString()} times`}, last <RelativeTime at={sold.lastAt} />
      <Text size="xs" c="dimmed">
        This is what the webhook inbox of this app saw while it was running. The service's own books may say more.
      </Text>
    </>
  );
}
