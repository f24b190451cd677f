// The details of one sale beside the list: its facts, its commands, and the body of its event.
import { Anchor, DataList, Group, Stack, Text } from '@mantine/core';
import type { Sale } from '../../../shared/sale.ts';
import { texts as shared } from '../../../shared/texts/main.ts';
import { texts } from '../../../shared/texts/window.ts';
import { CommandButton } from '../../kit/commands.tsx';
import { Details, Fact } from '../../kit/details.tsx';
import { CodeBlock } from '../../kit/parts.tsx';
import { RelativeTime } from '../../kit/values.tsx';
import { useFrame } from '../../state/frame.ts';
import { useLive } from '../../state/live.ts';
import { amountText, SaleStateWord, saleProduct } from './sale-columns.tsx';
import { saleCommands } from './sale-commands.ts';

const t = texts.sales.details;
const { columns } = shared.sales.export;
const { facts } = texts.links;

export function SaleDetails({ id, close }: { readonly id: string; readonly close: () => void }) {
  const { data, problem, asked } = useLive('sales.get', { id }, ['records']);
  const sale = problem && asked?.id !== id ? undefined : data;
  const heading = sale ? saleProduct(sale) : t.sale;
  return (
    <Details label={t.label} record={sale} problem={problem} heading={heading} headingText={heading} close={close}>
      {(one) => <Facts key={one.id} sale={one} />}
    </Details>
  );
}

function Facts({ sale }: { readonly sale: Sale }) {
  const { currencies } = useFrame().settings;
  const { at, state, product, productId, amount, isPriceOfLink, deliveries, link, metadata } = sale;
  return (
    <Stack gap={16}>
      <Group gap={8}>
        {saleCommands(sale).map((command) => (
          <CommandButton key={command.label} command={command} />
        ))}
      </Group>
      <DataList labelWidth="96px" gap={8}>
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
        {product !== null && productId !== null && (
          <Fact label={facts.product}>
            <Anchor
              href={`#/products/${encodeURIComponent(productId)}`}
              underline="always"
              lineClamp={4}
              title={product}
            >
              {product}
            </Anchor>
          </Fact>
        )}
        {link !== 'known' && <Fact label={t.link}>{t.links[link]}</Fact>}
        {deliveries > 1 && <Fact label={columns.deliveries}>{t.repeated({ count: deliveries })}</Fact>}
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

function Technical({ sale: { body, isCut } }: { readonly sale: Sale }) {
  return (
    <details>
      <summary>{texts.parts.technicalDetails}</summary>
      <CodeBlock text={body} whole />
      {isCut && (
        <Text size="xs" c="dimmed">
          {t.cut}
        </Text>
      )}
    </details>
  );
}
