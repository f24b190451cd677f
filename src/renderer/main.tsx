// Starts the window: asks for the frame, then draws the app.
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './app.css';
import './contrast.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';
import { languageInUse } from '../shared/texts/catalog.ts';
import { App } from './app/App.tsx';
import { startFrame } from './state/frame.ts';
import { answerClosing } from './state/leave.ts';
import { ignoreKeysOfCompositions } from './state/shortcuts.ts';

// Otherwise zod compiles checks with `new Function`, which the page's content security policy forbids.
z.config({ jitless: true });

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element');
startFrame();
document.documentElement.lang = languageInUse();
answerClosing();
ignoreKeysOfCompositions();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
