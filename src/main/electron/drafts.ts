// Unsaved input of forms, kept in memory in case the window crashes.
import type { Channel, Output, ParsedInput } from '../../shared/contract.ts';
import { ok, type Result } from '../../shared/problem.ts';

type DraftChannel = Extract<Channel, `drafts.${string}`>;

const kept = new Map<string, string>();

/** The window crashed with unsaved input of which there is no draft. */
let lost = false;

export const noteCrash = (isLost: boolean): void => {
  lost = isLost;
};

export const draftHandlers: { readonly [C in DraftChannel]: (input: ParsedInput<C>) => Result<Output<C>> } = {
  'drafts.keep': ({ name, typed }) => {
    if (typed === null) kept.delete(name);
    else kept.set(name, typed);
    return ok(undefined);
  },
  'drafts.left': () => {
    const answer = { drafts: Object.fromEntries(kept), lost };
    lost = false;
    return ok(answer);
  },
};

/** Call when the window was closed. */
export const forgetDrafts = (): void => kept.clear();
