// Distinguishes products with the same title: when the product was created, and its id.
import type { LinkView } from '../../shared/payment-link.ts';
import { texts } from '../../shared/texts/window.ts';
import { exactTime } from './RelativeTime.tsx';
import styles from './Twin.module.css';

type Facts = NonNullable<LinkView['productTwin']>;

/** Px for it in a table: its number comes first, and its end may be cut. */
export const TWIN = 200;

export const twinText = ({ createdAt, serverId }: Facts): string =>
  serverId === null
    ? texts.parts.madeAt({ made: exactTime(createdAt) })
    : texts.parts.madeAndId({ made: exactTime(createdAt), id: serverId });

export const Twin = ({ of }: { readonly of: Facts }) => (
  <span className={styles.twin} title={twinText(of)}>
    {twinText(of)}
  </span>
);
