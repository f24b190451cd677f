// What the service said of single fields when it rejected a change, for the form that puts it right.
import { useEffect, useState } from 'react';
import { call } from '../bridge.ts';
import type { FieldErrors } from './form.ts';

/** By the names of the form's fields; undefined until it is known, or where no change was rejected. */
export function useRefusedFields(rejected: boolean, actionId: string | null): FieldErrors | undefined {
  const [fields, setFields] = useState<FieldErrors>();
  const id = rejected ? actionId : null;
  useEffect(() => {
    setFields(undefined);
    if (id === null) return;
    let isOver = false;
    // Where it cannot be read, the answer as a whole stands above the form.
    void call('sync.get', { id }).then((answer) => {
      if (!isOver) setFields(answer.ok ? answer.value?.refusedFields.fields : undefined);
    });
    return () => {
      isOver = true;
    };
  }, [id]);
  return fields;
}
