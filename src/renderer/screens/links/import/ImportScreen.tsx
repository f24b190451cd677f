// "Import links from CSV": choosing a file, looking at what it says, and the imports that were begun.
import { Skeleton } from '@mantine/core';
import { texts } from '../../../../shared/texts/window.ts';
import { Page } from '../../../components/Page.tsx';
import { ProblemAlert } from '../../../components/ProblemAlert.tsx';
import { useLive } from '../../../state/live.ts';
import { backTo } from './back-to.tsx';
import { DraftPage } from './DraftPage.tsx';
import { ImportPage } from './ImportPage.tsx';
import { StartPage } from './StartPage.tsx';

const words = texts.linkImport;

/** `errors`: only rows with errors are shown at first. `id`: the import that is shown; without one the file that is being looked at, or how to choose one. */
export function ImportScreen({ id, errors }: { readonly id: string | null; readonly errors: boolean }) {
  return id === null ? <NewImport /> : <ImportPage id={id} errors={errors} />;
}

function NewImport() {
  const { data: draft, problem } = useLive('imports.draft', undefined, ['actions', 'products']);
  if (draft) return <DraftPage key={draft.id} draft={draft} />;
  if (draft === null) return <StartPage />;
  return (
    <Page title={texts.names.importLinks} before={backTo('#/links')}>
      <ProblemAlert title={words.notOpened} problem={problem} />
      {!problem && <Skeleton height={200} />}
    </Page>
  );
}
