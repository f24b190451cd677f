// A file that was read: what its columns are, what its rows become, and "Create N links".
import { Alert, Anchor, Button, Progress, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { ImportChoices, ImportDraftView } from '../../../../shared/link-import.ts';
import { call, type Problem } from '../../../bridge.ts';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { Page } from '../../../components/Page.tsx';
import { ProblemAlert } from '../../../components/ProblemAlert.tsx';
import { exactTime } from '../../../components/RelativeTime.tsx';
import { WorkButton } from '../../../components/WorkButton.tsx';
import { useOneAtATime } from '../../../state/one-at-a-time.ts';
import { usePages } from '../../../state/pages.ts';
import { go } from '../../../state/route.ts';
import { counted } from '../many-links.ts';
import { ColumnFields } from './ColumnFields.tsx';
import { ImportRows } from './ImportRows.tsx';
import { backTo, IMPORT_TITLE } from './ImportScreen.tsx';
import styles from './import.module.css';
import { ReadingFields } from './ReadingFields.tsx';
import { RowFilter, type RowFilterValue } from './RowFilter.tsx';
import { useChosenRows } from './useChosenRows.ts';

export function DraftPage({ draft }: { readonly draft: ImportDraftView }) {
  const { id, counts, checked, problems } = draft;
  const [filter, setFilter] = useState<RowFilterValue>('all');
  const [problem, setProblem] = useState<{ readonly title: string; readonly problem: Problem } | null>(null);
  const pages = usePages('imports.rows', { importId: null, filter }, ['actions', 'products']);
  const selection = useChosenRows(draft, pages);
  const creating = useOneAtATime();
  const change = async (wanted: Partial<ImportChoices>) => {
    const answer = await call('imports.change', { id, change: wanted });
    setProblem(answer.ok ? null : { title: 'It cannot be read like that', problem: answer.problem });
  };
  const create = () =>
    creating.run(async () => {
      const answer = await call('imports.create', { id });
      if (answer.ok) go(`#/links/import/${encodeURIComponent(answer.value.id)}`);
      else setProblem({ title: 'No link was created', problem: answer.problem });
    });
  const isChecked = checked === counts.all;
  return (
    <Page
      title={IMPORT_TITLE}
      before={backTo('#/links')}
      actions={
        <Button variant="default" onClick={() => void call('imports.close', { id })}>
          Choose another file
        </Button>
      }
      primary={
        <WorkButton
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={!isChecked || problems.length > 0 || counts.chosen === 0}
          busy={creating.slow}
          onClick={() => void create()}
        >
          Create {counted(isChecked ? counts.chosen : 0, 'link')}
        </WorkButton>
      }
    >
      <Stack gap={16}>
        <div className={styles.figures}>
          <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {draft.name}
          </Text>
          <Text size="sm" role="status">
            {isChecked
              ? `${counted(counts.good, 'row')} can be made, ${counts.bad.toLocaleString()} with errors, ${counts.chosen.toLocaleString()} chosen`
              : `Checking ${checked.toLocaleString()} of ${counted(counts.all, 'row')}`}
          </Text>
        </div>
        {!isChecked && <Progress value={(checked / counts.all) * 100} aria-label="Checking rows" />}
        <Told draft={draft} />
        {problem && <ProblemAlert {...problem} />}
        <ReadingFields choices={draft.choices} change={(wanted) => void change(wanted)} />
        <ColumnFields draft={draft} change={(roles) => void change({ roles })} />
        <Missing problems={problems} />
        <div className={styles.figures}>
          <RowFilter value={filter} onChange={setFilter} all={counts.all} problems={counts.bad} />
        </div>
        <ImportRows
          label="Rows to import"
          pages={pages}
          made={false}
          problems={counts.bad + counts.warned > 0}
          resetKey={filter}
          empty={
            counts.all === 0 ? (
              <EmptyState title="No row to import">There is nothing below the names of the columns.</EmptyState>
            ) : (
              <EmptyState title="No row has errors">Every row can be made as it is.</EmptyState>
            )
          }
          {...(filter === 'all' ? { selection } : {})}
        />
      </Stack>
    </Page>
  );
}

/** What was found out about the file, and whether it was imported before. */
function Told({ draft }: { readonly draft: ImportDraftView }) {
  const { notes, before, counts } = draft;
  const same = counts.warned === 1 ? '1 row has a remark.' : `${counts.warned.toLocaleString()} rows have a remark.`;
  const all = [...notes, ...(counts.warned > 0 ? [`${same} It stands in the last column.`] : [])];
  return (
    <>
      {before.map((one) => (
        <Alert key={one.id} color="orange" icon={<IconAlertTriangle aria-hidden />} title="This was imported before">
          This file was imported on {exactTime(one.at)}; {counted(one.made, 'link was', 'links were')} made of it.
          Importing it again makes new ones.{' '}
          <Anchor href={`#/links/import/${encodeURIComponent(one.id)}`} underline="always">
            Show that import
          </Anchor>
        </Alert>
      ))}
      {all.length > 0 && (
        <Alert color="gray" icon={<IconInfoCircle aria-hidden />}>
          {all.map((note) => (
            <div key={note}>{note}</div>
          ))}
        </Alert>
      )}
    </>
  );
}

function Missing({ problems }: { readonly problems: readonly string[] }) {
  if (problems.length === 0) return null;
  return (
    <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title="Before links can be created" role="status">
      {problems.map((problem) => (
        <div key={problem}>{problem}</div>
      ))}
    </Alert>
  );
}
