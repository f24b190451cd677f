// The open change: its state and reason, the decisions about it, what it waits for, and the technical details.
import { Anchor, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useEffect, useId, useRef } from 'react';
import { type ChangeDetail, syncStateOf } from '../../../shared/change.ts';
import { indentIfJson } from '../../../shared/indent-json.ts';
import { cutInMiddle } from '../../../shared/text.ts';
import { texts } from '../../../shared/texts/window.ts';
import { CloseButton, useClosesOnEscape, useIsWholePage } from '../../kit/details.tsx';
import { CodeBlock, ProblemAlert } from '../../kit/parts.tsx';
import { SyncBadge } from '../../kit/SyncBadge.tsx';
import { durationText, exactTime, RelativeTime } from '../../kit/values.tsx';
import { useLive } from '../../state/live.ts';
import { openInBrowser } from '../links/link-actions.tsx';
import { decisionsAbout } from './change-commands.ts';
import { Ending } from './HistoryList.tsx';
import { StorePageButton } from './StorePageButton.tsx';
import styles from './sync.module.css';

const t = texts.sync.change;

/** With another `id` the previous change stays until the new one is loaded, so that nothing flickers while the arrow keys move on. */
export function ChangePanel({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { data, problem } = useLive('sync.get', { id }, ['changes']);
  const isWhole = useIsWholePage();
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each change that is opened, and after each decision, whose button is gone
  useEffect(() => {
    // Opened from the list, the list keeps the focus so that the arrow keys move on; a hidden list cannot.
    const { activeElement } = document;
    const isLost = activeElement === document.body || activeElement?.closest('[role="dialog"]') != null;
    if (isWhole || isLost) title.current?.focus();
  }, [id, isWhole, data?.state]);
  useClosesOnEscape(onClose);
  return (
    <section className={styles.panel} aria-labelledby={titleId} data-whole={isWhole || undefined}>
      <div className={styles.panelHead}>
        <Title order={2} id={titleId} ref={title} tabIndex={-1} className={styles.panelTitle} title={data?.title}>
          {data ? cutInMiddle(data.title, 400) : data === null ? t.gone : t.opening}
        </Title>
        <CloseButton label={t.close} isWhole={isWhole} onClose={onClose} />
      </div>
      <ProblemAlert problem={problem} />
      {data && <Change key={data.id} change={data} />}
      {data === undefined && !problem && <Skeleton height={240} />}
    </section>
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

/** The decisions about the open change, as buttons; for one in doubt after the question that answers it. */
function Decisions({ change }: { readonly change: ChangeDetail }) {
  const { can, kind, state, linkId } = change;
  const decisions = decisionsAbout(change);
  if (decisions.length === 0) return null;
  const asksForPage = can.markAsSent !== null;
  return (
    <Stack gap={8}>
      {asksForPage && (
        <Group gap={12} fz="sm">
          <Text size="sm" fw={600}>
            {t.isItThere}
          </Text>
          <StorePageButton />
          {kind === 'link.delete' && state === 'needs-review' && <CheckoutLinkButton id={linkId} />}
        </Group>
      )}
      <Group gap={8}>
        {decisions.map(({ label, Icon, run }) => (
          <Button
            key={label}
            size="xs"
            variant="default"
            leftSection={<Icon size={14} aria-hidden />}
            onClick={() => void run()}
          >
            {label}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}

/** Shows whether a link that the service did not find still sells. */
function CheckoutLinkButton({ id }: { readonly id: string | null }) {
  const { data: link } = useLive('links.get', { id: id ?? '-' }, ['links']);
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

/** The request, every attempt to send it, and the answer. */
function Technical({ change: { request, attempts, answer } }: { readonly change: ChangeDetail }) {
  return (
    <details>
      <summary>{texts.parts.technicalDetails}</summary>
      <Stack gap={8} mt={8}>
        <Title order={3}>{t.request}</Title>
        <Text className={styles.requestLine}>{`${request.method} ${request.path}`}</Text>
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
