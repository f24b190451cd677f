// A password field whose error screen readers announce: Mantine's own links neither description nor error.
import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useId } from 'react';

export function PassphraseInput({ error, description, ...others }: PasswordInputProps) {
  const id = useId();
  const describedBy = [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <PasswordInput
      id={id}
      error={error}
      description={description}
      aria-invalid={error ? true : undefined}
      aria-describedby={describedBy === '' ? undefined : describedBy}
      {...others}
    />
  );
}
