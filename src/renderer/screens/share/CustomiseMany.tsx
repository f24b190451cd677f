// "Customise checkout links": the same fields for all selected links, copied one address a line or saved as CSV.
import { Skeleton, Text } from '@mantine/core';
import { IconCopy, IconFileExport } from '@tabler/icons-react';
import type { Input } from '../../../shared/contract.ts';
import { sentences } from '../../../shared/sentences.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { orNotify } from '../../kit/notify.tsx';
import { ProblemAlert } from '../../kit/parts.tsx';
import { useAnswer } from '../../state/live.ts';
import { ShareForm } from './ShareForm.tsx';
import { warningOfMany } from './shared-link.ts';

const t = texts.share.customiseMany;

interface CustomiseManyProps {
  /** The selected links, and the list in which they were selected. */
  readonly links: Input<'share.before'>;
}

export function CustomiseMany({ links }: CustomiseManyProps) {
  const { data, problem } = useAnswer('share.before', links);
  if (problem) return <ProblemAlert problem={problem} />;
  if (!data) return <Skeleton height={360} />;
  const { first, withAddress, withoutAddress } = data;
  if (!first?.checkoutUrl) return <Text size="sm">{t.none}</Text>;
  const act = async (as: 'copy' | 'csv', fields: Input<'share.many'>['fields']) => {
    const answer = await orNotify(call('share.many', { ...links, fields, as }));
    if (!answer) return null;
    const { done, file, clashing } = answer;
    const message = file === null ? t.copied({ links: done }) : t.saved({ links: done, file });
    return clashing === 0 ? message : sentences(message, t.clashing({ links: clashing }));
  };
  return (
    <ShareForm
      url={first.checkoutUrl}
      metadata={first.metadata}
      addressLabel={t.example({ product: first.productTitle })}
      about={
        <Text size="sm" c="dimmed">
          {t.intro({ links: withAddress, withoutAddress })}
        </Text>
      }
      warning={warningOfMany(data)}
      message={null}
      actions={[
        { label: t.save, Icon: IconFileExport, run: ({ fields }) => act('csv', fields) },
        { label: texts.links.selection.copy, Icon: IconCopy, run: ({ fields }) => act('copy', fields) },
      ]}
    />
  );
}
