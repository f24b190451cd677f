// The texts of a product as a form: for a new one, and for one that has not left yet.
import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRef, useState } from 'react';
import { z } from 'zod';
import { fieldErrors, type Problem, type Result } from '../../../shared/problem.ts';
import { type ProductFields, productFieldsSchema } from '../../../shared/product.ts';
import { fieldsOf, focusFirstWrong, submitOnCtrlEnter, useFirstField, useTypedAlready } from '../../components/form.ts';
import { ProblemAlert } from '../../components/ProblemAlert.tsx';
import { useKeptDraft, useLeftDraft } from '../../state/draft.ts';
import styles from './ProductForm.module.css';
import { ProductPreview } from './ProductPreview.tsx';

const draftSchema = z.object({ buttonTitle: z.string(), productTitle: z.string(), productDescription: z.string() });
const EMPTY: ProductFields = { buttonTitle: '', productTitle: '', productDescription: '' };

export interface ProductFormProps {
  readonly initial?: ProductFields;
  /** The name under which what is typed outlives a crash of the window. */
  readonly draft?: string;
  /** Hands the checked texts over; a refusal stays in the form. */
  save(fields: ProductFields): Promise<Result<unknown>>;
  close(): void;
}

export function ProductForm({ initial = EMPTY, draft, save, close }: ProductFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const [tried, setTried] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  useFirstField(element);
  const left = useLeftDraft(draft, draftSchema);
  const form = useForm({
    initialValues: left ?? initial,
    validateInputOnChange: tried,
    validate: (values) => {
      const checked = productFieldsSchema.safeParse(values);
      return checked.success ? {} : fieldErrors(checked.error);
    },
  });

  useTypedAlready(element, left !== null);
  useKeptDraft(draft, left !== null || form.isDirty() ? form.values : null);

  const submit = async (values: ProductFields) => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    const result = await save(values);
    setBusy(false);
    if (result.ok) return close();
    setProblem(result.problem);
    form.setErrors(fieldsOf(result.problem, 'fields'));
    focusFirstWrong(element.current);
  };
  const refused = () => {
    setTried(true);
    focusFirstWrong(element.current);
  };

  return (
    <form
      ref={element}
      onSubmit={form.onSubmit(submit, refused)}
      onChange={() => setProblem(null)}
      onKeyDown={submitOnCtrlEnter}
      noValidate
    >
      <div className={styles.columns}>
        <Stack gap={12}>
          <TextInput
            label="Button title"
            description="On the button in your product list that leads to the checkout page"
            {...form.getInputProps('buttonTitle')}
          />
          <TextInput
            label="Product title"
            description="At the top of the checkout page"
            {...form.getInputProps('productTitle')}
          />
          <Textarea
            label="Product description"
            description="Under the title on the checkout page"
            autosize
            minRows={4}
            maxRows={10}
            {...form.getInputProps('productDescription')}
          />
        </Stack>
        <ProductPreview fields={form.values} />
      </div>
      <Stack gap={16} mt={16}>
        <ProblemAlert title="The product was not saved" problem={problem} />
        <Group gap={8} justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            Save product
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
