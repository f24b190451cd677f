// "QR code": the code of a checkout address, large enough to scan from the screen, with what the address sells.
import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { IconPhoto, IconPhotoDown, IconPrinter } from '@tabler/icons-react';
import { createPortal } from 'react-dom';
import type { Output } from '../../../shared/contract.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { openDialog } from '../../kit/dialogs.tsx';
import { takeKeyboard } from '../../kit/form.tsx';
import { notify, orNotify, report } from '../../kit/notify.tsx';
import { ProblemAlert } from '../../kit/parts.tsx';
import { metadataText, PriceText } from '../../kit/values.tsx';
import { useAnswer } from '../../state/live.ts';
import { LinkWarningAlert } from './LinkWarningAlert.tsx';
import styles from './share.module.css';
import type { SharedLink } from './shared-link.ts';

const t = texts.share.qrCode;

type Code = Output<'qr.get'>;

/** A phone reads 0.4 mm modules from about 10 cm away. */
const MODULE_MM = 0.4;
const LEAST_MM = 40;

function QrCode({ link }: { readonly link: SharedLink }) {
  const { url, title, prices, metadata, warning } = link;
  const { data: code, problem } = useAnswer('qr.get', { url });
  const save = async () => {
    const saved = await orNotify(call('qr.save', { url, title }));
    if (saved) notify('success', t.saved({ file: saved.file }));
  };
  const copy = async () => {
    if (await report(call('qr.copyPicture', { url }))) notify('success', t.pictureCopied);
  };
  const actions = [
    [t.saveAsPng, IconPhotoDown, save],
    [t.copyPicture, IconPhoto, copy],
    [t.printLabel, IconPrinter, () => report(call('window.print', undefined))],
  ] as const;

  if (problem) return <ProblemAlert title={t.none} problem={problem} />;
  if (!code) return <Skeleton height={320} />;
  return (
    <Stack gap={16}>
      <LinkWarningAlert of={warning} />
      <div className={styles.code}>
        <CodePicture code={code} label={t.of({ address: url })} />
        <Stack gap={16} flex="1 1 180px" miw={0} className={styles.beside ?? ''}>
          <div>
            <Text fw={600} title={title} className={styles.title ?? ''}>
              {title}
            </Text>
            {prices.length > 0 && <PriceText prices={prices} />}
            {metadata.length > 0 && (
              <Text size="sm" className={styles.metadata ?? ''} title={metadataText(metadata)}>
                {metadataText(metadata)}
              </Text>
            )}
          </div>
          <Text size="xs" c="dimmed" className={styles.address ?? ''} title={url}>
            {url}
          </Text>
          <Stack gap={8}>
            {actions.map(([name, Icon, run], index) => (
              <Button
                key={name}
                {...(index === 0 && { ref: takeKeyboard, 'data-autofocus': true })}
                variant="default"
                justify="flex-start"
                leftSection={<Icon size={16} aria-hidden />}
                disabled={!code}
                onClick={() => void run()}
              >
                {name}
              </Button>
            ))}
          </Stack>
        </Stack>
        <QrLabel code={code} link={link} />
      </div>
    </Stack>
  );
}

/** Black on white even in the dark theme, because scanners need it. */
function CodePicture({ code, label }: { readonly code: Code; readonly label: string }) {
  return (
    <svg className={styles.picture} viewBox={`0 0 ${code.size} ${code.size}`} role="img" aria-label={label}>
      <rect width={code.size} height={code.size} fill="#fff" />
      <path d={code.path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}

/** What "Print label" prints. Only on paper, and without the rest of the window. */
function QrLabel({ code, link }: { readonly code: Code; readonly link: SharedLink }) {
  const width = `${Math.max(LEAST_MM, code.size * MODULE_MM)}mm`;
  return createPortal(
    <div className={styles.label} data-print-alone="" style={{ width }}>
      <svg viewBox={`0 0 ${code.size} ${code.size}`} aria-hidden>
        <path d={code.path} fill="#000" shapeRendering="crispEdges" />
      </svg>
      <p className={styles.labelTitle}>{link.title}</p>
      {link.prices.length > 0 && <PriceText prices={link.prices} />}
    </div>,
    document.body,
  );
}

/** Opens "QR code" from anywhere in the window: a checkout address to show, save, copy and print. */
export function openQrCode(link: SharedLink): void {
  openDialog(t.title, 680, () => <QrCode link={link} />);
}
