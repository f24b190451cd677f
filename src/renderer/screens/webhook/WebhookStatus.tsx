// The status of the webhook in one line: unsaved, waiting, or saved on the service.
import { Anchor, Group, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { texts as shared } from '../../../shared/texts/main.ts';
import { texts } from '../../../shared/texts/window.ts';
import type { WebhookView } from '../../../shared/webhook.ts';
import { StateWord, SyncBadge } from '../../kit/SyncBadge.tsx';
import { RelativeTime } from '../../kit/values.tsx';

const t = texts.webhook.status;

const WORDS = { ...shared.states.sync, synced: t.saved, waiting: t.waiting };

interface WebhookStatusProps {
  readonly current: WebhookView['current'];
  /** Why the service may have other values; null if there is no such doubt. */
  readonly uncertain: string | null;
  readonly unsaved: boolean;
}

/** Shows the text, and announces it politely to screen readers. */
export function WebhookStatus({ current, uncertain, unsaved }: WebhookStatusProps) {
  const refused = current?.sync === 'rejected' || current?.sync === 'needs-review';
  const pending = current && current.sync !== 'synced' && (refused || !unsaved) ? current.changeId : null;
  const isUncertain = uncertain !== null && (current === null || current.sync === 'uncertain');
  const sync = current?.sync ?? (isUncertain ? 'uncertain' : null);
  return (
    <Group gap={8} fz="sm">
      <span aria-live="polite">
        {unsaved ? (
          <StateWord Icon={IconPencil} tone="waiting" word={texts.common.unsavedChanges} />
        ) : (
          sync && <SyncBadge state={sync} words={current?.recordedByYou ? { ...WORDS, synced: t.recorded } : WORDS} />
        )}
      </span>
      {!unsaved && current && current.savedAt !== null && (
        <Text span size="sm" c="dimmed">
          <RelativeTime at={current.savedAt} />
        </Text>
      )}
      {isUncertain && (
        <Text span size="sm" flex="1 1 240px">
          {uncertain}
        </Text>
      )}
      {pending !== null && (
        <Anchor size="sm" href={`#/sync/${pending}`}>
          {texts.common.showTheChange}
        </Anchor>
      )}
    </Group>
  );
}
