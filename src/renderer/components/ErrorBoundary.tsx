// Shows an error where a screen or a dialog fails to render: what happened, what is safe, and what to do next.
import { Alert, Button, Stack } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { texts } from '../../shared/texts/window.ts';

const { broken } = texts.app;

interface Props {
  readonly children: ReactNode;
}

/** Use the screen's address as `key`, so that another screen resets it. */
export class ErrorBoundary extends Component<Props, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown) {
    console.error('A screen broke', error);
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <Stack p={24} align="flex-start">
        <Alert color="red" title={broken.title} role="alert">
          {broken.explanation({ error: String(error) })}
        </Alert>
        <Button onClick={() => window.location.reload()}>{broken.reload}</Button>
      </Stack>
    );
  }
}
