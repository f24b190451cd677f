// The open change: its state and reason, the decisions about it, what it waits for, and the technical details.
import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { type ChangeDetail, syncStateOf } from '../../../shared/change.ts';
import { indentIfJson } from '../../../shared/indent-json.ts';
import { cutInMiddle } from '../../../shared/text.ts';
import { texts } from '../../../shared/texts/window.ts';
import { CommandButton } from '../../kit/commands.tsx';
import { Code, Details } from '../../kit/details.tsx';
import { CodeBlock } from '../../kit/parts.tsx';
import { SyncBadge } from '../../kit/SyncBadge.tsx';
import { durationText, exactTime, RelativeTime } from '../../kit/values.tsx';
import { useLive } from '../../state/live.ts';
import { openInBrowser } from '../links/link-actions.tsx';
import { Ending } from './change-columns.tsx';
import { decisionsAbout } from './commands.ts';
import { StorePageButton } from './StorePageButton.tsx';
import styles from './sync.module.css';

const t = texts.sync.change;

export function ChangePanel({ id, close }: { readonly id: string; close(): void }) {
  const { data, problem } = useLive('sync.get', { id }, ['records']);
  return (
    <Details
      label={texts.sync.columns.change}
      record={data}
      problem={problem}
      heading={data ? cutInMiddle(data.title, 400) : texts.sync.columns.change}
      headingText={data?.title}
      close={close}
    >
      {(change) => <Change key={change.id} change={change} />}
    </Details>
  );
}

function Change({ change }: { readonly change: ChangeDetail }) {
  const { waitsFor, endedAt, state, acceptedAt, explanation } = change;
  return (
    <Stack gap={16}>
      <Group gap={12} fz="sm">
        {endedAt === null ? <SyncBadge state={syncStateOf(state)} /> : <Ending row={change} />}
        <Text span size="sm" c="dimmed">
          <RelativeTime at={endedAt ?? acceptedAt} />
        </Text>
      </Group>
      <Text size="sm">{explanation}</Text>
      <Decisions change={change} />
      {waitsFor.length > 0 && (
        <div>
          <Title order={3}>{t.waitsFor}</Title>
          <ul className={styles.links}>
            {waitsFor.map((other) => (
              <li key={other.changeId}>
                <Anchor size="sm" href={`#/sync/${other.changeId}`}>
                  {other.title}
                </Anchor>
                <SyncBadge state={syncStateOf(other.state)} />
              </li>
            ))}
          </ul>
        </div>
      )}
      <Technical change={change} />
    </Stack>
  );
}

/** Why a change needs the seller, and the decisions about it, on the page of what it changes. */
export function NeededDecision({ id }: { readonly id: string }) {
  const { data: change } = useLive('sync.get', { id }, ['records']);
  if (!change) return null;
  return (
    <Stack gap={8}>
      <Text size="sm">{change.explanation}</Text>
      <Decisions change={change} />
    </Stack>
  );
}

/** The decisions as buttons. For a change in doubt they follow a question. */
function Decisions({ change }: { readonly change: ChangeDetail }) {
  const { can, kind, state, linkId } = change;
  const decisions = decisionsAbout(change);
  if (decisions.length === 0) return null;
  return (
    <Stack gap={8}>
      {can.markAsSent !== null && (
        <Group gap="8px 12px" fz="sm">
          <Text size="sm" fw={600}>
            {t.isItThere}
          </Text>
          <StorePageButton />
          {kind === 'link.delete' && state === 'needs-review' && <CheckoutLinkButton id={linkId} />}
        </Group>
      )}
      <Group gap={8}>
        {decisions.map((command) => (
          <CommandButton key={command.label} command={command} />
        ))}
      </Group>
    </Stack>
  );
}

/** Opens the checkout page, which shows whether a link that the service did not find still sells. */
function CheckoutLinkButton({ id }: { readonly id: string | null }) {
  const { data: link } = useLive('links.get', { id: id ?? '-' }, ['records']);
  const url = link?.checkoutUrl;
  if (!url) return null;
  return (
    <Button
      size="xs"
      variant="default"
      title={url}
      leftSection={<IconExternalLink size={14} aria-hidden />}
      onClick={() => void openInBrowser(url)}
    >
      {texts.openChange.openCheckoutLink}
    </Button>
  );
}

function Technical({ change: { request, attempts, answer } }: { readonly change: ChangeDetail }) {
  return (
    <details>
      <summary>{texts.parts.technicalDetails}</summary>
      <Stack gap={8} mt={8}>
        <Title order={3}>{t.request}</Title>
        <Code>{`${request.method} ${request.path}`}</Code>
        {request.body !== null && <CodeBlock text={request.body} />}
        {attempts.length > 0 && <Title order={3}>{t.attempts}</Title>}
        {attempts.map(({ at, tookMs, outcome, detail, body }) => (
          <Stack key={`${at} ${tookMs} ${outcome}`} gap={4}>
            <Group gap={12} fz="sm">
              <Text span size="sm" c="dimmed">
                {exactTime(at)}
              </Text>
              <span title={detail ?? undefined}>{outcome}</span>
              <span>{durationText(tookMs)}</span>
            </Group>
            {body && <CodeBlock text={indentIfJson(body)} />}
          </Stack>
        ))}
        {answer !== null && !attempts.some(({ body }) => body === answer) && (
          <>
            <Title order={3}>{t.answer}</Title>
            <CodeBlock text={indentIfJson(answer)} />
          </>
        )}
      </Stack>
    </details>
  );
}
