// The service's errors of single fields in a rejected change, for the form that corrects it.
import { useEffect, useState } from 'react';
import { call } from '../bridge.ts';
import type { FieldErrors } from './form.ts';

/** By the form's field names; undefined while loading, or where no change was rejected. */
export function useRefusedFields(rejected: boolean, actionId: string | null): FieldErrors | undefined {
  const [fields, setFields] = useState<FieldErrors>();
  const id = rejected ? actionId : null;
  useEffect(() => {
    setFields(undefined);
    if (id === null) return;
    let isOver = false;
    // Where it cannot be read, the whole answer above the form is enough.
    void call('sync.get', { id }).then((answer) => {
      if (!isOver) setFields(answer.ok ? answer.value?.refusedFields : undefined);
    });
    return () => {
      isOver = true;
    };
  }, [id]);
  return fields;
}
