// dialog: takes an answer given beforehand, else asks the person at the window, else gives the harmless answer.
import type { MessageBoxOptions, OpenDialogOptions, SaveDialogOptions } from 'electron';
import { askWhatToOpen, askWhereToSave } from './ask-person.ts';
import { covered } from './not-covered.ts';
import { noteOutside } from './outside.ts';

/** What the next dialogs are answered with; an answer stays until it is replaced. */
export interface DialogAnswers {
  readonly open?: readonly string[];
  readonly save?: string;
  /** The index of the button. */
  readonly message?: number;
}

let answers: DialogAnswers = {};
export function answerDialogs(given: DialogAnswers): void {
  answers = { ...answers, ...given };
}

/** Every call may have the window as its first argument. */
function optionsOf<T>(args: readonly unknown[]): T {
  return (args.length > 1 ? args[1] : args[0]) as T;
}

export interface DialogParts {
  /** The folder for saved files where a person is at the window; undefined where nobody is. */
  readonly downloads: (() => string) | undefined;
  /** Shows a message box and gives the index of the chosen button; undefined where nobody could see it. */
  readonly askWhichButton: ((options: MessageBoxOptions) => Promise<number>) | undefined;
}

export function createDialog({ downloads, askWhichButton }: DialogParts) {
  /** Without an answer, the harmless button. */
  const givenButton = (options: MessageBoxOptions) => answers.message ?? options.cancelId ?? options.defaultId ?? 0;
  const noteButton = (options: MessageBoxOptions, response: number) => {
    const button = options.buttons?.[response] ?? 'OK';
    noteOutside('dialog', `${options.message}${options.detail ? ` ${options.detail}` : ''} -> ${button}`);
    return response;
  };
  const noteFiles = (what: string, paths: readonly string[]) =>
    noteOutside('dialog', `${what} -> ${paths.join(', ') || 'cancelled'}`);

  const save = (options: SaveDialogOptions = {}): string => {
    const path = answers.save ?? (downloads ? askWhereToSave(options, downloads()) : '');
    noteFiles(options.title ?? 'Save', path ? [path] : []);
    return path;
  };
  const open = (options: OpenDialogOptions = {}, picked: readonly string[] = []): string[] => {
    const paths = [...(answers.open ?? picked)];
    noteFiles(options.title ?? 'Open', paths);
    return paths;
  };

  return covered('dialog', {
    showMessageBox: async (...args: unknown[]) => {
      const options = optionsOf<MessageBoxOptions>(args);
      const ask = answers.message === undefined ? askWhichButton : undefined;
      const response = noteButton(options, ask ? await ask(options) : givenButton(options));
      return { response, checkboxChecked: options.checkboxChecked ?? false };
    },
    showOpenDialog: async (...args: unknown[]) => {
      const options = optionsOf<OpenDialogOptions>(args);
      const asks = downloads !== undefined && answers.open === undefined;
      const filePaths = open(options, asks ? await askWhatToOpen(options) : []);
      return { canceled: filePaths.length === 0, filePaths };
    },
    showSaveDialog: async (...args: unknown[]) => {
      const filePath = save(optionsOf<SaveDialogOptions>(args));
      return { canceled: filePath === '', filePath };
    },
    // These wait for the answer in the middle of a call, which no page can be asked in.
    showMessageBoxSync: (...args: unknown[]) => {
      const options = optionsOf<MessageBoxOptions>(args);
      return noteButton(options, givenButton(options));
    },
    showOpenDialogSync: (...args: unknown[]) => {
      const paths = open(optionsOf<OpenDialogOptions>(args));
      return paths.length === 0 ? undefined : paths;
    },
    showSaveDialogSync: (...args: unknown[]) => save(optionsOf<SaveDialogOptions>(args)),
    showErrorBox: (title: string, content: string) => console.error(`${title}\n${content}`),
  });
}
