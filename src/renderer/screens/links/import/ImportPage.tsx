// "Import links from CSV": the start page, the open file, or a started import with its progress, its rows, and its result as a file.

import { Alert, Anchor, Button, Group, Progress, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconDownload, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import { useState } from 'react';
import type { ImportFilter, ImportView } from '../../../../shared/link-import.ts';
import { cutInMiddle } from '../../../../shared/text.ts';
import { texts as shared } from '../../../../shared/texts/main.ts';
import { texts } from '../../../../shared/texts/window.ts';
import { call } from '../../../bridge.ts';
import { notify } from '../../../components/notify.tsx';
import { Page } from '../../../components/Page.tsx';
import { ProblemAlert } from '../../../components/ProblemAlert.tsx';
import { EmptyState, WorkButton } from '../../../components/parts.tsx';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { ask } from '../../../state/dialogs.ts';
import { useLive, usePages } from '../../../state/live.ts';
import { useOneAtATime } from '../../../state/one-at-a-time.ts';
import { go } from '../../../state/route.ts';
import { DraftPage } from './DraftPage.tsx';
import { ImportRows } from './ImportRows.tsx';
import styles from './import.module.css';
import { progressOf } from './PastImports.tsx';
import { backTo, RowFilter, SaveErrors } from './row-controls.tsx';
import { StartPage } from './StartPage.tsx';

const t = texts.linkImport.begun;

/** `errors`: opens with rows with errors only. `id`: the import to show; without it, the open file or the start page. */
export function ImportScreen({ id, errors }: { readonly id: string | null; readonly errors: boolean }) {
  return id === null ? <NewImport /> : <ImportPage id={id} errors={errors} />;
}

function NewImport() {
  const { data: draft, problem } = useLive('imports.draft', undefined, ['actions', 'products']);
  if (draft) return <DraftPage key={draft.id} draft={draft} />;
  if (draft === null) return <StartPage />;
  return (
    <Page title={shared.names.importLinks} before={backTo('#/links')}>
      <ProblemAlert title={texts.linkImport.notOpened} problem={problem} />
      {!problem && <Skeleton height={200} />}
    </Page>
  );
}

function ImportPage({ id, errors }: { readonly id: string; readonly errors: boolean }) {
  const { data, problem } = useLive('imports.get', { id }, ['links', 'actions']);
  if (data) return <Loaded one={data} errors={errors} />;
  return (
    <Page title={shared.names.importLinks} before={backTo('#/links/import')}>
      <ProblemAlert title={t.notRead} problem={problem} />
      {data === undefined && !problem && <Skeleton height={200} />}
      {data === null && <EmptyState title={t.notHere}>{t.notHereBecause}</EmptyState>}
    </Page>
  );
}

function Loaded({ one, errors }: { readonly one: ImportView; readonly errors: boolean }) {
  const { id } = one;
  const [filter, setFilter] = useState<ImportFilter>(errors ? 'problems' : 'all');
  const pages = usePages('imports.rows', { importId: id, filter }, ['links', 'actions']);
  const saving = useOneAtATime();
  const rest = one.chosen - one.made;
  // While links are created, the ones to come would count.
  const problems = one.running ? {} : { problems: one.bad + one.attention + one.unsent + rest };
  const save = async () => {
    const answer = await call('imports.saveResult', { id });
    if (!answer.ok) notify('error', answer.problem.message);
    else if (answer.value) {
      const { file, rows, withoutAddress } = answer.value;
      const path = cutInMiddle(file);
      const saved =
        withoutAddress === 0
          ? t.saved({ rows, file: path })
          : t.savedWithoutAddresses({ rows, file: path, without: withoutAddress });
      notify('success', saved);
    }
  };
  return (
    <Page
      title={shared.names.importLinks}
      before={backTo('#/links/import')}
      body="fill"
      actions={
        // Without an icon, so that the title is whole in a window of 900 px.
        <Button variant="default" disabled={one.running} onClick={() => askToRemove(one)}>
          {t.removeFromList}
        </Button>
      }
      primary={
        <WorkButton
          leftSection={<IconDownload size={16} aria-hidden />}
          busy={saving.slow}
          onClick={() => saving.run(save)}
        >
          {t.saveResult}
        </WorkButton>
      }
    >
      <div className={styles.filled}>
        <div className={styles.above}>
          <Group gap={8} justify="space-between">
            <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
              {one.name}
            </Text>
            <Text size="sm" c="dimmed">
              <RelativeTime at={one.at} />
            </Text>
          </Group>
          {one.running ? <UnderWay one={one} /> : rest > 0 && <Rest one={one} rest={rest} />}
          <div className={styles.figures} data-brief>
            <Group gap={12}>
              <RowFilter
                value={filter}
                onChange={setFilter}
                all={one.rows}
                needAttention={one.attention + one.unsent + rest > 0}
                {...problems}
              />
              {one.bad > 0 && <SaveErrors importId={id} />}
            </Group>
            <Group gap={8}>
              <Text size="sm">
                {t.progress({ progress: progressOf(one), leftOut: one.rows - one.chosen - one.bad, bad: one.bad })}
              </Text>
              {one.attention > 0 && (
                <Anchor size="sm" href="#/sync" underline="always">
                  {t.reviewInSync}
                </Anchor>
              )}
            </Group>
          </div>
        </div>
        <ImportRows
          label={t.rows}
          pages={pages}
          draft={null}
          resetKey={filter}
          empty={<EmptyState title={t.noProblems}>{t.noProblemsBecause}</EmptyState>}
        />
      </div>
    </Page>
  );
}

function UnderWay({ one }: { readonly one: ImportView }) {
  const cancelling = useOneAtATime();
  return (
    <Stack gap={8}>
      <Progress value={(one.made / Math.max(1, one.chosen)) * 100} aria-label={t.creating} />
      <Group gap={8} justify="space-between">
        <Text size="sm">{t.createdSoFar({ made: one.made, chosen: one.chosen })}</Text>
        <WorkButton
          variant="default"
          leftSection={<IconPlayerStop size={16} aria-hidden />}
          busy={cancelling.slow}
          onClick={() => cancelling.run(() => call('imports.cancel', { id: one.id }))}
        >
          {texts.common.cancel}
        </WorkButton>
      </Group>
    </Stack>
  );
}

/** Explains an import that stopped early, and how to resume it. */
function Rest({ one, rest }: { readonly one: ImportView; readonly rest: number }) {
  const resume = async (existing: boolean) => {
    const answer = await call('imports.resume', { id: one.id, existing });
    if (!answer.ok) notify('error', answer.problem.message);
  };
  const areAllLeftOut = one.leftOut === rest;
  return (
    <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title={t.notAllCreated}>
      <Stack gap={8} align="flex-start">
        <div>
          {one.stopped === '' ? t.appWasClosed : one.stopped}{' '}
          {t.createdAndNot({ made: one.made, chosen: one.chosen, rest })}{' '}
          {one.otherRuns ? t.otherRuns : !areAllLeftOut && t.resumeDoes}
        </div>
        <Group gap={8}>
          {!areAllLeftOut && (
            <Button
              variant="default"
              leftSection={<IconPlayerPlay size={16} aria-hidden />}
              disabled={one.otherRuns}
              onClick={() => void resume(false)}
            >
              {t.resume}
            </Button>
          )}
          {one.leftOut > 0 && (
            <Button variant="default" disabled={one.otherRuns} onClick={() => void resume(true)}>
              {t.createAnyway({ rows: one.leftOut })}
            </Button>
          )}
        </Group>
      </Stack>
    </Alert>
  );
}

function askToRemove(one: ImportView): void {
  const rest = one.chosen - one.made;
  ask({
    title: t.remove,
    confirm: t.removeFromList,
    failed: t.notRemoved,
    body: (
      <Text size="sm">
        {t.removes({ name: one.name, made: one.made })}
        {rest > 0 && ` ${t.removesRest({ rest })}`}
      </Text>
    ),
    act: async () => {
      const answer = await call('imports.remove', { id: one.id });
      if (answer.ok) go('#/links/import');
      return answer;
    },
  });
}
