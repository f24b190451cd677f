// The details of one payment link beside the list, with its commands.
import { ActionIcon, Anchor, Button, DataList, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import type { LinkView } from '../../../shared/payment-link.ts';
import { texts } from '../../../shared/texts/window.ts';
import { PriceText } from '../../components/Money.tsx';
import { CloseButton, useClosesOnEscape, useIsWholePage } from '../../components/open-panel.tsx';
import { ProblemAlert } from '../../components/ProblemAlert.tsx';
import { Phrase } from '../../components/parts.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import type { RowCommand } from '../../components/row-commands.tsx';
import { DoubtNotes } from '../../components/SyncBadge.tsx';
import { useFrame } from '../../state/frame.ts';
import { useLive } from '../../state/live.ts';
import { goInstead, shownLink } from '../../state/route.ts';
import { PrivateNote } from '../notes/PrivateNote.tsx';
import { showSales } from '../sales/show-sales.ts';
import { isLeaving } from '../share/shared-link.ts';
import styles from './Links.module.css';
import { noAddressBecause, shownPrices } from './link-actions.tsx';
import { LinkState } from './link-columns.tsx';
import { linkCommands } from './link-commands.tsx';
import { SoldWords } from './Sold.tsx';

const { details: t, facts } = texts.links;

/** How many commands have words in a small window: the most used ones, and the last ones, which have a row of their own. */
const WITH_WORDS = { first: 3, last: 2 };

/** With another `id` the previous link stays until the new one is loaded, so that nothing flickers while the arrow keys move on. */
export function LinkDetails({ id, close }: { readonly id: string; readonly close: () => void }) {
  const { data, problem, asked } = useLive('links.get', { id }, ['links', 'products', 'actions']);
  const link = problem && asked?.id !== id ? undefined : data;
  const isWhole = useIsWholePage();
  const title = useRef<HTMLHeadingElement>(null);
  useClosesOnEscape(close);
  useFollowsReplacement(id, link);
  // The opened row is hidden then.
  useEffect(() => {
    if (isWhole) title.current?.focus();
  }, [isWhole]);
  return (
    <aside className={styles.details} aria-label={t.label} data-whole={isWhole || undefined}>
      <div className={styles.detailsHead}>
        <div>
          <Title order={2} className={styles.detailsTitle} title={link?.productTitle} ref={title} tabIndex={-1}>
            {link?.productTitle ?? t.paymentLink}
          </Title>
          {link && <Brief link={link} />}
        </div>
        <CloseButton label={t.close} isWhole={isWhole} onClose={close} />
      </div>
      <ProblemAlert title={t.notRead} problem={problem} />
      {link === undefined && !problem && <Skeleton height={240} />}
      {link === null && <Text size="sm">{t.gone}</Text>}
      {link && <Facts key={link.id} link={link} close={close} />}
    </aside>
  );
}

/** Once a link is replaced, the details are those of the link in its place. */
function useFollowsReplacement(id: string, link: LinkView | null | undefined): void {
  const next = useRef<string | null>(null);
  if (link) next.current = link.id === id ? link.replacedBy : null;
  useEffect(() => {
    if (link === null && next.current !== null && shownLink() === id)
      goInstead(`#/links/${encodeURIComponent(next.current)}`);
  }, [id, link]);
}

/** What distinguishes it from other links of its product, in sight without scrolling. */
function Brief({ link }: { readonly link: LinkView }) {
  const { currencies } = useFrame().settings;
  return (
    <Text size="sm" c="dimmed" lineClamp={3} className={styles.facts ?? ''}>
      {[shownPrices(link, currencies), ...link.metadata.map(({ value }) => value)].join(' · ')}
    </Text>
  );
}

function Facts({ link, close }: { readonly link: LinkView; readonly close: () => void }) {
  const { checkoutUrl } = link;
  return (
    <Stack gap={16}>
      {checkoutUrl === null ? (
        <Text size="sm" c="dimmed">
          {noAddressBecause(link)}
        </Text>
      ) : (
        <TextInput
          label={t.checkoutUrl}
          readOnly
          value={checkoutUrl}
          onFocus={(event) => event.currentTarget.select()}
          title={checkoutUrl}
        />
      )}
      <div className={styles.commands}>
        <Commands commands={linkCommands(link, close)} />
      </div>
      <DataList labelWidth="96px" gap={8} className={styles.facts ?? ''}>
        <Fact label={facts.state}>
          {isLeaving(link) && link.replacedBy === null ? (
            <Phrase of={t.toBeDeleted({ state: <LinkState link={link} /> })} />
          ) : (
            <LinkState link={link} />
          )}
          {link.actionId !== null && (
            <>
              {' '}
              <Anchor href={`#/sync/${encodeURIComponent(link.actionId)}`} underline="always">
                {texts.common.showTheChange}
              </Anchor>
            </>
          )}
          {link.uncertain !== null && <Text size="sm">{link.uncertain}</Text>}
          <DoubtNotes doubtOn={link.doubtOn} words={t} />
        </Fact>
        {link.replacedBy !== null && (
          <Fact label={t.replacedBy}>
            <ReplacedBy id={link.replacedBy} />
          </Fact>
        )}
        {link.replaces !== null && (
          <Fact label={t.replaces}>
            <Phrase of={t.deletedAfterwards({ oldLink: toLink(link.replaces, t.oldLink) })} />
          </Fact>
        )}
        <Fact label={facts.product}>
          <Anchor
            href={`#/products/${encodeURIComponent(link.productId)}`}
            underline="always"
            lineClamp={4}
            title={link.productTitle}
          >
            {link.productTitle}
          </Anchor>
        </Fact>
        {link.prices.map((price, index) => (
          <Fact
            key={price.currencyId}
            label={link.prices.length === 1 ? facts.price : facts.priceAt({ place: index + 1 })}
          >
            <PriceText prices={[price]} />
          </Fact>
        ))}
        <Fact label={facts.singleUse}>{link.useOnce ? t.forOneSale : t.notSingleUse}</Fact>
        {link.sold && (
          <Fact label={facts.sold}>
            <SoldWords sold={link.sold} />
            <Anchor component="button" type="button" underline="always" onClick={() => showSales({ linkId: link.id })}>
              {texts.sales.show}
            </Anchor>
          </Fact>
        )}
        <Fact label={facts.created}>
          {link.origin === 'added' ? (
            <Phrase of={t.madeElsewhere({ time: <RelativeTime at={link.createdAt} /> })} />
          ) : (
            <RelativeTime at={link.createdAt} />
          )}
        </Fact>
        {link.uuid !== null && (
          <Fact label={t.uuid}>
            <span className={styles.code}>{link.uuid}</span>
          </Fact>
        )}
      </DataList>
      <Metadata link={link} />
      <PrivateNote of={{ kind: 'link', id: link.id }} note={link.note} />
    </Stack>
  );
}

/** In a small window some commands are icons, so that the facts begin above the fold. */
function Commands({ commands }: { readonly commands: readonly RowCommand[] }) {
  const isNarrow = useMediaQuery('(max-width: 1000px)', undefined, { getInitialValueInEffect: false });
  const isLow = useMediaQuery('(max-height: 640px)', undefined, { getInitialValueInEffect: false });
  return commands.map(({ label, Icon, pressed, disabled = false, why, run }, place) => {
    // Highlights copying, the first command; the page has its one primary button elsewhere.
    const variant = pressed || (place === 0 && pressed === undefined) ? 'light' : 'default';
    const isIcon = place >= WITH_WORDS.first && place < commands.length - WITH_WORDS.last;
    if ((isNarrow || isLow) && isIcon) {
      return (
        <ActionIcon
          key={label}
          variant={variant}
          size={30}
          aria-label={label}
          title={why ?? label}
          disabled={disabled}
          onClick={run}
        >
          <Icon size={16} aria-hidden />
        </ActionIcon>
      );
    }
    return (
      <Button
        key={label}
        size="xs"
        px={6}
        variant={variant}
        aria-pressed={pressed}
        leftSection={<Icon size={14} aria-hidden />}
        disabled={disabled}
        title={why}
        onClick={run}
      >
        {label}
      </Button>
    );
  });
}

const toLink = (id: string, name: string) => (
  <Anchor href={`#/links/${encodeURIComponent(id)}`} underline="always">
    {name}
  </Anchor>
);

function ReplacedBy({ id }: { readonly id: string }) {
  const { data } = useLive('links.get', { id }, ['links', 'actions']);
  const isConfirmed = data?.checkoutUrl !== null;
  const newLink = toLink(id, t.newLink);
  return (
    data && (
      <Phrase of={isConfirmed ? texts.linkDetails.replacedBy({ newLink }) : t.replacedWhenConfirmed({ newLink })} />
    )
  );
}

function Metadata({ link }: { readonly link: LinkView }) {
  return (
    <div>
      <Title order={3}>{facts.metadata}</Title>
      {link.metadata.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t.noMetadata}
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
      <DataList.ItemLabel dir="auto">{label}</DataList.ItemLabel>
      <DataList.ItemValue dir="auto">{children}</DataList.ItemValue>
    </DataList.Item>
  );
}
