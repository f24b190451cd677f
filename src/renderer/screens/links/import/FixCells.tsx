// Fields for the cells of one row of the open file: what is corrected is checked again when it is saved.
import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { type ChangeEvent, useContext, useEffect, useRef, useState } from 'react';
import type { ImportCell } from '../../../../shared/link-import.ts';
import { texts } from '../../../../shared/texts/window.ts';
import { call, type Problem } from '../../../bridge.ts';
import { notify } from '../../../components/notify.tsx';
import { ProblemAlert } from '../../../components/ProblemAlert.tsx';
import { WorkButton } from '../../../components/parts.tsx';
import { exactTime } from '../../../components/RelativeTime.tsx';
import { DialogContext } from '../../../state/dialogs.ts';
import { useUnsaved, useUnsavedDialog } from '../../../state/leave.ts';
import { useOneAtATime } from '../../../state/one-at-a-time.ts';
import styles from './rows.module.css';

const t = texts.linkImport.fix;

interface FixCellsProps {
  readonly draftId: string;
  readonly row: number;
  readonly line: number;
  /** There is a file, which stays as it is. */
  readonly hasFile: boolean;
  /** The names of the columns to show; null for all that are used. */
  readonly only: readonly string[] | null;
  /** Outside of a dialog: whether closing would lose what was typed. */
  setUnsaved?(unsaved: boolean): void;
  /** Asks first when there is unsaved text. */
  close(): void;
}

export function FixCells({ draftId, row, line, hasFile, only, setUnsaved, close }: FixCellsProps) {
  const [cells, setCells] = useState<readonly ImportCell[] | null>(null);
  /** What was typed, by column; a cell that is not in it stays as it is. */
  const [typed, setTyped] = useState<ReadonlyMap<number, string>>(new Map());
  const [problem, setProblem] = useState<Problem | null>(null);
  const saving = useOneAtATime();
  const form = useRef<HTMLFormElement>(null);
  const isUnsaved = cells?.some(({ at, text }) => (typed.get(at) ?? text) !== text) ?? false;
  const isSaved = useUnsavedDialog(isUnsaved);
  const isInList = useContext(DialogContext) === null;
  useUnsaved({ unsaved: isInList && isUnsaved, lost: t.lost });
  useEffect(() => setUnsaved?.(isUnsaved), [isUnsaved, setUnsaved]);
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
    const wrong = form.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>('[aria-invalid="true"]');
    const first = wrong ?? form.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>('input,textarea');
    first?.focus();
    first?.select();
  }, [shown]);
  const type = (at: number, text: string) => setTyped((before) => new Map(before).set(at, text));
  const fields = cells?.filter(({ column }) => only === null || only.includes(column)) ?? [];
  const save = async () => {
    if (!isUnsaved) return close();
    const fixes = [...typed].map(([at, text]) => ({ at, text }));
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
    setUnsaved?.(false);
    close();
    notify('success', hasFile ? t.saved({ line }) : t.savedPasted({ line }));
  };
  return (
    <form
      ref={form}
      noValidate
      aria-label={t.cellsOf({ line })}
      onSubmit={(event) => {
        event.preventDefault();
        void saving.run(save);
      }}
    >
      <Stack gap={12}>
        {fields.map(({ at, column, text, error, products }) => {
          const value = typed.get(at) ?? text;
          const field = {
            label: column,
            // The error was about the earlier text of the cell.
            error: error === '' || value !== text ? undefined : error,
            value,
            onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
              type(at, currentTarget.value),
          };
          // A line would hide the line breaks that are wrong in it.
          return (
            <Stack key={at} gap={8} align="stretch">
              {text.includes('\n') ? <Textarea autosize maxRows={6} {...field} /> : <TextInput {...field} />}
              {products.length > 0 && (
                <Group gap={8} role="group" aria-label={t.products}>
                  {products.map(({ serverId, createdAt }) => (
                    <Button
                      key={serverId}
                      size="xs"
                      px={8}
                      variant="default"
                      onClick={() => type(at, String(serverId))}
                    >
                      {t.product({ id: serverId, at: exactTime(createdAt) })}
                    </Button>
                  ))}
                </Group>
              )}
            </Stack>
          );
        })}
        <ProblemAlert title={t.notSaved} problem={problem} />
        <Group gap={8} justify="flex-end" className={styles.buttons}>
          <Button variant="default" onClick={close}>
            {texts.common.cancel}
          </Button>
          <WorkButton type="submit" busy={saving.slow}>
            {t.save}
          </WorkButton>
        </Group>
      </Stack>
    </form>
  );
}
