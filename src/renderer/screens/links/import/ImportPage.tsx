// An import that was begun: how far it has come, what became of each row, and its result as a file.
import { Alert, Button, Group, Progress, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconDownload, IconPlayerPlay, IconPlayerStop, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { ImportView } from '../../../../shared/link-import.ts';
import { cutInMiddle } from '../../../../shared/text.ts';
import { call } from '../../../bridge.ts';
import { ask } from '../../../components/confirm.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { Page } from '../../../components/Page.tsx';
import { ProblemAlert } from '../../../components/ProblemAlert.tsx';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { toast } from '../../../components/toast.tsx';
import { WorkButton } from '../../../components/WorkButton.tsx';
import { useLive } from '../../../state/live.ts';
import { useOneAtATime } from '../../../state/one-at-a-time.ts';
import { usePages } from '../../../state/pages.ts';
import { go } from '../../../state/route.ts';
import { counted } from '../many-links.ts';
import { ImportRows } from './ImportRows.tsx';
import { backTo, IMPORT_TITLE } from './ImportScreen.tsx';
import styles from './import.module.css';
import { standing } from './PastImports.tsx';
import { RowFilter, type RowFilterValue } from './RowFilter.tsx';

export function ImportPage({ id }: { readonly id: string }) {
  const { data, problem } = useLive('imports.get', { id }, ['links', 'actions']);
  if (data) return <Loaded one={data} />;
  return (
    <Page title={IMPORT_TITLE} before={backTo('#/links/import')}>
      <ProblemAlert title="The import could not be read" problem={problem} />
      {data === undefined && !problem && <Skeleton height={200} />}
      {data === null && (
        <EmptyState title="This import is not here">
          It was removed from the list, or it belongs to another store. Its links are among the payment links.
        </EmptyState>
      )}
    </Page>
  );
}

function Loaded({ one }: { readonly one: ImportView }) {
  const { id } = one;
  const [filter, setFilter] = useState<RowFilterValue>('all');
  const pages = usePages('imports.rows', { importId: id, filter }, ['links', 'actions']);
  const saving = useOneAtATime();
  const rest = one.chosen - one.made;
  const save = async () => {
    const answer = await call('imports.saveResult', { id });
    if (!answer.ok) toast('error', answer.problem.message);
    else if (answer.value) {
      const { file, rows, withoutAddress } = answer.value;
      const have = withoutAddress === 1 ? 'link has' : 'links have';
      const without =
        withoutAddress === 0
          ? ''
          : `. ${withoutAddress.toLocaleString()} ${have} no address yet: save it again when they have come`;
      toast('success', `${counted(rows, 'row')} saved to ${cutInMiddle(file)}${without}`);
    }
  };
  return (
    <Page
      title={IMPORT_TITLE}
      before={backTo('#/links/import')}
      body="fill"
      actions={
        <Button
          variant="default"
          leftSection={<IconTrash size={16} aria-hidden />}
          disabled={one.running}
          onClick={() => askToRemove(one)}
        >
          Remove from the list
        </Button>
      }
      primary={
        <WorkButton
          leftSection={<IconDownload size={16} aria-hidden />}
          busy={saving.slow}
          onClick={() => saving.run(save)}
        >
          Save result as CSV
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
          <div className={styles.figures}>
            <RowFilter value={filter} onChange={setFilter} all={one.rows} />
            <Text size="sm" role="status">
              {standing(one)}
              {one.bad > 0 && `; ${counted(one.bad, 'row')} with errors`}
            </Text>
          </div>
        </div>
        <ImportRows
          label="Imported rows"
          pages={pages}
          made
          problems={one.bad + one.attention > 0}
          resetKey={filter}
          empty={<EmptyState title="Nothing is wrong">Every row was made, or waits to be sent.</EmptyState>}
        />
      </div>
    </Page>
  );
}

function UnderWay({ one }: { readonly one: ImportView }) {
  const cancelling = useOneAtATime();
  return (
    <Stack gap={8}>
      <Progress value={(one.made / Math.max(1, one.chosen)) * 100} aria-label="Creating links" />
      <Group gap={8} justify="space-between">
        <Text size="sm">
          {one.made.toLocaleString()} of {counted(one.chosen, 'link')} created
        </Text>
        <WorkButton
          variant="default"
          leftSection={<IconPlayerStop size={16} aria-hidden />}
          busy={cancelling.slow}
          onClick={() => cancelling.run(() => call('imports.cancel', { id: one.id }))}
        >
          Cancel
        </WorkButton>
      </Group>
    </Stack>
  );
}

/** It stopped before all was made: what is certain, and how to go on. */
function Rest({ one, rest }: { readonly one: ImportView; readonly rest: number }) {
  const goOn = async () => {
    const answer = await call('imports.goOn', { id: one.id });
    if (!answer.ok) toast('error', answer.problem.message);
  };
  return (
    <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title="Not all links were created">
      <Stack gap={8} align="flex-start">
        <div>
          {one.stopped === '' ? 'The app was closed while the links were being created.' : one.stopped}{' '}
          {one.made.toLocaleString()} of {counted(one.chosen, 'link')} {one.made === 1 ? 'was' : 'were'} created and{' '}
          {one.made === 1 ? 'is' : 'are'} saved; {rest.toLocaleString()} {rest === 1 ? 'was' : 'were'} not. Going on
          makes only those.
        </div>
        <Button variant="default" leftSection={<IconPlayerPlay size={16} aria-hidden />} onClick={() => void goOn()}>
          Go on with the rest
        </Button>
      </Stack>
    </Alert>
  );
}

function askToRemove(one: ImportView): void {
  const rest = one.chosen - one.made;
  ask({
    title: 'Remove import',
    confirm: 'Remove from the list',
    failed: 'The import was not removed',
    body: (
      <Text size="sm">
        "{one.name}" goes from this list. Its {counted(one.made, 'link')} stay as they are.
        {rest > 0 && ` The ${counted(rest, 'row')} that were not created cannot be gone on with then.`}
      </Text>
    ),
    act: async () => {
      const answer = await call('imports.remove', { id: one.id });
      if (answer.ok) go('#/links/import');
      return answer;
    },
  });
}
