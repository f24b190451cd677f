// The start of an import: a file, a drop, or pasted rows; below it earlier imports.
import { FileButton, Stack, Text, Textarea, Title } from '@mantine/core';
import { IconFileImport, IconUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { texts as shared } from '../../../../shared/texts/main.ts';
import { texts } from '../../../../shared/texts/window.ts';
import type { Problem, Result } from '../../../bridge.ts';
import { notify } from '../../../kit/notify.tsx';
import { Page } from '../../../kit/page.tsx';
import { ProblemAlert, WorkButton } from '../../../kit/parts.tsx';
import { leaveScreen, useUnsaved } from '../../../state/leave.ts';
import { isOnScreen } from '../../../state/route.ts';
import { useSingleFlight } from '../../../state/single-flight.ts';
import { DropCsv } from './entry.tsx';
import styles from './import.module.css';
import { PastImports } from './PastImports.tsx';
import { readFile, readPasted } from './read-rows.ts';
import { backTo } from './row-controls.tsx';

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
  /** Reads another source, which discards the typed rows: asks first. */
  const readOther = (work: () => Promise<Result<unknown>>) => leaveScreen(() => void read(work));
  const resetFile = useRef<() => void>(null);
  return (
    <Page title={shared.names.importLinks} before={backTo('#/links')} body="fill">
      <DropCsv className={styles.drop} take={(file) => readOther(() => readFile(file))}>
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
                  // Without a reset, choosing the same file again would not be a change.
                  resetFile.current?.();
                  if (file) readOther(() => readFile(file));
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
      </DropCsv>
    </Page>
  );
}
