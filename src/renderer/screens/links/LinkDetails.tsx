// One payment link, beside the list: all that is known of it, and what can be done.
import { ActionIcon, Anchor, Button, DataList, Group, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import type { LinkView } from '../../../shared/payment-link.ts';
import { PriceText } from '../../components/Money.tsx';
import { ProblemAlert } from '../../components/ProblemAlert.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { useLive } from '../../state/live.ts';
import { go } from '../../state/route.ts';
import styles from './Links.module.css';
import { LinkState } from './LinksTable.tsx';
import { ADDRESS_WAITS, isLeaving } from './link-actions.tsx';
import { linkCommands } from './link-commands.tsx';
import { SoldWords } from './Sold.tsx';

const close = () => go('#/links');

export function LinkDetails({ id }: { readonly id: string }) {
  const { data: link, problem } = useLive('links.get', { id }, ['links', 'products', 'actions']);
  useEffect(() => {
    // From the list too. What takes the key for itself (a dialog, a menu, a search that it clears) comes before.
    const onKey = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.key !== 'Escape' || event.defaultPrevented || !(target instanceof Element)) return;
      const isTaken = target.closest('[role="dialog"],[role="menu"],[aria-expanded="true"],input[type="search"]');
      const isOpen = document.querySelector('[role="dialog"],[role="menu"]');
      if (!isTaken && !isOpen) close();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <aside className={styles.details} aria-label="Link details">
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
      <div className={styles.commands}>
        {linkCommands(link, close).map(({ label, Icon, pressed, disabled = false, run }, place) => (
          <Button
            key={label}
            size="xs"
            px={6}
            // The first, which copies, is what a link is for; the page has its one primary button elsewhere.
            variant={pressed || (place === 0 && pressed === undefined) ? 'light' : 'default'}
            aria-pressed={pressed}
            leftSection={<Icon size={14} aria-hidden />}
            disabled={disabled}
            onClick={run}
          >
            {label}
          </Button>
        ))}
      </div>
      <DataList labelWidth="96px" gap={8} className={styles.facts ?? ''}>
        <Fact label="State">
          <LinkState link={link} />
          {isLeaving(link) && link.replacedBy === null && ', to be deleted'}
          {link.actionId !== null && (
            <>
              {' '}
              <Anchor href={`#/sync/${encodeURIComponent(link.actionId)}`} underline="always">
                Show the change
              </Anchor>
            </>
          )}
          {link.uncertain !== null && <Text size="sm">{link.uncertain}</Text>}
        </Fact>
        {link.replacedBy !== null && (
          <Fact label="Replaced by">
            <Anchor href={`#/links/${encodeURIComponent(link.replacedBy)}`} underline="always">
              The new link
            </Anchor>
            {', when the service has confirmed it'}
          </Fact>
        )}
        {link.replaces !== null && (
          <Fact label="Replaces">
            <Anchor href={`#/links/${encodeURIComponent(link.replaces)}`} underline="always">
              The old link
            </Anchor>
            {', which is deleted after this one is there'}
          </Fact>
        )}
        <Fact label="Product">
          <Anchor
            href={`#/products/${encodeURIComponent(link.productId)}`}
            underline="always"
            lineClamp={2}
            title={link.productTitle}
          >
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
