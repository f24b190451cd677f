// The open file: its columns, its rows, and "Create N links".
import { Alert, Button, Progress, Text } from '@mantine/core';
import { IconAlertTriangle, IconInfoCircle, IconPlus } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { ImportChange, ImportDraftView, ImportFilter } from '../../../../shared/link-import.ts';
import { sentences } from '../../../../shared/sentences.ts';
import { texts as shared } from '../../../../shared/texts/main.ts';
import { texts } from '../../../../shared/texts/window.ts';
import { call, type Problem } from '../../../bridge.ts';
import { notify } from '../../../kit/notify.tsx';
import { Page } from '../../../kit/page.tsx';
import { ProblemAlert, WorkButton } from '../../../kit/parts.tsx';
import { usePages } from '../../../state/live.ts';
import { goFromHere, isOnScreen } from '../../../state/route.ts';
import { useSingleFlight } from '../../../state/single-flight.ts';
import { backTo, ImportRows } from './ImportRows.tsx';
import { Mapping } from './Mapping.tsx';
import { askToDropChanges } from './read-rows.ts';
import { useChosenRows } from './useChosenRows.ts';

const t = texts.linkImport.draft;

export function DraftPage({ draft }: { readonly draft: ImportDraftView }) {
  const { id, counts, checked, staged, problems, notes } = draft;
  const { existing, repeated, repriced, skipped, bad } = counts.kinds;
  const rows: Readonly<Record<ImportFilter, number>> = {
    ...{ all: counts.all, problems: bad.rows, existing: existing.rows },
    ...{ repeated: repeated.rows, repriced: repriced.rows, skipped: skipped.rows },
  };
  const [wanted, setFilter] = useState<ImportFilter>('all');
  const filter = wanted === 'problems' || rows[wanted] > 0 ? wanted : 'all';
  const [problem, setProblem] = useState<Problem | null>(null);
  const pages = usePages('imports.rows', { importId: id, filter }, ['records']);
  const selection = useChosenRows(draft, pages, filter);
  const creating = useSingleFlight();
  const change = async (wanted: ImportChange) => {
    const answer = await call('imports.change', { id, change: wanted });
    setProblem(answer.ok ? null : answer.problem);
  };
  const create = () =>
    creating.run(async () => {
      const showImport = goFromHere();
      const answer = await call('imports.create', { id });
      if (answer.ok) showImport(`#/links/import/${encodeURIComponent(answer.value.id)}`);
      else if (isOnScreen('#/links/import')) setProblem(answer.problem);
      else notify('error', answer.problem.message);
    });
  const chooseAnother = () => {
    const close = () => call('imports.close', { id });
    if (draft.isTouched) askToDropChanges(draft, close);
    else void close();
  };
  const isChecked = checked === counts.all;
  const figures = useId();
  const missing = useId();
  return (
    <Page
      title={shared.names.importLinks}
      before={backTo('#/links')}
      body="fill"
      actions={
        <Button variant="default" disabled={staged !== null} onClick={chooseAnother}>
          {t.chooseAnother}
        </Button>
      }
      primary={
        <WorkButton
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={!isChecked || problems.length > 0 || counts.chosen === 0 || staged !== null}
          busy={creating.slow}
          aria-describedby={problems.length > 0 ? missing : figures}
          onClick={() => void create()}
        >
          {t.create({ links: isChecked ? counts.chosen : 0 })}
        </WorkButton>
      }
    >
      <ImportRows
        label={t.rows}
        importId={id}
        name={draft.name}
        figures={
          // Only the result of the check is announced, not its progress.
          <Text size="sm" role={isChecked ? 'status' : undefined} id={figures}>
            {isChecked
              ? t.figures({ ...rows, chosen: counts.chosen, bad: bad.rows })
              : t.checking({ checked, all: counts.all })}
          </Text>
        }
        {...{ pages, filter, setFilter, draft }}
        counts={rows}
        bad={bad.rows}
        selection={filter === 'problems' ? undefined : selection}
        none={counts.all === 0 ? t.noRows : t.noErrors}
      >
        {!isChecked && <Progress value={(checked / counts.all) * 100} aria-label={t.checkingRows} />}
        {staged !== null && (
          <Progress value={(staged / counts.chosen) * 100} aria-label={texts.linkImport.begun.creating} />
        )}
        <Missing id={missing} problems={problems} />
        {notes.length > 0 && (
          <Alert py={4} color="gray" icon={<IconInfoCircle aria-hidden />}>
            {sentences(...notes)}
          </Alert>
        )}
        <ProblemAlert title={texts.common.failed} problem={problem} />
        <Mapping draft={draft} missing={missing} change={(wanted) => void change(wanted)} />
      </ImportRows>
    </Page>
  );
}

/** Why no links can be created yet. Comes first, so that it is visible together with the button. */
function Missing({ id, problems }: { readonly id: string; readonly problems: readonly string[] }) {
  if (problems.length === 0) return null;
  return (
    <Alert
      py={8}
      color="orange"
      icon={<IconAlertTriangle aria-hidden />}
      title={texts.linkImport.columns.missing}
      role="status"
    >
      {/* Describes the button. The alert itself would describe it only by its title. */}
      <div id={id}>
        {problems.map((problem) => (
          <div key={problem}>{problem}</div>
        ))}
      </div>
    </Alert>
  );
}
