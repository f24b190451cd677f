// What is shown when a screen breaks: what happened, that nothing was lost, and the way on.
import { Alert, Button, Stack } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { texts } from '../../shared/texts/window.ts';

const words = texts.app.broken;

interface Props {
  readonly children: ReactNode;
}

/** Give it the screen's address as `key`, so that another screen starts afresh. */
export class ErrorBoundary extends Component<Props, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown) {
    console.error('A screen broke', error);
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    return (
      <Stack p={24} align="flex-start">
        <Alert color="red" title={words.title} role="alert">
          {words.explanation(String(this.state.error))}
        </Alert>
        <Button onClick={() => window.location.reload()}>{words.reload}</Button>
      </Stack>
    );
  }
}
