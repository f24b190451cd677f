// The details of one sale beside the list: its facts, its commands, and the body of its event.

import { Anchor, Button, DataList, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Sale } from '../../../shared/sale.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { CodeBlock } from '../../components/CodeBlock.tsx';
import { notify } from '../../components/notify.tsx';
import { CloseButton, useClosesOnEscape, useIsWholePage } from '../../components/open-panel.tsx';
import { ProblemAlert } from '../../components/ProblemAlert.tsx';
import { Phrase } from '../../components/parts.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { useFrame } from '../../state/frame.ts';
import { useLive } from '../../state/live.ts';
import { amountText, productText, SaleStateWord } from './sale-columns.tsx';
import { saleCommands } from './sale-commands.tsx';
import styles from './sales.module.css';

const { details: t, commands } = texts.sales;

/** Shorter bodies are shown whole. */
const FOLDED_FROM = 4_000;

/** With another `id` the previous sale stays until the new one is loaded, so that nothing flickers while the arrow keys move on. */
export function SaleDetails({ id, close }: { readonly id: string; readonly close: () => void }) {
  const { data, problem, asked } = useLive('sales.get', { id }, ['links', 'products']);
  const sale = problem && asked?.id !== id ? undefined : data;
  const isWhole = useIsWholePage();
  const heading = sale ? productText(sale) : t.sale;
  const title = useRef<HTMLHeadingElement>(null);
  useClosesOnEscape(close);
  // The opened row is hidden then.
  useEffect(() => {
    if (isWhole) title.current?.focus();
  }, [isWhole]);
  return (
    <aside className={styles.details} aria-label={t.label} data-whole={isWhole || undefined}>
      <div className={styles.detailsHead}>
        <Title order={2} className={styles.detailsTitle} title={heading} ref={title} tabIndex={-1} dir="auto">
          {heading}
        </Title>
        <CloseButton label={t.close} isWhole={isWhole} onClose={close} />
      </div>
      <ProblemAlert title={t.notRead} problem={problem} />
      {sale === undefined && !problem && <Skeleton height={240} />}
      {sale === null && <Text size="sm">{t.gone}</Text>}
      {sale && <Facts key={sale.id} sale={sale} />}
    </aside>
  );
}

async function copyBody(text: string): Promise<void> {
  const answer = await call('clipboard.copy', { text });
  if (answer.ok) notify('success', texts.sales.bodyCopied);
  else notify('error', answer.problem.message);
}

function Facts({ sale }: { readonly sale: Sale }) {
  const { currencies } = useFrame().settings;
  const { at, state, product, productId, amount, isPriceOfLink, deliveries } = sale;
  return (
    <Stack gap={16}>
      <div className={styles.commands}>
        {saleCommands(sale).map(({ label, Icon, run }) => (
          <Button key={label} size="xs" variant="default" leftSection={<Icon size={14} aria-hidden />} onClick={run}>
            {label}
          </Button>
        ))}
      </div>
      <DataList labelWidth="96px" gap={8} className={styles.facts ?? ''}>
        <Fact label={t.state}>
          <SaleStateWord sale={sale} />
          {state !== 'counted' && <Text size="sm">{texts.sales.states[state].why}</Text>}
        </Fact>
        <Fact label={state === 'counted' ? t.sold : t.received}>
          <RelativeTime at={at} />
        </Fact>
        {amount !== null && (
          <Fact label={t.amount}>
            {amountText(sale, currencies)}
            {isPriceOfLink && (
              <Text size="xs" c="dimmed">
                {t.priceOfLink}
              </Text>
            )}
          </Fact>
        )}
        {product !== null && (
          <Fact label={t.product}>
            {productId === null ? (
              <Text lineClamp={4} title={product}>
                {product}
              </Text>
            ) : (
              <Anchor
                href={`#/products/${encodeURIComponent(productId)}`}
                underline="always"
                lineClamp={4}
                title={product}
              >
                {product}
              </Anchor>
            )}
          </Fact>
        )}
        <Fact label={t.link}>
          <LinkOfSale sale={sale} />
        </Fact>
        {deliveries.count > 1 && (
          <Fact label={t.deliveries}>
            <Phrase
              of={t.repeated({
                count: deliveries.count,
                isLeast: deliveries.isLeast,
                last: <RelativeTime key="last" at={deliveries.lastAt} />,
              })}
            />
          </Fact>
        )}
      </DataList>
      <Metadata sale={sale} />
      <Technical sale={sale} />
    </Stack>
  );
}

function LinkOfSale({ sale: { link, linkUuid } }: { readonly sale: Sale }) {
  if (link !== 'known') return <Text size="sm">{t.links[link]}</Text>;
  return linkUuid !== null && <span className={styles.code}>{linkUuid}</span>;
}

function Metadata({ sale: { metadata } }: { readonly sale: Sale }) {
  return (
    <div>
      <Title order={3}>{t.metadata}</Title>
      {metadata.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t.noMetadata}
        </Text>
      ) : (
        <DataList labelWidth="96px" gap={8} className={styles.facts ?? ''}>
          {metadata.map(({ key, value }) => (
            <Fact key={key} label={key}>
              {value}
            </Fact>
          ))}
        </DataList>
      )}
    </div>
  );
}

function Technical({ sale: { eventId, body, isCut } }: { readonly sale: Sale }) {
  return (
    <details>
      <summary>{t.technical}</summary>
      {eventId !== null && (
        <Text size="sm">
          {t.eventId} <span className={styles.code}>{eventId}</span>
        </Text>
      )}
      <CodeBlock text={body} whole={body.length < FOLDED_FROM} />
      {isCut && (
        <Text size="xs" c="dimmed">
          {t.cut}
        </Text>
      )}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconCopy size={14} aria-hidden />}
        onClick={() => void copyBody(body)}
      >
        {commands.copyBody}
      </Button>
    </details>
  );
}

const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <DataList.Item>
    <DataList.ItemLabel dir="auto">{label}</DataList.ItemLabel>
    <DataList.ItemValue dir="auto">{children}</DataList.ItemValue>
  </DataList.Item>
);
