// "Customise checkout link": pre-fills fields of the checkout page for one customer (document, section 1).
import { Stack, Text } from '@mantine/core';
import { IconCopy, IconQrcode } from '@tabler/icons-react';
import { sentences } from '../../../shared/sentences.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { metadataText } from '../../components/MetadataLine.tsx';
import { PriceText } from '../../components/Money.tsx';
import { notify } from '../../components/notify.tsx';
import { openDialog } from '../../state/dialogs.ts';
import { CustomiseForm } from './CustomiseForm.tsx';
import { openQrCode } from './QrCode.tsx';
import type { SharedLink } from './shared-link.ts';

const t = texts.share.customise;

function Customise({ link }: { readonly link: SharedLink }) {
  const copy = async (url: string) => {
    const answer = await call('clipboard.copy', { text: url });
    if (answer.ok) return t.copied;
    notify('error', sentences(t.nothingCopied, answer.problem.message));
    return null;
  };
  const showCode = async (url: string) => {
    openQrCode({ ...link, url });
    return null;
  };
  return (
    <Stack gap={12}>
      <Facts link={link} />
      <CustomiseForm
        url={link.url}
        addressLabel={t.checkoutUrl}
        intro={t.intro}
        warning={link.warning}
        submit={{
          label: texts.common.copy,
          icon: <IconCopy size={16} aria-hidden />,
          run: ({ url }) => copy(url),
        }}
        other={{
          label: t.showQrCode,
          icon: <IconQrcode size={16} aria-hidden />,
          run: ({ url }) => showCode(url),
        }}
      />
    </Stack>
  );
}

/** Which link it is: many look alike. */
function Facts({ link: { title, prices, metadata } }: { readonly link: SharedLink }) {
  return (
    <div>
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {title}
      </Text>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {prices.length > 0 && <PriceText prices={prices} />}
        {prices.length > 0 && metadata.length > 0 && ' · '}
        {metadataText(metadata)}
      </Text>
    </div>
  );
}

/** Opens "Customise checkout link" from anywhere in the window. */
export function openCustomise(link: SharedLink): void {
  openDialog(t.title, 600, () => <Customise link={link} />);
}
