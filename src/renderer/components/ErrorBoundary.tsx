// Shows an error where a screen or a dialog fails to render or to load: what happened, what is safe, and what to do next.
import { Alert, Button, Stack } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { texts } from '../../shared/texts/window.ts';
import { PartNotLoaded } from './lazy-part.tsx';

const { broken, notLoaded } = texts.app;

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
    const canTryAgain = error instanceof PartNotLoaded;
    const words = canTryAgain ? notLoaded : broken;
    return (
      <Stack p={24} align="flex-start">
        <Alert color="red" title={words.title} role="alert">
          {words.explanation({ error: canTryAgain ? error.message : String(error) })}
        </Alert>
        {canTryAgain ? (
          <Button onClick={() => this.setState({ error: null })}>{notLoaded.tryAgain}</Button>
        ) : (
          <Button onClick={() => window.location.reload()}>{broken.reload}</Button>
        )}
      </Stack>
    );
  }
}
