// Fields for the cells of one row of the open file: what is corrected is checked again when it is saved.
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { ImportCell } from '../../../../shared/link-import.ts';
import { texts } from '../../../../shared/texts/window.ts';
import { call, type Problem } from '../../../bridge.ts';
import { ProblemAlert } from '../../../components/ProblemAlert.tsx';
import { toast } from '../../../components/toast.tsx';
import { WorkButton } from '../../../components/WorkButton.tsx';
import { useUnsavedDialog } from '../../../state/leave.ts';
import { useOneAtATime } from '../../../state/one-at-a-time.ts';

const words = texts.linkImport.fix;

export interface FixCellsProps {
  readonly draftId: string;
  readonly row: number;
  readonly line: number;
  /** The names of the columns to show; null for all that are used. */
  readonly only: readonly string[] | null;
  close(): void;
}

export function FixCells({ draftId, row, line, only, close }: FixCellsProps) {
  const [cells, setCells] = useState<readonly ImportCell[] | null>(null);
  /** What was typed, by column; a cell that is not in it stays as it is. */
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map());
  const [problem, setProblem] = useState<Problem | null>(null);
  const saving = useOneAtATime();
  const form = useRef<HTMLFormElement>(null);
  const isSaved = useUnsavedDialog(typed.size > 0, false);
  /** Counts the times that errors were shown: the first of them then has the focus. */
  const [shown, setShown] = useState(0);
  useEffect(() => {
    void call('imports.cells', { id: draftId, row }).then((answer) => {
      if (!answer.ok) return setProblem(answer.problem);
      setCells(answer.value);
      setShown(1);
    });
  }, [draftId, row]);
  useEffect(() => {
    if (shown === 0) return;
    const wrong = form.current?.querySelector<HTMLInputElement>('input[aria-invalid="true"]');
    const first = wrong ?? form.current?.querySelector('input');
    first?.focus();
    first?.select();
  }, [shown]);
  const fields = cells?.filter(({ column }) => only === null || only.includes(column)) ?? [];
  const save = async () => {
    const fixes = [...typed].map(([at, text]) => ({ at, text }));
    if (fixes.length === 0) return close();
    const answer = await call('imports.fix', { id: draftId, row, cells: fixes });
    setProblem(answer.ok ? null : answer.problem);
    if (!answer.ok) return;
    setTyped(new Map());
    const isWrong = answer.value.some(({ column, error }) => error !== '' && (only === null || only.includes(column)));
    if (isWrong) {
      setCells(answer.value);
      setShown(shown + 1);
      return;
    }
    isSaved();
    close();
    toast('success', words.saved(line));
  };
  return (
    <form
      ref={form}
      noValidate
      aria-label={words.cellsOf(line)}
      onSubmit={(event) => {
        event.preventDefault();
        void saving.run(save);
      }}
    >
      <Stack gap={12}>
        {fields.map(({ at, column, text, error }) => (
          <TextInput
            key={at}
            label={column}
            error={error === '' ? undefined : error}
            value={typed.get(at) ?? text}
            onChange={({ currentTarget: { value } }) => setTyped((before) => new Map(before).set(at, value))}
          />
        ))}
        <ProblemAlert title={words.notSaved} problem={problem} />
        <Group gap={8} justify="flex-end">
          <Button variant="default" onClick={close}>
            {texts.common.cancel}
          </Button>
          <WorkButton type="submit" busy={saving.slow}>
            {words.save}
          </WorkButton>
        </Group>
      </Stack>
    </form>
  );
}
