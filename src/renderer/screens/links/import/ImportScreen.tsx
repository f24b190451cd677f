// "Import links from CSV": the start page, the open file, and started imports.

import { Skeleton } from '@mantine/core';
import { texts as shared } from '../../../../shared/texts/main.ts';
import { texts } from '../../../../shared/texts/window.ts';
import { Page } from '../../../components/Page.tsx';
import { ProblemAlert } from '../../../components/ProblemAlert.tsx';
import { useLive } from '../../../state/live.ts';
import { backTo } from './back-to.tsx';
import { DraftPage } from './DraftPage.tsx';
import { ImportPage } from './ImportPage.tsx';
import { StartPage } from './StartPage.tsx';

const t = texts.linkImport;

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
      <ProblemAlert title={t.notOpened} problem={problem} />
      {!problem && <Skeleton height={200} />}
    </Page>
  );
}
