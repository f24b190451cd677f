// "Save rows with errors as CSV", to correct them in a spreadsheet and import that file.

import { IconDownload } from '@tabler/icons-react';
import { cutInMiddle } from '../../../../shared/text.ts';
import { texts } from '../../../../shared/texts/window.ts';
import { call } from '../../../bridge.ts';
import { notify } from '../../../components/notify.tsx';
import { WorkButton } from '../../../components/parts.tsx';
import { useOneAtATime } from '../../../state/one-at-a-time.ts';

const t = texts.linkImport.errors;

export function SaveErrors({ importId }: { readonly importId: string }) {
  const saving = useOneAtATime();
  const save = async () => {
    const answer = await call('imports.saveErrors', { importId });
    if (!answer.ok) notify('error', answer.problem.message);
    else if (answer.value)
      notify('success', t.saved({ rows: answer.value.rows, file: cutInMiddle(answer.value.file) }));
  };
  return (
    <WorkButton
      size="xs"
      variant="default"
      title={t.save}
      leftSection={<IconDownload size={14} aria-hidden />}
      busy={saving.slow}
      onClick={() => saving.run(save)}
    >
      {t.save}
    </WorkButton>
  );
}
