// The details of one payment link beside the list: its address, its two most used commands, a menu, and its facts.
import { ActionIcon, Anchor, DataList, Stack, Text, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { LinkView } from '../../../shared/payment-link.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { CommandButton, MoreActions } from '../../kit/commands.tsx';
import { Code, Details, Fact } from '../../kit/details.tsx';
import { RichText } from '../../kit/parts.tsx';
import { DoubtNotes } from '../../kit/SyncBadge.tsx';
import { PriceText, RelativeTime } from '../../kit/values.tsx';
import { useLive } from '../../state/live.ts';
import { showSales } from '../sales/sale-commands.ts';
import { NeededDecision } from '../sync/ChangePanel.tsx';
import styles from './Links.module.css';
import { copyCheckoutLink, named, noAddressBecause } from './link-actions.tsx';
import { LinkState } from './link-columns.tsx';
import { rowCommands } from './link-commands.tsx';
import { PrivateNote } from './PrivateNote.tsx';

const { details: t, facts } = texts.links;

interface LinkDetailsProps {
  readonly id: string;
  /** Shows another link instead. */
  show(id: string): void;
  close(): void;
}

export function LinkDetails({ id, show, close }: LinkDetailsProps) {
  const { data, problem } = useLive('links.get', { id }, ['records']);
  useFollowsReplacement(id, data, show);
  return (
    <Details
      label={t.label}
      record={data}
      problem={problem}
      heading={
        data ? (
          <Anchor href={`#/products/${encodeURIComponent(data.productId)}`} inherit c="inherit">
            {data.productTitle}
          </Anchor>
        ) : (
          texts.linkForm.addExisting.address
        )
      }
      headingText={data?.productTitle}
      under={data && <PriceText prices={data.prices} />}
      close={close}
    >
      {(link) => (
        <Stack key={link.id} gap={16}>
          <Address link={link} />
          <Commands link={link} close={close} />
          {link.changeId !== null && (link.sync === 'needs-review' || link.sync === 'rejected') && (
            <NeededDecision id={link.changeId} />
          )}
          <Facts link={link} show={show} />
          <PrivateNote
            about={named(link)}
            note={link.note}
            save={(note) => call('links.setNote', { id: link.id, note })}
          />
          {link.uuid !== null && (
            <details>
              <summary>{texts.parts.technicalDetails}</summary>
              <DataList labelWidth="96px">
                <Fact label={t.uuid}>
                  <Code>{link.uuid}</Code>
                </Fact>
              </DataList>
            </details>
          )}
        </Stack>
      )}
    </Details>
  );
}

/** When a link is replaced, the details switch to its replacement. */
function useFollowsReplacement(id: string, link: LinkView | null | undefined, show: (id: string) => void): void {
  const next = useRef<string | null>(null);
  if (link) next.current = link.id === id ? link.replacedBy : null;
  useEffect(() => {
    if (link === null && next.current !== null) show(next.current);
  }, [link, show]);
}

function Address({ link }: { readonly link: LinkView }) {
  if (link.checkoutUrl === null) {
    return (
      <Text size="sm" c="dimmed">
        {noAddressBecause(link)}
      </Text>
    );
  }
  return (
    <TextInput
      label={t.checkoutUrl}
      readOnly
      value={link.checkoutUrl}
      title={link.checkoutUrl}
      onFocus={(event) => event.currentTarget.select()}
      rightSection={
        <ActionIcon
          aria-label={texts.common.copy}
          title={texts.common.copy}
          onClick={() => void copyCheckoutLink(link)}
        >
          <IconCopy size={16} aria-hidden />
        </ActionIcon>
      }
    />
  );
}

/** The first two commands as buttons, the others in a menu. */
function Commands({ link, close }: { readonly link: LinkView; close(): void }) {
  const [first, second, ...others] = rowCommands(link, close);
  return (
    <div className={styles.commands}>
      {first && <CommandButton command={first} isFirst />}
      <div className={styles.moreCommands}>
        {second && <CommandButton command={second} />}
        <MoreActions commands={others} size={30} />
      </div>
    </div>
  );
}

function Facts({ link, show }: { readonly link: LinkView; show(id: string): void }) {
  const isInOrder = link.sync === 'synced' && link.deletion === null && link.replaces === null;
  return (
    <DataList labelWidth="96px" gap={8}>
      {link.metadata.map(({ key, value }) => (
        <Fact key={key} label={key}>
          {value}
        </Fact>
      ))}
      {(!isInOrder || link.createdOn !== null || link.doubtOn.length > 0) && (
        <Fact label={facts.state}>
          <LinkState link={link} />
          {link.uncertain !== null && <Text size="sm">{link.uncertain}</Text>}
          <DoubtNotes doubtOn={link.doubtOn} words={t} />
        </Fact>
      )}
      {link.replacedBy !== null && (
        <Fact label={t.replacedBy}>
          <LinkTo id={link.replacedBy} name={t.newLink} show={show} />
        </Fact>
      )}
      {link.replaces !== null && (
        <Fact label={t.replaces}>
          <LinkTo id={link.replaces} name={t.oldLink} show={show} />
        </Fact>
      )}
      {link.useOnce && <Fact label={facts.singleUse}>{t.forOneSale}</Fact>}
      {link.sold && (
        <Fact label={facts.sold}>
          <RichText
            of={texts.links.sold.times({ count: link.sold.count, lastAt: <RelativeTime at={link.sold.lastAt} /> })}
          />{' '}
          <Anchor component="button" type="button" underline="always" onClick={() => showSales({ linkId: link.id })}>
            {texts.sales.show}
          </Anchor>
        </Fact>
      )}
      <Fact label={facts.created}>
        {link.origin === 'added' ? (
          <RichText of={t.madeElsewhere({ time: <RelativeTime at={link.createdAt} /> })} />
        ) : (
          <RelativeTime at={link.createdAt} />
        )}
      </Fact>
    </DataList>
  );
}

const LinkTo = (props: { readonly id: string; readonly name: string; show(id: string): void }) => (
  <Anchor component="button" type="button" underline="always" onClick={() => props.show(props.id)}>
    {props.name}
  </Anchor>
);
