// The questions before a decision about changes: send them again, mark them as sent, or discard them.
import { List, Stack, Text } from '@mantine/core';
import { type ChangeDetail, type Decision, isRepeatable, type ManyQuestion } from '../../../shared/change.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { agreesTo, ask, type Question } from '../../kit/dialogs.tsx';
import { type NotifyAction, notify, shownStoreId } from '../../kit/notify.tsx';

const t = texts.sync;
const many = texts.manyChanges;

/** Names the change that a question is about, whole: many look alike. */
const ChangeTitle = ({ title }: { readonly title: string }) => (
  <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
    {title}
  </Text>
);

const Sentences = ({ of }: { readonly of: readonly string[] }) =>
  of.map((sentence) => (
    <Text key={sentence} size="sm">
      {sentence}
    </Text>
  ));

/** Before a creation is sent again that the service may have carried out already. */
const mayExistQuestion = ({ title }: ChangeDetail) =>
  ({
    title: many.sendAgain.title({ count: 1 }),
    body: (
      <Stack gap={8}>
        <ChangeTitle title={title} />
        <Text size="sm">{many.sendAgain.mayCreateTwice({ creates: 1 })}</Text>
      </Stack>
    ),
    confirm: t.decisions.sendAgain,
  }) satisfies Partial<Question>;

/** Whether an edited creation may be sent: asks if an earlier try may have gone through. `changeId`: null if none is queued. */
export async function maySendEdited(changeId: string | null): Promise<boolean> {
  if (changeId === null) return true;
  const answer = await call('sync.get', { id: changeId });
  // If it cannot be read, the save reports why.
  const change = answer.ok ? answer.value : null;
  const mayExist = change?.state === 'rejected' && change.can.markAsSent !== null;
  return !mayExist || agreesTo(mayExistQuestion(change));
}

export async function sendAgain(change: ChangeDetail): Promise<void> {
  const { id, tried, state, kind } = change;
  const resend = () => call('sync.sendAgain', { id, tried });
  if (state === 'needs-review' && !isRepeatable(kind)) {
    ask({ ...mayExistQuestion(change), failed: t.notDecided, act: resend });
    return;
  }
  const result = await resend();
  if (!result.ok) notify('error', result.problem.message);
}

export function discard({ id, title, dependents, discardMeans, tried }: ChangeDetail): void {
  const count = dependents.length;
  ask({
    title: many.discard.title({ count: count + 1 }),
    body: (
      <Stack gap={8}>
        <ChangeTitle title={title} />
        <Text size="sm">{discardMeans}</Text>
        {count > 0 && (
          <>
            <Text size="sm">{many.discard.along({ along: count })}</Text>
            <List size="sm" mah={200} style={{ overflow: 'auto' }} tabIndex={0}>
              {dependents.map((dependent) => (
                <List.Item key={dependent.changeId}>{dependent.title}</List.Item>
              ))}
            </List>
          </>
        )}
      </Stack>
    ),
    confirm: t.decisions.discard,
    danger: true,
    failed: t.notDecided,
    act: async () => {
      const result = await call('sync.discard', { id, withDependents: count > 0, tried });
      if (result.ok) notify('success', many.discard.done({ done: count + 1 }), { action: undoOf(result.value.undo) });
      return result;
    },
  });
}

/** The consequences, one sentence each. */
function meaningOf(decision: Decision, question: ManyQuestion): string[] {
  const { changes, along, mayBeThere, mayBeCreated, deletions, withKey } = question;
  const count = changes.length;
  const parts = {
    sendAgain: () => [
      deletions > 0 && many.sendAgain.deletions({ links: deletions }),
      mayBeCreated > 0 && many.sendAgain.mayCreateTwice({ creates: mayBeCreated }),
    ],
    markAsSent: () => [
      many.markAsSent.meaning({ count }),
      deletions > 0 && many.markAsSent.deletions({ links: deletions }),
    ],
    discard: () => [
      along.length > 0 && many.discard.along({ along: along.length }),
      mayBeThere > 0 && many.discard.mayBeThere({ inDoubt: mayBeThere }),
      withKey > 0 && many.discard.withKey({ count: withKey }),
    ],
  }[decision]();
  return parts.filter((sentence) => sentence !== false);
}

/** Asks the main process for the consequences, then the seller. `done` is called after the decision was carried out. */
export async function askAboutMany(decision: Decision, ids: readonly string[], done?: () => void): Promise<void> {
  const answer = await call('sync.beforeMany', { ids: [...ids], decision });
  if (!answer.ok) return notify('error', answer.problem.message);
  const { changes, along, deletions } = answer.value;
  if (changes.length === 0) return notify('information', many.nothingLeft);
  ask({
    title: many[decision].title({ count: changes.length }),
    body: (
      <Stack gap={8}>
        <Sentences of={meaningOf(decision, answer.value)} />
      </Stack>
    ),
    confirm: t.decisions[decision],
    danger: decision === 'discard' || (decision === 'sendAgain' && deletions > 0),
    failed: t.notDecided,
    act: async () => {
      const result = await call('sync.decideMany', { decision, changes, along });
      if (result.ok) {
        const { done: count, along: more, changed, undo } = result.value;
        if (changed > 0) notify('attention', many.changed({ changed }));
        if (decision === 'discard' && count > 0)
          notify('success', many.discard.done({ done: count + more }), { action: undoOf(undo, count + more) });
        done?.();
      }
      return result;
    },
  });
}

/** The toast's action; undefined if nothing can be restored. `of`: how many there were, if some cannot be. */
function undoOf(ids: readonly string[], of = ids.length): NotifyAction | undefined {
  // Another store may be shown when it is pressed.
  const storeId = shownStoreId();
  if (ids.length === 0 || storeId === '') return undefined;
  return { label: texts.common.undo, run: () => void undo(storeId, ids, of) };
}

const describeRestored = (count: number, of: number): string =>
  count < of ? texts.parts.someChangesBack({ count, of }) : texts.parts.changesBack({ count });

async function undo(storeId: string, ids: readonly string[], of: number): Promise<void> {
  const answer = await call('sync.undo', { storeId, ids: [...ids] });
  if (answer.ok) notify('success', describeRestored(ids.length, of));
  else notify('error', answer.problem.message);
}
