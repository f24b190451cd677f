// A password box that says aloud what is wrong with it: Mantine's own marks it for the eye alone.
import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useId } from 'react';

export function PassphraseInput({ error, description, ...others }: PasswordInputProps) {
  const id = useId();
  const told = [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <PasswordInput
      id={id}
      error={error}
      description={description}
      aria-invalid={error ? true : undefined}
      aria-describedby={told === '' ? undefined : told}
      {...others}
    />
  );
}
