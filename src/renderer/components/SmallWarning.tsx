// A warning of a line or two, where a whole alert would take too much room.
import { Alert, type AlertProps } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import styles from './SmallWarning.module.css';

export const SmallWarning = (props: Pick<AlertProps, 'id' | 'className' | 'children'>) => (
  <Alert
    variant="light"
    color="yellow"
    p={8}
    icon={<IconAlertTriangle size={16} aria-hidden />}
    classNames={{ icon: styles.icon ?? '' }}
    {...props}
  />
);
