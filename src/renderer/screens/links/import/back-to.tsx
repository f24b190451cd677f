// The back button before a page's title.

import { ActionIcon } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { texts } from '../../../../shared/texts/window.ts';
import { go } from '../../../state/route.ts';

const t = texts.linkImport;

const LABELS = { '#/links': t.backToLinks, '#/links/import': t.backToImports };

export const backTo = (address: keyof typeof LABELS) => (
  <ActionIcon aria-label={LABELS[address]} title={LABELS[address]} onClick={() => go(address)}>
    <IconArrowLeft size={16} aria-hidden />
  </ActionIcon>
);
