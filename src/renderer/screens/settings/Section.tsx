// A settings section: heading and description on the left, controls on the right.
import { Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import styles from './settings.module.css';

interface SectionProps {
  readonly title: string;
  readonly about?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ title, about, children }: SectionProps) {
  const titleId = useId();
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <div>
        <Title order={2} id={titleId}>
          {title}
        </Title>
        {about && (
          <Text size="sm" c="dimmed" mt={4}>
            {about}
          </Text>
        )}
      </div>
      <div className={styles.controls}>{children}</div>
    </section>
  );
}
