// The start of an import: choose a file, drop one, or paste rows; below are past imports.
import { FileButton, Stack, Text, Textarea, Title } from '@mantine/core';
import { IconFileImport, IconUpload } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import { texts as shared } from '../../../../shared/texts/main.ts';
import { texts } from '../../../../shared/texts/window.ts';
import type { Problem, Result } from '../../../bridge.ts';
import { notify } from '../../../kit/notify.tsx';
import { Page } from '../../../kit/page.tsx';
import { ProblemAlert, WorkButton } from '../../../kit/parts.tsx';
import { leaveScreen, useUnsaved } from '../../../state/leave.ts';
import { isOnScreen } from '../../../state/route.ts';
import { useSingleFlight } from '../../../state/single-flight.ts';
import { backTo } from './ImportRows.tsx';
import styles from './import.module.css';
import { PastImports } from './PastImports.tsx';
import { readFile, readPasted } from './read-rows.ts';

const t = texts.linkImport.start;

export function StartPage() {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<Problem | null>(null);
  const reading = useSingleFlight();
  useUnsaved(text.trim() !== '');
  const read = (work: () => Promise<Result<unknown>>) =>
    reading.run(async () => {
      const answer = await work();
      if (answer.ok || isOnScreen('#/links/import')) setProblem(answer.ok ? null : answer.problem);
      else notify('error', answer.problem.message);
    });
  /** Reads a file. Asks first, because that discards pasted rows. */
  const take = (file: File | null | undefined) => file && leaveScreen(() => void read(() => readFile(file)));
  const resetFile = useRef<() => void>(null);
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const { files } = event.dataTransfer;
    if (files.length > 1) notify('attention', texts.linkImport.reading.oneFileOnly);
    else take(files[0]);
  };
  return (
    <Page title={shared.names.importLinks} before={backTo('#/links')} body="fill">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a file can be chosen with a button too */}
      <div
        className={styles.drop}
        onDragEnter={({ dataTransfer }) => setOver(dataTransfer.types.includes('Files'))}
        onDragOver={(event) => event.preventDefault()}
        // The browser also reports this when the pointer enters a child.
        onDragLeave={({ currentTarget, relatedTarget }) =>
          setOver((wasOver) => wasOver && relatedTarget instanceof Node && currentTarget.contains(relatedTarget))
        }
        onDrop={drop}
      >
        <Stack gap={16}>
          <ProblemAlert problem={problem} />
          <div className={styles.start}>
            <div className={styles.zone}>
              <IconFileImport size={32} stroke={1.5} aria-hidden />
              <Text size="sm">{t.dropOrChoose}</Text>
              <FileButton
                accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
                resetRef={resetFile}
                onChange={(file) => {
                  // Without a reset, choosing the same file again would not count as a change.
                  resetFile.current?.();
                  take(file);
                }}
              >
                {(props) => (
                  <WorkButton {...props} leftSection={<IconUpload size={16} aria-hidden />} busy={reading.slow}>
                    {t.chooseFile}
                  </WorkButton>
                )}
              </FileButton>
              <Text size="xs" c="dimmed">
                {t.limits}
              </Text>
            </div>
            <Stack gap={8} align="flex-start">
              <Textarea
                w="100%"
                label={t.pasteRows}
                description={t.pasteRowsHow}
                rows={6}
                // The theme gives every input the height of one line.
                styles={{ input: { height: 'auto' } }}
                value={text}
                onChange={(event) => setText(event.currentTarget.value)}
              />
              <WorkButton
                variant="default"
                disabled={text.trim() === ''}
                busy={reading.slow}
                onClick={() => void read(() => readPasted(text))}
              >
                {t.readRows}
              </WorkButton>
            </Stack>
          </div>
          <Text size="sm" c="dimmed" maw={880}>
            {t.columnNames}
          </Text>
          <section aria-labelledby="past-imports">
            <Title order={2} id="past-imports">
              {texts.linkImport.past.title}
            </Title>
            <PastImports />
          </section>
        </Stack>
        {isOver && <div className={styles.dropHint}>{t.dropHere}</div>}
      </div>
    </Page>
  );
}
