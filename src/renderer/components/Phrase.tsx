// A sentence with elements in it, such as a link or a time.
import { createElement, Fragment, type ReactNode } from 'react';
import type { Phrase as PhraseOf } from '../../shared/texts/message.ts';

export const Phrase = ({ of }: { readonly of: PhraseOf<ReactNode> }) => createElement(Fragment, null, ...of);
