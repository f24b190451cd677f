// One payment link, beside the list: all that is known of it, and what can be done.
import { ActionIcon, Anchor, Button, DataList, Group, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconCopy, IconExternalLink, IconPencil, IconTrash, IconX } from '@tabler/icons-react';
import type { LinkView } from '../../../shared/payment-link.ts';
import { PriceText } from '../../components/Money.tsx';
import { ProblemAlert } from '../../components/ProblemAlert.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { SyncBadge } from '../../components/SyncBadge.tsx';
import { useLive } from '../../state/live.ts';
import { go } from '../../state/route.ts';
import { openLinkEditor } from './editors.tsx';
import styles from './Links.module.css';
import { ADDRESS_WAITS, askToDelete, copyCheckoutLink, isLeaving, openInBrowser } from './link-actions.tsx';
import { SoldWords } from './Sold.tsx';

const close = () => go('#/links');

export function LinkDetails({ id }: { readonly id: string }) {
  const { data: link, problem } = useLive('links.get', { id }, ['links', 'products', 'actions']);
  return (
    <aside
      className={styles.details}
      aria-label="Link details"
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
      }}
    >
      <Group justify="space-between" wrap="nowrap" gap={8}>
        <Title order={2} className={styles.detailsTitle} title={link?.productTitle}>
          {link?.productTitle ?? 'Payment link'}
        </Title>
        <ActionIcon aria-label="Close details" title="Close details" onClick={close}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </Group>
      <ProblemAlert title="The payment link could not be read" problem={problem} />
      {link === undefined && !problem && <Skeleton height={240} />}
      {link === null && <Text size="sm">This payment link was deleted, or it belongs to another store.</Text>}
      {link && <Facts link={link} />}
    </aside>
  );
}

function Facts({ link }: { readonly link: LinkView }) {
  const { checkoutUrl } = link;
  return (
    <Stack gap={16}>
      {checkoutUrl === null ? (
        <Text size="sm" c="dimmed">
          {link.sync === 'waiting' || link.sync === 'sending'
            ? ADDRESS_WAITS
            : 'No address: the change needs you first'}
        </Text>
      ) : (
        <TextInput
          label="Checkout URL"
          readOnly
          value={checkoutUrl}
          onFocus={(event) => event.currentTarget.select()}
          title={checkoutUrl}
        />
      )}
      <Group gap={8}>
        <Button
          variant="default"
          leftSection={<IconCopy size={16} aria-hidden />}
          disabled={checkoutUrl === null}
          onClick={() => void copyCheckoutLink(link)}
        >
          Copy checkout link
        </Button>
        {checkoutUrl !== null && (
          <Button
            variant="default"
            leftSection={<IconExternalLink size={16} aria-hidden />}
            onClick={() => void openInBrowser(checkoutUrl)}
          >
            Open in browser
          </Button>
        )}
        {link.canEdit && (
          <Button
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
            onClick={() => openLinkEditor(link.id)}
          >
            Edit link
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconTrash size={16} aria-hidden />}
          disabled={isLeaving(link)}
          onClick={() => askToDelete(link, close)}
        >
          Delete link
        </Button>
      </Group>
      <DataList labelWidth="96px" gap={8} className={styles.facts ?? ''}>
        <Fact label="State">
          <SyncBadge state={link.sync} />
          {isLeaving(link) && ', to be deleted'}
          {link.actionId !== null && (
            <>
              {' '}
              <Anchor href={`#/sync/${encodeURIComponent(link.actionId)}`} underline="always">
                Show the change
              </Anchor>
            </>
          )}
        </Fact>
        <Fact label="Product">
          <Anchor href={`#/products/${encodeURIComponent(link.productId)}`} underline="always">
            {link.productTitle}
          </Anchor>
        </Fact>
        {link.prices.map((price, index) => (
          <Fact key={price.currencyId} label={link.prices.length === 1 ? 'Price' : `Price ${index + 1}`}>
            <PriceText prices={[price]} />
          </Fact>
        ))}
        <Fact label="Single use">{link.useOnce ? 'Yes, for one sale' : 'No'}</Fact>
        {link.sold && (
          <Fact label="Sold">
            <SoldWords sold={link.sold} />
          </Fact>
        )}
        <Fact label="Created">
          <RelativeTime at={link.createdAt} />
          {link.origin === 'added' && ', made elsewhere'}
        </Fact>
        {link.uuid !== null && (
          <Fact label="uuid">
            <span className={styles.code}>{link.uuid}</span>
          </Fact>
        )}
      </DataList>
      <Metadata link={link} />
    </Stack>
  );
}

function Metadata({ link }: { readonly link: LinkView }) {
  return (
    <div>
      <Title order={3}>Metadata</Title>
      {link.metadata.length === 0 ? (
        <Text size="sm" c="dimmed">
          None
        </Text>
      ) : (
        <DataList labelWidth="96px" gap={8} className={styles.facts ?? ''}>
          {link.metadata.map(({ key, value }) => (
            <Fact key={key} label={key}>
              {value}
            </Fact>
          ))}
        </DataList>
      )}
    </div>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: React.ReactNode }) {
  return (
    <DataList.Item>
      <DataList.ItemLabel>{label}</DataList.ItemLabel>
      <DataList.ItemValue>{children}</DataList.ItemValue>
    </DataList.Item>
  );
}
