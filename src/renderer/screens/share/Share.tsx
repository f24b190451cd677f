// "Share checkout link": fills in the customer's fields, and copies the address, sends it in a message, or shows its QR code.
import { Text } from '@mantine/core';
import { IconBrandWhatsapp, IconCopy, IconMail, IconQrcode } from '@tabler/icons-react';
import type { Input } from '../../../shared/contract.ts';
import { defaultMessage } from '../../../shared/message.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call, type Result } from '../../bridge.ts';
import { openDialog } from '../../kit/dialogs.tsx';
import { report } from '../../kit/notify.tsx';
import { metadataText, PriceText } from '../../kit/values.tsx';
import { useFrame } from '../../state/frame.ts';
import { openQrCode } from './QrCode.tsx';
import { ShareForm } from './ShareForm.tsx';
import type { SharedLink } from './shared-link.ts';

const t = texts.share.customise;

const confirmed = async (answer: Promise<Result<unknown>>, words: string) => ((await report(answer)) ? words : null);

function Share({ link }: { readonly link: SharedLink }) {
  const message = useFrame().settings.message ?? defaultMessage();
  const { id, title, prices, metadata } = link;
  const sending = (by: Input<'share.send'>['by'], label: string, Icon: typeof IconCopy) => ({
    label,
    Icon,
    sends: true as const,
    run: ({ fields, message }: Pick<Input<'share.send'>, 'fields' | 'message'>) =>
      confirmed(call('share.send', { id: id ?? '', by, fields, message }), texts.links.sent[by]),
  });
  return (
    <ShareForm
      url={link.url}
      metadata={null}
      addressLabel={texts.links.details.checkoutUrl}
      about={
        <div style={{ overflowWrap: 'anywhere' }}>
          <Text fw={600}>{title}</Text>
          <Text size="sm">
            {prices.length > 0 && <PriceText prices={prices} />}
            {prices.length > 0 && metadata.length > 0 && ' · '}
            {metadataText(metadata)}
          </Text>
        </div>
      }
      warning={link.warning}
      message={id === null ? null : message}
      actions={[
        {
          label: texts.share.qrCode.title,
          Icon: IconQrcode,
          run: async ({ url }) => {
            openQrCode({ ...link, url });
            return null;
          },
        },
        // The main process sends messages by the link's id, which a basic checkout link does not have.
        ...(id === null
          ? []
          : [sending('whatsapp', 'WhatsApp', IconBrandWhatsapp), sending('email', t.byEmail, IconMail)]),
        {
          label: texts.common.copy,
          Icon: IconCopy,
          run: ({ url }) => confirmed(call('clipboard.copy', { text: url }), texts.links.copied),
        },
      ]}
    />
  );
}

export const openShare = (link: SharedLink): void => openDialog(t.title, 640, () => <Share link={link} />);
