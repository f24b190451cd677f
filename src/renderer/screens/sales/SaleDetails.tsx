// The details of one sale beside the list: its facts, its commands, and the body of its event.
import { Anchor, Button, DataList, Skeleton, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Sale } from '../../../shared/sale.ts';
import { texts as shared } from '../../../shared/texts/main.ts';
import { texts } from '../../../shared/texts/window.ts';
import { CloseButton, useClosesOnEscape, useIsWholePage } from '../../components/open-panel.tsx';
import { CodeBlock, Phrase, ProblemAlert } from '../../components/parts.tsx';
import { RelativeTime } from '../../components/values.tsx';
import { useFrame } from '../../state/frame.ts';
import { useLive } from '../../state/live.ts';
import { amountText, productText, SaleStateWord } from './sale-columns.tsx';
import { saleCommands } from './sale-commands.ts';
import styles from './sales.module.css';

const t = texts.sales.details;
const { columns } = shared.sales.export;
const { facts } = texts.links;

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
        <CloseButton label={texts.links.details.close} isWhole={isWhole} onClose={close} />
      </div>
      <ProblemAlert problem={problem} />
      {sale === undefined && !problem && <Skeleton height={240} />}
      {sale === null && <Text size="sm">{t.gone}</Text>}
      {sale && <Facts key={sale.id} sale={sale} />}
    </aside>
  );
}

function Facts({ sale }: { readonly sale: Sale }) {
  const { currencies } = useFrame().settings;
  const { at, state, product, productId, amount, isPriceOfLink, deliveries, link, metadata } = sale;
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
        {state !== 'counted' && (
          <Fact label={facts.state}>
            <SaleStateWord sale={sale} />
            <Text size="sm">{texts.sales.states[state].why}</Text>
          </Fact>
        )}
        <Fact label={columns.time}>
          <RelativeTime at={at} />
        </Fact>
        {amount !== null && (
          <Fact label={columns.amount}>
            {amountText(sale, currencies)}
            {isPriceOfLink && (
              <Text size="xs" c="dimmed">
                {t.priceOfLink}
              </Text>
            )}
          </Fact>
        )}
        {product !== null && (
          <Fact label={facts.product}>
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
        {link !== 'known' && <Fact label={t.link}>{t.links[link]}</Fact>}
        {deliveries.count > 1 && (
          <Fact label={columns.deliveries}>
            <Phrase
              of={t.repeated({
                count: deliveries.count,
                isLeast: deliveries.isLeast,
                last: <RelativeTime key="last" at={deliveries.lastAt} />,
              })}
            />
          </Fact>
        )}
        {metadata.map(({ key, value }) => (
          <Fact key={key} label={key}>
            {value}
          </Fact>
        ))}
      </DataList>
      <Technical sale={sale} />
    </Stack>
  );
}

function Technical({ sale: { eventId, linkUuid, body, isCut } }: { readonly sale: Sale }) {
  return (
    <details>
      <summary>{texts.parts.technicalDetails}</summary>
      {eventId !== null && (
        <Text size="sm">
          {columns.event} <span className={styles.code}>{eventId}</span>
        </Text>
      )}
      {linkUuid !== null && (
        <Text size="sm">
          {t.link} <span className={styles.code}>{linkUuid}</span>
        </Text>
      )}
      <CodeBlock text={body} whole={body.length < FOLDED_FROM} />
      {isCut && (
        <Text size="xs" c="dimmed">
          {t.cut}
        </Text>
      )}
    </details>
  );
}

const Fact = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <DataList.Item>
    <DataList.ItemLabel dir="auto">{label}</DataList.ItemLabel>
    <DataList.ItemValue dir="auto">{children}</DataList.ItemValue>
  </DataList.Item>
);
