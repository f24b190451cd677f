// "Print QR codes": the codes of many links on sheets of paper, each with its product, price and metadata.
import { Skeleton, Stack, Switch, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useMemo } from 'react';
import { createPortal } from 'react-dom';
import type { Input, Output } from '../../../shared/contract.ts';
import { cutInMiddle } from '../../../shared/text.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { report } from '../../kit/notify.tsx';
import { DialogFoot, ProblemAlert, WorkButton } from '../../kit/parts.tsx';
import { metadataText, PriceText } from '../../kit/values.tsx';
import { useFrame } from '../../state/frame.ts';
import { useAnswer } from '../../state/live.ts';
import { useOptimisticValue } from '../../state/optimistic.ts';
import { useSingleFlight } from '../../state/single-flight.ts';
import { LinkWarningAlert } from './LinkWarningAlert.tsx';
import styles from './qr-sheet.module.css';
import { warningOfMany } from './shared-link.ts';

const t = texts.share.qrSheet;

/** Three columns and four rows fit both A4 and Letter. */
const CODES_ON_A_PAGE = 12;

/** In characters, about three lines on paper. */
const LONGEST_TITLE = 80;

type Code = Output<'qr.sheet'>['codes'][number];

interface QrSheetProps {
  readonly links: Input<'qr.sheet'>;
}

export function QrSheet({ links }: QrSheetProps) {
  const { data, problem } = useAnswer('qr.sheet', links);
  const { printsMetadata } = useFrame().settings;
  const [withMetadata, setWithMetadata] = useOptimisticValue(printsMetadata, (wanted) =>
    report(call('settings.update', { printsMetadata: wanted })),
  );
  const printing = useSingleFlight();
  const pages = useMemo(() => inPages(data?.codes ?? []), [data]);
  if (problem) return <ProblemAlert problem={problem} />;
  if (!data) return <Skeleton height={360} />;
  const { codes, withoutAddress, tooLong } = data;
  return (
    <Stack gap={16}>
      <LinkWarningAlert of={warningOfMany(data)} />
      <div>
        <Text size="sm" fw={600}>
          {codes.length > 0 ? t.count({ codes: codes.length, pages: pages.length }) : texts.share.customiseMany.none}
        </Text>
        {withoutAddress > 0 && <Text size="sm">{t.withoutAddress({ links: withoutAddress })}</Text>}
        {tooLong > 0 && <Text size="sm">{t.tooLong({ links: tooLong })}</Text>}
      </div>
      {codes.some(({ metadata }) => metadata.length > 0) && (
        <Switch
          label={t.withMetadata}
          description={t.withMetadataAbout}
          checked={withMetadata}
          onChange={(event) => setWithMetadata(event.currentTarget.checked)}
        />
      )}
      {pages[0] && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <section className={styles.preview} aria-label={t.firstPage} tabIndex={0}>
          <Page codes={pages[0]} withMetadata={withMetadata} />
        </section>
      )}
      <DialogFoot>
        {codes.length > 0 && (
          <WorkButton
            data-autofocus
            leftSection={<IconPrinter size={16} aria-hidden />}
            busy={printing.slow}
            onClick={() => void printing.run(() => report(call('window.print', undefined)))}
          >
            {t.print}
          </WorkButton>
        )}
      </DialogFoot>
      {createPortal(
        <div className={styles.paper} data-print-alone="">
          {pages.map((page) => (
            <Page key={page[0]?.id} codes={page} withMetadata={withMetadata} />
          ))}
        </div>,
        document.body,
      )}
    </Stack>
  );
}

function inPages(codes: readonly Code[]): readonly (readonly Code[])[] {
  const pages: Code[][] = [];
  for (let from = 0; from < codes.length; from += CODES_ON_A_PAGE)
    pages.push(codes.slice(from, from + CODES_ON_A_PAGE));
  return pages;
}

function Page({ codes, withMetadata }: { readonly codes: readonly Code[]; readonly withMetadata: boolean }) {
  return (
    <div className={styles.page}>
      {codes.map(({ id, productTitle, prices, metadata, size, path }) => (
        <div key={id} className={styles.code}>
          <svg viewBox={`0 0 ${size} ${size}`} aria-hidden>
            <path d={path} fill="#000" shapeRendering="crispEdges" />
          </svg>
          <p className={styles.title}>{cutInMiddle(productTitle, LONGEST_TITLE)}</p>
          {prices.length > 0 && (
            <p className={styles.line}>
              <PriceText prices={prices} />
            </p>
          )}
          {withMetadata && metadata.length > 0 && <p className={styles.line}>{metadataText(metadata)}</p>}
        </div>
      ))}
    </div>
  );
}
