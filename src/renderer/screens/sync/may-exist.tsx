// The question before a creation is sent again that the service may have carried out already.
import { Stack, Text } from '@mantine/core';
import type { ActionDetail } from '../../../shared/action.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { agreesTo, type Question } from '../../state/dialogs.ts';
import { ChangeTitle } from './RowTitle.tsx';

const t = texts.sync;

export const mayExistQuestion = ({ title, kind }: ActionDetail) =>
  ({
    title: t.sendAgain.title,
    body: (
      <Stack gap={8}>
        <ChangeTitle title={title} />
        <Text size="sm">{kind === 'product.create' ? t.sendAgain.productMayExist : t.sendAgain.linkMayExist}</Text>
      </Stack>
    ),
    confirm: t.decisions.sendAgain,
  }) satisfies Partial<Question>;

/** Whether an edited creation may be sent: asks if an earlier try may have gone through. `actionId`: null if none is queued. */
export async function maySendEdited(actionId: string | null): Promise<boolean> {
  if (actionId === null) return true;
  const answer = await call('sync.get', { id: actionId });
  // If it cannot be read, the save reports why.
  const change = answer.ok ? answer.value : null;
  const mayExist = change?.state === 'rejected' && change.can.markAsSent !== null;
  return !mayExist || agreesTo(mayExistQuestion(change));
}
