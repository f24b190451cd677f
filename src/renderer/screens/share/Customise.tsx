// "Customise checkout link": pre-fills fields of the checkout page for one customer (document, section 1).
import { IconCopy, IconQrcode } from '@tabler/icons-react';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { toast } from '../../components/toast.tsx';
import { leftDraft } from '../../state/draft.ts';
import { CustomiseForm } from './CustomiseForm.tsx';
import { blankMemory, type CustomiseMemory, customisedSchema } from './fields.ts';
import { openQrCode } from './open-qr-code.tsx';
import type { SharedLink } from './shared-link.ts';

const words = texts.share.customise;

export interface CustomiseProps {
  readonly link: SharedLink;
  /** Survives unmounting; filled on the first render. */
  readonly kept: { memory: CustomiseMemory | null };
}

export function Customise({ link, kept }: CustomiseProps) {
  const draft = { name: `customise-${link.about}`, schema: customisedSchema };
  kept.memory ??= { ...blankMemory(), ...leftDraft(draft) };
  const { memory } = kept;
  const copy = async (url: string) => {
    const answer = await call('clipboard.copy', { text: url });
    if (answer.ok) return words.copied;
    toast('error', `${words.nothingCopied} ${answer.problem.message}`);
    return null;
  };
  const showCode = async (url: string) => {
    memory.backTo = 'other';
    openQrCode({ ...link, url });
    return null;
  };
  return (
    <CustomiseForm
      about={link.about}
      url={link.url}
      addressLabel={words.checkoutUrl}
      intro={words.intro}
      warning={link.warning}
      draft={draft}
      memory={memory}
      submit={{
        label: texts.common.copy,
        icon: <IconCopy size={16} aria-hidden />,
        run: ({ url }) => copy(url),
      }}
      other={{
        label: words.showQrCode,
        icon: <IconQrcode size={16} aria-hidden />,
        run: ({ url }) => showCode(url),
      }}
    />
  );
}
