// The templates above the fields: apply one, save the fields as one, and delete.
import { ActionIcon, Button, Select } from '@mantine/core';
import { IconBookmarkPlus, IconTrash } from '@tabler/icons-react';
import type { CheckoutTemplate } from '../../../shared/checkout-template.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call } from '../../bridge.ts';
import { ask, openDialog } from '../../components/dialogs.tsx';
import { ProblemAlert } from '../../components/parts.tsx';
import { useAnswer, useAskAgain } from '../../state/live.ts';
import { type FieldsTyped, usedFields, withTemplate } from './fields.ts';
import styles from './share.module.css';
import { SaveTemplate } from './TemplateForms.tsx';

const t = texts.share.template;

interface TemplateBarProps {
  readonly typed: FieldsTyped;
  readonly templateId: string | null;
  setTemplateId(id: string | null): void;
  onChange(typed: FieldsTyped): void;
}

export function TemplateBar({ typed, templateId, setTemplateId, onChange }: TemplateBarProps) {
  const { data, problem } = useAnswer('templates.list', undefined);
  const askAgain = useAskAgain('templates.list');
  const templates = data?.templates ?? [];
  const chosen = templates.find(({ id }) => id === templateId) ?? null;
  const used = usedFields(typed);

  const choose = (id: string | null) => {
    const template = templates.find((one) => one.id === id);
    if (!template) return;
    setTemplateId(template.id);
    onChange(withTemplate(typed, template.fields));
  };
  const save = () =>
    openDialog(t.save, 440, (close) => (
      <SaveTemplate
        fields={used}
        templates={templates}
        name={chosen?.name ?? ''}
        close={close}
        saved={(id) => {
          setTemplateId(id);
          void askAgain();
        }}
      />
    ));
  const remove = ({ id, name }: CheckoutTemplate) =>
    ask({
      title: t.delete,
      body: t.deletes({ name }),
      confirm: t.delete,
      danger: true,
      failed: texts.sync.notDecided,
      act: async () => {
        const answer = await call('templates.delete', { id });
        if (answer.ok) {
          setTemplateId(null);
          await askAgain();
        }
        return answer;
      },
    });

  return (
    <>
      <ProblemAlert problem={problem} />
      <div className={styles.templates}>
        {templates.length > 0 && (
          <Select
            label={t.template}
            allowDeselect={false}
            data={templates.map(({ id, name }) => ({ value: id, label: name }))}
            value={chosen?.id ?? null}
            onChange={choose}
          />
        )}
        {chosen && (
          <ActionIcon size={32} aria-label={t.delete} title={t.delete} onClick={() => remove(chosen)}>
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        )}
        <Button
          variant="subtle"
          leftSection={<IconBookmarkPlus size={16} aria-hidden />}
          disabled={used.length === 0 || data === undefined}
          onClick={save}
        >
          {t.saveAs}
        </Button>
      </div>
    </>
  );
}
