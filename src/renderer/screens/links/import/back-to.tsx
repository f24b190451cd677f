// The back button before a page's title.
import { ActionIcon } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { texts as later } from '../../../../shared/texts/later.ts';
import { go } from '../../../state/route.ts';

const t = later.linkImport;

export const backTo = (address: string) => (
  <ActionIcon aria-label={t.backToList} title={t.backToList} onClick={() => go(address)}>
    <IconArrowLeft size={16} aria-hidden />
  </ActionIcon>
);
