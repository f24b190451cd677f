// The templates above the fields: apply one, save the fields as one, rename and delete.
import { ActionIcon, Button, Group, Select, Text } from '@mantine/core';
import { IconBookmarkPlus, IconPencil, IconTrash } from '@tabler/icons-react';
import { type RefObject, useCallback, useEffect, useState } from 'react';
import type { CheckoutTemplate } from '../../../shared/checkout-template.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call, type Problem } from '../../bridge.ts';
import { ProblemAlert } from '../../components/ProblemAlert.tsx';
import { ask, openDialog } from '../../state/dialogs.ts';
import { type FieldsTyped, usedFields, withTemplate } from './fields.ts';
import styles from './share.module.css';
import { RenameTemplate, SaveTemplate } from './TemplateForms.tsx';

const t = texts.share.template;

interface TemplateBarProps {
  readonly typed: FieldsTyped;
  readonly form: RefObject<HTMLFormElement | null>;
  readonly firstField: RefObject<HTMLElement | null>;
  readonly templateId: string | null;
  setTemplateId(id: string): void;
  onChange(typed: FieldsTyped): void;
}

export function TemplateBar(props: TemplateBarProps) {
  const { typed, form, firstField, templateId, setTemplateId, onChange } = props;
  const [templates, setTemplates] = useState<readonly CheckoutTemplate[] | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const load = useCallback(async () => {
    const answer = await call('templates.list', undefined);
    if (answer.ok) setTemplates(answer.value.templates);
    else setProblem(answer.problem);
  }, []);
  useEffect(() => void load(), [load]);
  const chosen = templates?.find(({ id }) => id === templateId) ?? null;
  const used = usedFields(typed);

  const choose = (id: string | null) => {
    const template = templates?.find((one) => one.id === id);
    if (!template) return;
    setTemplateId(template.id);
    onChange(withTemplate(typed, template.fields));
    // Moves on to the values for this customer.
    requestAnimationFrame(() => {
      const names = template.fields.filter(({ value }) => value === null).map(({ name }) => name);
      const boxes = [...(form.current?.querySelectorAll<HTMLInputElement>('[data-field]') ?? [])];
      boxes.find((box) => names.includes(box.dataset.field ?? '') && box.value === '')?.focus();
    });
  };
  const save = () =>
    openDialog(t.save, 440, (close) => (
      <SaveTemplate
        fields={used}
        templates={templates ?? []}
        name={chosen?.name ?? ''}
        close={close}
        saved={(id) => {
          setTemplateId(id);
          void load();
        }}
      />
    ));
  const rename = (template: CheckoutTemplate) =>
    openDialog(t.rename, 440, (close) => (
      <RenameTemplate template={template} close={close} renamed={() => void load()} />
    ));
  const remove = (template: CheckoutTemplate) =>
    ask({
      title: t.delete,
      body: <Text size="sm">{t.deletes({ name: template.name })}</Text>,
      confirm: t.delete,
      danger: true,
      failed: t.notDeleted,
      act: async () => {
        const answer = await call('templates.delete', { id: template.id });
        if (answer.ok) {
          setTemplates(templates?.filter(({ id }) => id !== template.id) ?? null);
          // The button that opened the question goes away with the template.
          firstField.current?.setAttribute('data-autofocus', '');
        }
        return answer;
      },
    });

  return (
    <>
      <ProblemAlert title={t.notRead} problem={problem} />
      <div className={styles.templates}>
        <Select
          label={t.template}
          placeholder={templates?.length === 0 ? t.noneSaved : t.choose}
          disabled={!templates || templates.length === 0}
          allowDeselect={false}
          data={(templates ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={chosen?.id ?? null}
          onChange={choose}
        />
        <Group gap={4} wrap="nowrap">
          {chosen && (
            <>
              <ActionIcon size={32} aria-label={t.rename} title={t.rename} onClick={() => rename(chosen)}>
                <IconPencil size={16} aria-hidden />
              </ActionIcon>
              <ActionIcon size={32} aria-label={t.delete} title={t.delete} onClick={() => remove(chosen)}>
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </>
          )}
          <Button
            variant="default"
            leftSection={<IconBookmarkPlus size={16} aria-hidden />}
            disabled={used.length === 0 || templates === null}
            onClick={save}
          >
            {t.saveAs}
          </Button>
        </Group>
      </div>
    </>
  );
}
