// The facts of a product, on its page.
import { Anchor, DataList, Text } from '@mantine/core';
import type { ProductView } from '../../../shared/product.ts';
import { texts } from '../../../shared/texts/window.ts';
import { Fact } from '../../kit/details.tsx';
import { RichText } from '../../kit/parts.tsx';
import { DoubtNotes, SyncBadge } from '../../kit/SyncBadge.tsx';
import { PriceText, RelativeTime } from '../../kit/values.tsx';
import { ProductStateWord } from './ProductsScreen.tsx';

const { one: t, fields } = texts.products;
const { facts } = texts.links;

/** The product's state on the service, and a link to its change. */
export function SyncState({ product: { sync, changeId, createdOn, doubtOn } }: { readonly product: ProductView }) {
  return (
    <span>
      <SyncBadge state={sync} createdOn={createdOn} doubtOn={doubtOn} />
      {changeId !== null && (
        <>
          {' '}
          <Anchor href={`#/sync/${encodeURIComponent(changeId)}`} underline="always">
            {texts.common.showTheChange}
          </Anchor>
        </>
      )}
    </span>
  );
}

export function Facts({ product }: { readonly product: ProductView }) {
  return (
    <DataList labelWidth="152px" gap={8}>
      <Fact label={facts.state}>
        <ProductStateWord state={product.state} />
      </Fact>
      {product.sync !== 'synced' && (
        <Fact label={fields.sync}>
          <SyncState product={product} />
        </Fact>
      )}
      <Fact label={fields.id}>{product.serverId ?? <Dimmed>{t.idComes}</Dimmed>}</Fact>
      {product.origin === 'desk' && <Fact label={fields.buttonTitle}>{product.fields.buttonTitle}</Fact>}
      {product.origin === 'desk' && (
        <Fact label={fields.description}>
          <span style={{ whiteSpace: 'pre-wrap' }}>{product.fields.productDescription}</span>
        </Fact>
      )}
      <Fact label={fields.defaultPrice}>
        {product.defaultPrices.length > 0 ? (
          <PriceText prices={product.defaultPrices} />
        ) : (
          <Dimmed>{t.noDefaultPrice}</Dimmed>
        )}
        {product.priceUncertain !== null && <Text size="sm">{product.priceUncertain}</Text>}
        <DoubtNotes doubtOn={product.doubtOn} words={t} />
      </Fact>
      <Fact label={fields.checkoutAddress}>{product.basicCheckoutUrl ?? <Dimmed>{t.addressUnknown}</Dimmed>}</Fact>
      <Fact label={facts.created}>
        {product.origin === 'added' ? (
          <RichText of={texts.links.details.madeElsewhere({ time: <RelativeTime at={product.createdAt} /> })} />
        ) : (
          <RelativeTime at={product.createdAt} />
        )}
        {product.serverId !== null && (
          <Text size="sm" c="dimmed">
            {texts.productForm.cannotChange}
          </Text>
        )}
      </Fact>
    </DataList>
  );
}

const Dimmed = ({ children }: { readonly children: string }) => (
  <Text span size="sm" c="dimmed">
    {children}
  </Text>
);
