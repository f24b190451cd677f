// "Restore backup": passphrase, preview, the seller's two decisions, and the result.
import { Alert, Button, Group, Progress, Radio, Stack, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { BackupPreview, ChosenBackup, RestoreChoices } from '../../../shared/backup.ts';
import type { Problem } from '../../../shared/problem.ts';
import { enumerated, sentences } from '../../../shared/sentences.ts';
import { texts } from '../../../shared/texts/window.ts';
import { goInStore } from '../../app/switch-store.ts';
import { call } from '../../bridge.ts';
import { atField, useDialogForm } from '../../components/dialog-form.tsx';
import { takeKeyboard } from '../../components/form.ts';
import { ProblemAlert } from '../../components/ProblemAlert.tsx';
import { DialogFoot, PassphraseInput, WorkButton } from '../../components/parts.tsx';
import { exactTime } from '../../components/RelativeTime.tsx';
import { useFrameState } from '../../state/frame.ts';
import { useOneAtATime } from '../../state/one-at-a-time.ts';
import { PreviewOfBackup, settingsIn } from './PreviewOfBackup.tsx';

const t = texts.restoringBackup;

/** What a restore did. */
interface Restored {
  readonly products: number;
  readonly links: number;
  readonly sales: number;
  /** Records of any kind that got other or more values. */
  readonly updated: number;
  /** The names of settings that are now those of the backup; empty for none. */
  readonly settings: string;
  readonly held: number;
  /** The stores that hold them. */
  readonly holding: readonly string[];
}

interface RestoreBackupProps {
  readonly backup: ChosenBackup;
  close(): void;
}

export function RestoreBackup({ backup, close }: RestoreBackupProps) {
  const [preview, setPreview] = useState<BackupPreview | null>(null);
  const [restored, setRestored] = useState<Restored | null>(null);
  return (
    <Stack gap={16}>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {t.madeBy({ file: backup.file, time: exactTime(backup.createdAt), version: backup.appVersion })}
      </Text>
      {restored ? (
        <Done {...restored} close={close} />
      ) : preview ? (
        <Decide backup={backup} preview={preview} close={close} restored={setRestored} />
      ) : (
        <Open backup={backup} close={close} opened={setPreview} />
      )}
    </Stack>
  );
}

/** Reads the backup; one with a passphrase asks for it first. */
function Open(props: RestoreBackupProps & { opened(preview: BackupPreview): void }) {
  const { backup, close, opened } = props;
  const form = useDialogForm({
    initial: { passphrase: '' },
    save: async ({ passphrase }) => {
      const typed = backup.encrypted ? passphrase : null;
      return atField(await call('backup.preview', { id: backup.id, passphrase: typed }), 'passphrase');
    },
    saved: opened,
  });
  const { problem, slow } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the dialog opens
  useEffect(() => {
    if (!backup.encrypted) void form.submit();
  }, []);
  return (
    <form {...form.element}>
      <Stack gap={12}>
        {backup.encrypted ? (
          <PassphraseInput
            label={texts.backup.passphrase}
            description={t.passphraseHint}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': texts.backup.showPassphrase }}
            {...form.getInputProps('passphrase')}
            data-autofocus
          />
        ) : (
          !problem && <Text size="sm">{t.readingNow}</Text>
        )}
        {slow && <Progress value={100} animated aria-label={t.reading} />}
        <ProblemAlert title={t.notPossible} problem={problem} />
        <Group gap={8} justify="flex-end">
          <Button variant="default" onClick={close}>
            {texts.common.cancel}
          </Button>
          {backup.encrypted && (
            <WorkButton type="submit" busy={slow} disabled={form.values.passphrase === ''}>
              {t.proceed}
            </WorkButton>
          )}
        </Group>
      </Stack>
    </form>
  );
}

function Decide(props: {
  readonly backup: ChosenBackup;
  readonly preview: BackupPreview;
  close(): void;
  restored(restored: Restored): void;
}) {
  const { backup, preview, close, restored } = props;
  // An unfinished restore is finished even so, for else it would be offered again.
  const isAllHere = preview.isAllHere && backup.choices === null;
  const [choices, setChoices] = useState<RestoreChoices>(backup.choices ?? { changes: 'hold', differing: 'keep' });
  const [problem, setProblem] = useState<Problem | null>(null);
  const restoring = useOneAtATime();
  const sum = (count: (store: BackupPreview['stores'][number]) => number) =>
    preview.stores.reduce((all, store) => all + count(store), 0);
  const added = {
    products: sum(({ products }) => products.added),
    links: sum(({ links }) => links.added),
    sales: sum(({ sales }) => sales.added),
  };
  const updated = sum(({ products, links, sales }) =>
    [products, links, sales].reduce(
      (all, { completed, differs }) => all + completed + (choices.differing === 'take' ? differs : 0),
      0,
    ),
  );
  const waiting = sum(({ changes }) => changes.added);
  const inDoubt = sum(({ changes }) => changes.inDoubt);
  const heldOf = ({ changes }: BackupPreview['stores'][number]) =>
    choices.changes === 'hold' ? changes.added : changes.inDoubt;
  const settings = choices.differing === 'take' ? settingsIn(preview) : '';
  const differs = preview.settings === 'differs' || preview.stores.some(({ differences }) => differences.length > 0);
  const restore = () =>
    restoring.run(async () => {
      setProblem(null);
      const answer = await call('backup.restore', { id: backup.id, ...choices });
      if (!answer.ok) return setProblem(answer.problem);
      restored({
        ...added,
        updated,
        settings,
        held: sum(heldOf),
        holding: preview.stores.filter((store) => heldOf(store) > 0).map(({ id }) => id),
      });
    });
  return (
    <>
      <PreviewOfBackup preview={preview} />
      {differs && (
        <Radio.Group
          label={t.whereDiffers}
          value={choices.differing}
          onChange={(differing) => setChoices({ ...choices, differing: differing as RestoreChoices['differing'] })}
        >
          <Stack gap={8} mt={8}>
            <Radio value="keep" label={t.keepHere} />
            <Radio value="take" label={t.takeBackup} />
          </Stack>
        </Radio.Group>
      )}
      {waiting > 0 && (
        <Radio.Group
          label={t.stillRuns}
          description={t.stillRunsBecause({ waiting })}
          value={choices.changes}
          onChange={(changes) => setChoices({ ...choices, changes: changes as RestoreChoices['changes'] })}
        >
          <Stack gap={8} mt={8}>
            <Radio value="hold" label={t.hold} description={t.holdHint} />
            <Radio
              value="send"
              label={t.send}
              description={inDoubt === 0 ? t.sendHint : t.sendHintWithDoubt({ inDoubt })}
            />
          </Stack>
        </Radio.Group>
      )}
      {restoring.slow && <Progress value={100} animated aria-label={t.running} />}
      {isAllHere && (
        <Alert color="teal" icon={<IconCheck aria-hidden />} role="status">
          {sum(({ products, links }) => products.deletedHere + links.deletedHere) > 0 ? t.restHere : t.allHere}
        </Alert>
      )}
      <DialogFoot
        above={<ProblemAlert title={t.notRestored} problem={problem} />}
        before={
          !isAllHere && (
            <Text size="sm" fw={600} aria-live="polite">
              {sentences(
                t.wouldAdd({ added: added.products + added.links + added.sales, updated }),
                settings === '' ? '' : t.wouldReplaceSettings({ settings }),
              )}
            </Text>
          )
        }
      >
        <Button variant="default" onClick={close} disabled={restoring.slow}>
          {isAllHere ? texts.common.close : texts.common.cancel}
        </Button>
        {!isAllHere && (
          <WorkButton onClick={() => void restore()} busy={restoring.slow}>
            {t.restore}
          </WorkButton>
        )}
      </DialogFoot>
    </>
  );
}

function describeAdded({ products, links, sales }: Pick<Restored, 'products' | 'links' | 'sales'>): string {
  const { records } = t;
  return t.added({
    records: [
      ...(products > 0 ? [records.products({ products })] : []),
      ...(links > 0 ? [records.links({ links })] : []),
      ...(sales > 0 ? [records.sales({ sales })] : []),
    ],
  });
}

function Done({ products, links, sales, updated, settings, held, holding, close }: Restored & { close(): void }) {
  const stores = useFrameState(({ frame }) => frame?.stores) ?? [];
  const shown = useFrameState(({ frame }) => frame?.currentStoreId);
  const holder = holding.find((id) => id === shown) ?? holding[0];
  const signedOut = stores.filter(({ signedIn }) => !signedIn).map(({ name }) => name);
  const parts = [
    ...(products + links + sales > 0 ? [describeAdded({ products, links, sales })] : []),
    ...(updated > 0 ? [t.updated({ records: updated })] : []),
    ...(products + links + sales + updated === 0 ? [t.noRecords] : []),
    ...(settings === '' ? [] : [t.settingsReplaced({ settings })]),
    ...(held > 0 ? [t.held({ held })] : []),
    ...(signedOut.length > 0 ? [t.signInTo({ stores: enumerated(signedOut) })] : []),
    t.noKeys,
  ];
  return (
    <>
      <Alert color="teal" icon={<IconCheck aria-hidden />} title={t.restored} role="status">
        {sentences(...parts)}
      </Alert>
      <Group gap={8} justify="flex-end">
        {holder !== undefined && stores.length > 0 && (
          <Button
            variant="default"
            onClick={() => {
              close();
              goInStore('#/sync', holder);
            }}
          >
            {t.review}
          </Button>
        )}
        <Button ref={takeKeyboard} onClick={close}>
          {texts.common.close}
        </Button>
      </Group>
    </>
  );
}
