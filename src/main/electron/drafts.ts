// What is typed in the window and not saved: kept in memory while the app runs, for a window that crashes.
import type { Channel, Output, ParsedInput } from '../../shared/contract.ts';
import { ok, type Result } from '../../shared/problem.ts';

type DraftChannel = Extract<Channel, `drafts.${string}`>;

const kept = new Map<string, string>();

/** The window crashed while it held something unsaved of which nothing was kept. */
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

/** The window was closed: what was typed in it was given up. */
export const forgetDrafts = (): void => kept.clear();
