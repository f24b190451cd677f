// The open change: its state, decisions, request, attempts, and what it waits for.
import { Anchor, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { type ActionDetail, syncStateOf } from '../../../shared/action.ts';
import type { Output } from '../../../shared/contract.ts';
import { indentIfJson } from '../../../shared/indent-json.ts';
import { cutInMiddle } from '../../../shared/text.ts';
import { texts } from '../../../shared/texts/window.ts';
import { CodeBlock } from '../../components/CodeBlock.tsx';
import { CloseButton, useClosesOnEscape, useIsWholePage } from '../../components/open-panel.tsx';
import { ProblemAlert } from '../../components/ProblemAlert.tsx';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { SyncBadge } from '../../components/SyncBadge.tsx';
import { useLive } from '../../state/live.ts';
import { openInBrowser } from '../links/link-actions.tsx';
import { Attempts, CopyText } from './Attempts.tsx';
import { decisionsAbout } from './change-commands.tsx';
import { Ending } from './HistoryList.tsx';
import { StorePageButton } from './StorePageButton.tsx';
import styles from './sync.module.css';

const t = texts.sync.change;

interface ChangePanelProps {
  readonly id: string;
  /** What the list beside it is searched for. */
  readonly search: string;
  readonly onClose: () => void;
  /** Called when the seller has settled the change; `next` is the one to open. */
  readonly onSettled: (next: string | null) => void;
}

type Shown = NonNullable<Output<'sync.get'>>;

const needsSeller = ({ state }: Shown): boolean => state === 'needs-review' || state === 'rejected';

/** Whether the seller has settled it: it no longer needs a decision, or was discarded. */
const wasSettled = (before: Shown, now: Shown): boolean =>
  (needsSeller(before) && !needsSeller(now)) ||
  (before.ending === null && now.ending !== null && now.ending !== 'sent');

/** With another `id` the previous change stays until the new one is loaded, so that nothing flickers while the arrow keys move on. */
export function ChangePanel({ id, search, onClose, onSettled }: ChangePanelProps) {
  const { data, problem } = useLive('sync.get', { id, search }, ['actions']);
  const isWhole = useIsWholePage();
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each change that is opened
  useEffect(() => {
    // Opened from the list, the list keeps the focus so that the arrow keys move on; a hidden list cannot.
    if (isWhole || !document.activeElement?.closest('[role="row"]')) title.current?.focus();
  }, [id, isWhole]);
  useClosesOnEscape(onClose);
  const before = useRef<Shown | null>(null);
  const settled = useRef(onSettled);
  settled.current = onSettled;
  useEffect(() => {
    const was = before.current;
    before.current = data ?? null;
    if (was && data?.id === was.id && wasSettled(was, data)) settled.current(was.next);
  }, [data]);
  return (
    <section className={styles.panel} aria-labelledby={titleId} data-whole={isWhole || undefined}>
      <div className={styles.panelHead}>
        <Title order={2} id={titleId} ref={title} tabIndex={-1} className={styles.panelTitle} title={data?.title}>
          {data ? cutInMiddle(data.title, 400) : data === null ? t.gone : t.opening}
        </Title>
        <CloseButton label={t.close} isWhole={isWhole} onClose={onClose} />
      </div>
      <ProblemAlert title={t.notRead} problem={problem} />
      {data && <Change key={data.id} change={data} />}
      {data === undefined && !problem && <Waiting />}
      {data === null && <Text size="sm">{t.goneBecause}</Text>}
    </section>
  );
}

function Change({ change }: { readonly change: ActionDetail }) {
  const { waitsFor, endedAt } = change;
  return (
    <Stack gap={16}>
      <Group gap={12} fz="sm">
        {endedAt === null ? <SyncBadge state={syncStateOf(change.state)} /> : <Ending row={change} />}
        <Text span size="sm" c="dimmed">
          <RelativeTime at={endedAt ?? change.acceptedAt} />
        </Text>
      </Group>
      <Text size="sm">{change.explanation}</Text>
      <Decisions change={change} />
      {waitsFor.length > 0 && (
        <Part title={t.waitsFor}>
          <ul className={styles.links}>
            {waitsFor.map((other) => (
              <li key={other.actionId}>
                <Anchor size="sm" href={`#/sync/${other.actionId}`}>
                  {other.title}
                </Anchor>
                <SyncBadge state={syncStateOf(other.state)} />
              </li>
            ))}
          </ul>
        </Part>
      )}
      <details>
        <summary>{texts.parts.technicalDetails}</summary>
        <Stack gap={16} mt={8}>
          <Technical change={change} />
        </Stack>
      </details>
    </Stack>
  );
}

/** The request, every attempt to send it, and the answer. */
function Technical({ change }: { readonly change: ActionDetail }) {
  const { request, attempts, answer } = change;
  const requestLine = `${request.method} ${request.path}`;
  return (
    <>
      <Part
        title={requestTitle(change)}
        action={
          <CopyText what="request" text={request.body === null ? requestLine : `${requestLine}\n${request.body}`} />
        }
      >
        <Text className={styles.requestLine}>{requestLine}</Text>
        {request.body === null ? (
          <Text size="sm" c="dimmed">
            {t.withoutBody}
          </Text>
        ) : (
          <CodeBlock text={request.body} />
        )}
      </Part>
      <Part title={t.attempts} id="change-attempts">
        <Attempts attempts={attempts} />
      </Part>
      {answer !== null && !attempts.some(({ body }) => body === answer) && (
        <Part title={t.answer} action={<CopyText what="answer" text={answer} />}>
          <CodeBlock text={indentIfJson(answer)} />
        </Part>
      )}
    </>
  );
}

function requestTitle({ attempts, state, endedAt, ending }: ActionDetail): string {
  // An attempt may never have left this computer.
  if (endedAt === null && (attempts.length === 0 || syncStateOf(state) === 'waiting')) return t.willBeSent;
  if (attempts.length > 0 || ending === 'sent' || ending === 'recorded') return t.sent;
  return t.wouldHaveBeenSent;
}

function Part(props: {
  readonly title: string;
  readonly id?: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.part}>
      <Group justify="space-between" mih={28}>
        <Title order={3} id={props.id}>
          {props.title}
        </Title>
        {props.action}
      </Group>
      {props.children}
    </div>
  );
}

const Waiting = () => (
  <Stack gap={16} aria-busy="true">
    <Skeleton height={20} width={160} />
    <Skeleton height={40} />
    <Skeleton height={32} width={260} />
    <Skeleton height={160} />
  </Stack>
);

/** The decisions about the open change, as buttons. */
function Decisions({ change }: { readonly change: ActionDetail }) {
  const decisions = decisionsAbout(change);
  if (decisions.length === 0) return null;
  return (
    <Group gap={8}>
      {decisions.map(({ label, Icon, run }) => (
        <Button key={label} variant="default" leftSection={<Icon size={16} aria-hidden />} onClick={() => void run()}>
          {label}
        </Button>
      ))}
      {change.can.markAsSent && <StorePageButton size="sm" />}
      {change.kind === 'link.delete' && change.state === 'needs-review' && <CheckoutLinkButton id={change.linkId} />}
    </Group>
  );
}

/** Shows whether a link that the service did not find still sells. */
function CheckoutLinkButton({ id }: { readonly id: string | null }) {
  const { data: link } = useLive('links.get', { id: id ?? '-' }, ['links']);
  const url = link?.checkoutUrl;
  if (!url) return null;
  return (
    <Button
      variant="default"
      title={url}
      leftSection={<IconExternalLink size={16} aria-hidden />}
      onClick={() => void openInBrowser(url)}
    >
      {texts.openChange.openCheckoutLink}
    </Button>
  );
}
