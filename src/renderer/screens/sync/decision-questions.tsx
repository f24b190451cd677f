// The questions before the seller's decisions about changes: send again, mark as sent, or discard.
import { List } from '@mantine/core';
import type { ChangeDetail, Decision, DecisionQuestion } from '../../../shared/change.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { agreesTo, ask } from '../../kit/dialogs.tsx';
import { notify, orNotify, report, shownStoreId } from '../../kit/notify.tsx';
import { QuestionBody } from '../../kit/parts.tsx';

const t = texts.sync;
const many = texts.manyChanges;

/** Asked before sending a create again that the service may already have carried out. */
const mayExistQuestion = ({ title }: ChangeDetail) => ({
  title: many.sendAgain.title({ count: 1 }),
  body: <QuestionBody about={title} sentences={[many.sendAgain.mayCreateTwice({ creates: 1 })]} />,
  confirm: t.decisions.sendAgain,
});

/** Whether an edited create may be sent: asks if an earlier attempt may have arrived. `changeId` is null if none is queued. */
export async function maySendEdited(changeId: string | null): Promise<boolean> {
  if (changeId === null) return true;
  const answer = await call('sync.get', { id: changeId });
  // If the change cannot be read, saving will say why.
  const change = answer.ok ? answer.value : null;
  const mayExist = change?.state === 'rejected' && change.can.markAsSent !== null;
  return !mayExist || agreesTo(mayExistQuestion(change));
}

/** The consequences, one sentence each. */
function meaningOf(decision: Decision, question: DecisionQuestion): (string | false)[] {
  const { changes, alongCount, mayBeThere, mayBeCreated, deletions, withKey } = question;
  switch (decision) {
    case 'sendAgain':
      return [
        deletions > 0 && many.sendAgain.deletions({ links: deletions }),
        mayBeCreated > 0 && many.sendAgain.mayCreateTwice({ creates: mayBeCreated }),
      ];
    case 'markAsSent':
      return [
        many.markAsSent.meaning({ count: changes.length }),
        deletions > 0 && many.markAsSent.deletions({ links: deletions }),
      ];
    case 'discard':
      return [
        alongCount > 0 && many.discard.along({ along: alongCount }),
        mayBeThere > 0 && many.discard.mayBeThere({ inDoubt: mayBeThere }),
        withKey > 0 && many.discard.withKey({ count: withKey }),
      ];
  }
}

/** Asks the main process for the consequences, then the seller. Calls `done` after the decision was carried out. */
export async function decide(decision: Decision, ids: readonly string[], done?: () => void): Promise<void> {
  const question = await orNotify(call('sync.question', { ids: [...ids], decision }));
  if (!question) return;
  const { changes, along, title, alongTitles, deletions, mayBeCreated } = question;
  if (changes.length === 0) return notify('information', many.nothingLeft);
  const act = async () => {
    const result = await call('sync.decide', { decision, changes, along });
    if (!result.ok) return result;
    const { done: count, along: more, changed, undo } = result.value;
    if (changed > 0) notify('attention', many.changed({ changed }));
    if (decision === 'discard' && count > 0) toastDiscarded(undo, count + more);
    done?.();
    return result;
  };
  // Sends a single change again without a question if it cannot create anything twice.
  if (decision === 'sendAgain' && title !== null && mayBeCreated === 0) {
    await report(act());
    return;
  }
  ask({
    title: many[decision].title({ count: changes.length }),
    body: (
      <QuestionBody about={title} sentences={meaningOf(decision, question)}>
        {alongTitles.length > 0 && (
          <List size="sm" mah={200} style={{ overflow: 'auto' }} tabIndex={0}>
            {alongTitles.map((one) => (
              <List.Item key={one}>{one}</List.Item>
            ))}
          </List>
        )}
      </QuestionBody>
    ),
    confirm: t.decisions[decision],
    danger: decision === 'discard' || (decision === 'sendAgain' && deletions > 0),
    failed: t.notDecided,
    act,
  });
}

/** `ids`: the discarded changes that "Undo" can restore, of `all`. Without any, the toast has no "Undo". */
function toastDiscarded(ids: readonly string[], all: number): void {
  // The seller may look at another store by the time of "Undo".
  const storeId = shownStoreId();
  const undo = async () => {
    if (!(await report(call('sync.undo', { storeId, ids: [...ids] })))) return;
    const { someChangesBack, changesBack } = texts.parts;
    const count = ids.length;
    notify('success', count < all ? someChangesBack({ count, of: all }) : changesBack({ count }));
  };
  notify('success', many.discard.done({ done: all }), ids.length > 0 ? { undo } : {});
}
