// The templates above the fields: apply one, save the fields as one, rename and delete.
import { ActionIcon, Button, Group, Select, Text } from '@mantine/core';
import { IconBookmarkPlus, IconPencil, IconTrash } from '@tabler/icons-react';
import { type RefObject, useEffect, useState } from 'react';
import type { CheckoutTemplate } from '../../../shared/checkout-template.ts';
import { texts } from '../../../shared/texts/window.ts';
import { call, type Problem } from '../../bridge.ts';
import { ask } from '../../components/confirm.tsx';
import { openDialog } from '../../components/dialog.tsx';
import { ProblemAlert } from '../../components/ProblemAlert.tsx';
import { leftDrafts } from '../../state/draft.ts';
import { type CustomiseMemory, type FieldsTyped, usedFields, withTemplate } from './fields.ts';
import styles from './share.module.css';
import { RenameTemplate, SaveTemplate } from './TemplateForms.tsx';

const words = texts.share.template;

export interface TemplateBarProps {
  /** What is customised, as part of draft names. */
  readonly about: string;
  readonly typed: FieldsTyped;
  readonly memory: CustomiseMemory;
  readonly form: RefObject<HTMLFormElement | null>;
  onChange(typed: FieldsTyped): void;
}

export function TemplateBar({ about, typed, memory, form, onChange }: TemplateBarProps) {
  const [templates, setTemplates] = useState(memory.templates);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [chosenId, setChosenId] = useState(memory.templateId);
  useEffect(() => {
    void call('templates.list', undefined).then((answer) => {
      if (!answer.ok) return setProblem(answer.problem);
      // After another dialog on top was closed, these controls appear at once.
      memory.templates = answer.value.templates;
      setTemplates(answer.value.templates);
    });
  }, [memory]);
  const chosen = templates?.find(({ id }) => id === chosenId) ?? null;
  const used = usedFields(typed);
  const saveDraft = `save-template:${about}`;
  const renameDraft = ({ id }: CheckoutTemplate) => `rename-template:${id}:${about}`;

  const choose = (id: string | null) => {
    const template = templates?.find((one) => one.id === id);
    if (!template) return;
    memory.templateId = template.id;
    setChosenId(template.id);
    onChange(withTemplate(typed, template.fields));
    // Moves on to the values for this customer.
    requestAnimationFrame(() => {
      const names = template.fields.filter(({ value }) => value === null).map(({ name }) => name);
      const boxes = [...(form.current?.querySelectorAll<HTMLInputElement>('[data-field]') ?? [])];
      boxes.find((box) => names.includes(box.dataset.field ?? '') && box.value === '')?.focus();
    });
  };
  const save = () => {
    memory.backTo = 'save-template';
    openDialog(words.save, 440, (close) => (
      <SaveTemplate
        draft={saveDraft}
        fields={used}
        templates={templates ?? []}
        name={chosen?.name ?? ''}
        close={close}
        saved={(id) => {
          memory.templateId = id;
        }}
      />
    ));
  };
  const rename = (template: CheckoutTemplate) => {
    memory.backTo = 'rename-template';
    openDialog(words.rename, 440, (close) => (
      <RenameTemplate draft={renameDraft(template)} template={template} close={close} />
    ));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the templates are there
  useEffect(() => {
    // Reopens the dialog that was on top of this one when the window crashed.
    const left = leftDrafts();
    const renamed = templates?.find((template) => left.includes(renameDraft(template)));
    if (renamed) rename(renamed);
    else if (templates && left.includes(saveDraft)) save();
  }, [templates]);
  const remove = (template: CheckoutTemplate) => {
    memory.backTo = 'template';
    ask({
      title: words.delete,
      body: <Text size="sm">{words.deletes(template.name)}</Text>,
      confirm: words.delete,
      danger: true,
      failed: words.notDeleted,
      act: async () => {
        const answer = await call('templates.delete', { id: template.id });
        if (answer.ok) memory.templates = templates?.filter(({ id }) => id !== template.id) ?? null;
        return answer;
      },
    });
  };

  return (
    <>
      <ProblemAlert title={words.notRead} problem={problem} />
      <div className={styles.templates}>
        <Select
          label={words.template}
          placeholder={templates?.length === 0 ? words.noneSaved : words.choose}
          disabled={!templates || templates.length === 0}
          allowDeselect={false}
          data={(templates ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={chosen?.id ?? null}
          data-name="template"
          onChange={choose}
        />
        <Group gap={4} wrap="nowrap">
          {chosen && (
            <>
              <ActionIcon
                size={32}
                aria-label={words.rename}
                title={words.rename}
                data-name="rename-template"
                onClick={() => rename(chosen)}
              >
                <IconPencil size={16} aria-hidden />
              </ActionIcon>
              <ActionIcon size={32} aria-label={words.delete} title={words.delete} onClick={() => remove(chosen)}>
                <IconTrash size={16} aria-hidden />
              </ActionIcon>
            </>
          )}
          <Button
            variant="default"
            leftSection={<IconBookmarkPlus size={16} aria-hidden />}
            disabled={used.length === 0 || templates === null}
            data-name="save-template"
            onClick={save}
          >
            {words.saveAs}
          </Button>
        </Group>
      </div>
    </>
  );
}
