// "Import links from CSV": the start page, the open file, or an import with its rows, which can be exported.
import { Anchor, Button, Group, Skeleton, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { ImportFilter, ImportView } from '../../../../shared/link-import.ts';
import { cutInMiddle } from '../../../../shared/text.ts';
import { texts as shared } from '../../../../shared/texts/main.ts';
import { texts } from '../../../../shared/texts/window.ts';
import { call } from '../../../bridge.ts';
import { ask } from '../../../kit/dialogs.tsx';
import { notify, orNotify } from '../../../kit/notify.tsx';
import { EmptyState, Page } from '../../../kit/page.tsx';
import { ProblemAlert, WorkButton } from '../../../kit/parts.tsx';
import { RelativeTime } from '../../../kit/values.tsx';
import { useLive, usePages } from '../../../state/live.ts';
import { go } from '../../../state/route.ts';
import { useSingleFlight } from '../../../state/single-flight.ts';
import { DraftPage } from './DraftPage.tsx';
import { backTo, ImportRows } from './ImportRows.tsx';
import { progressOf } from './PastImports.tsx';
import { StartPage } from './StartPage.tsx';

const t = texts.linkImport.begun;

/** `id`: the import to show; null for the open file or the start page. */
export function ImportScreen({ id }: { readonly id: string | null }) {
  return id === null ? <NewImport /> : <ImportPage id={id} />;
}

function NewImport() {
  const { data: draft, problem } = useLive('imports.draft', undefined, ['records']);
  if (draft) return <DraftPage key={draft.id} draft={draft} />;
  if (draft === null) return <StartPage />;
  return (
    <Page title={shared.names.importLinks} before={backTo('#/links')}>
      <ProblemAlert problem={problem} />
      {!problem && <Skeleton height={200} />}
    </Page>
  );
}

function ImportPage({ id }: { readonly id: string }) {
  const { data, problem } = useLive('imports.get', { id }, ['records']);
  if (data) return <Loaded one={data} />;
  return (
    <Page title={shared.names.importLinks} before={backTo('#/links/import')}>
      <ProblemAlert problem={problem} />
      {data === undefined && !problem && <Skeleton height={200} />}
      {data === null && <EmptyState title={t.notHere}>{t.notHereBecause}</EmptyState>}
    </Page>
  );
}

function Loaded({ one }: { readonly one: ImportView }) {
  const { id, bad, attention } = one;
  const [filter, setFilter] = useState<ImportFilter>('all');
  const pages = usePages('imports.rows', { importId: id, filter }, ['records']);
  const saving = useSingleFlight();
  const save = async () => {
    const saved = await orNotify(call('imports.save', { id, which: 'result' }));
    if (saved) notify('success', t.saved({ rows: saved.rows, file: cutInMiddle(saved.file) }));
  };
  return (
    <Page
      title={shared.names.importLinks}
      before={backTo('#/links/import')}
      body="fill"
      actions={
        // Has no icon, so that the title fits into a window of 900 px.
        <Button variant="default" onClick={() => askToRemove(one)}>
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
      <ImportRows
        label={t.rows}
        importId={id}
        name={one.name}
        figures={
          <Group gap={12}>
            <Text size="sm">{progressOf(one)}</Text>
            {attention > 0 && (
              <Anchor size="sm" href="#/sync" underline="always">
                {texts.restoringBackup.review}
              </Anchor>
            )}
            <Text size="sm" c="dimmed">
              <RelativeTime at={one.at} />
            </Text>
          </Group>
        }
        {...{ pages, filter, setFilter, bad }}
        counts={{ all: one.rows, problems: bad + attention }}
        draft={null}
        none={t.noProblems}
      />
    </Page>
  );
}

function askToRemove({ id, name, chosen }: ImportView): void {
  ask({
    title: t.remove,
    confirm: t.removeFromList,
    body: t.removes({ name, made: chosen }),
    act: async () => {
      const answer = await call('imports.remove', { id });
      if (answer.ok) go('#/links/import');
      return answer;
    },
  });
}
