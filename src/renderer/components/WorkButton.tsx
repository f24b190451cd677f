// A button with a busy state: it ignores further presses, and keeps the focus, which a disabled button would lose.
import { Button, type ButtonProps, Loader } from '@mantine/core';
import type { ComponentPropsWithoutRef, MouseEvent } from 'react';
import styles from './WorkButton.module.css';

type WorkButtonProps = Omit<ButtonProps, 'loading' | 'rightSection' | 'classNames'> &
  Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> & { readonly busy: boolean };

export function WorkButton({ busy, onClick, ...others }: WorkButtonProps) {
  if (!busy) return <Button onClick={onClick} {...others} />;
  const ignore = (event: MouseEvent) => event.preventDefault();
  return (
    <Button
      {...others}
      aria-disabled
      onClick={ignore}
      classNames={{ root: styles.busy ?? '', section: styles.section ?? '', label: styles.label ?? '' }}
      rightSection={<Loader size={16} color="var(--button-color)" aria-hidden />}
    />
  );
}
