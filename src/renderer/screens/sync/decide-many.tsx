// One question about many changes: send them again, mark them as sent, or discard them.
import { Stack, Text } from '@mantine/core';
import type { Decision, ManyQuestion } from '../../../shared/action.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { notify } from '../../components/notify.tsx';
import { undoOf } from '../../components/undo.ts';
import { ask } from '../../state/dialogs.ts';
import { ChangeTitle } from './RowTitle.tsx';

const { decisions } = texts.sync;
const many = texts.manyChanges;

const LABELS: Readonly<Record<Decision, string>> = {
  sendAgain: decisions.sendAgain,
  markAsSent: decisions.markAsSent,
  discard: decisions.discard,
};

/** The consequences, one sentence each. */
function meaningOf(decision: Decision, question: ManyQuestion): string[] {
  const { changes, along, left, automatic, mayBeThere, mayBeCreated, rejected, deletions, withKey } = question;
  const count = changes.length;
  const leftOut = (others: number) => others > 0 && many[decision].left({ left: others });
  const parts = {
    sendAgain: () => [
      deletions > 0 && many.sendAgain.deletions({ links: deletions }),
      (rejected > 0 || deletions < count) && many.sendAgain.meaning({ count: count - deletions, rejected }),
      mayBeCreated > 0 &&
        (mayBeCreated < count
          ? many.sendAgain.someMayCreateTwice({ creates: mayBeCreated })
          : many.sendAgain.mayCreateTwice({ count })),
      automatic > 0 && many.sendAgain.automatic({ count: automatic }),
      leftOut(left - automatic),
    ],
    markAsSent: () => [
      many.markAsSent.meaning({ count }),
      deletions > 0 && many.markAsSent.deletions({ links: deletions }),
      leftOut(left),
    ],
    discard: () => [
      many.discard.meaning({ count }),
      along.length > 0 && many.discard.along({ along: along.length }),
      mayBeThere > 0 && many.discard.mayBeThere({ inDoubt: mayBeThere, part: mayBeThere < count ? 'some' : 'all' }),
      withKey > 0 && many.discard.withKey({ count: withKey }),
      leftOut(left),
    ],
  }[decision]();
  return parts.filter((sentence) => sentence !== false);
}

/**
 * Asks the main process for the consequences, then the seller. `done` is called after the decision was carried out.
 */
export async function askAboutMany(decision: Decision, ids: readonly string[], done: () => void): Promise<void> {
  const words = many[decision];
  const answer = await call('sync.beforeMany', { ids: [...ids], decision });
  if (!answer.ok) return notify('error', answer.problem.message);
  const { changes, along } = answer.value;
  if (changes.length === 0) return notify('information', many.nothingLeft);
  const [only, other] = changes;
  const one = only && !other ? await call('sync.get', { id: only.id }) : null;
  ask({
    title: words.title({ count: changes.length }),
    body: (
      <Stack gap={8}>
        {one?.ok && one.value && <ChangeTitle title={one.value.title} />}
        {meaningOf(decision, answer.value).map((sentence) => (
          <Text key={sentence} size="sm">
            {sentence}
          </Text>
        ))}
      </Stack>
    ),
    confirm: LABELS[decision],
    danger: decision === 'discard' || (decision === 'sendAgain' && answer.value.deletions > 0),
    failed: words.failed,
    act: async () => {
      const result = await call('sync.decideMany', { decision, changes, along });
      if (result.ok) {
        const { done: count, along: more, changed, undo } = result.value;
        notify(changed > 0 ? 'attention' : 'success', words.done({ done: count, changed }), {
          action: undoOf(undo, count + more),
        });
        done();
      }
      return result;
    },
  });
}
