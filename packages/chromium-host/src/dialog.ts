// dialog: returns a prepared answer, else asks the person at the window, else returns the harmless answer.
import type { MessageBoxOptions, OpenDialogOptions, SaveDialogOptions } from 'electron';
import { askWhatToOpen, askWhereToSave } from './ask-person.ts';
import { type FileOptions, fileOptions, messageOptions } from './dialog-options.ts';
import { covered } from './not-covered.ts';
import { noteOutside } from './outside.ts';

/** The answers of the next dialogs; an answer stays until it is replaced. */
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

export interface DialogParts {
  /** The folder for saved files if a person is at the window; otherwise undefined. */
  readonly downloads: (() => string) | undefined;
  /** Shows a message box and returns the index of the chosen button; undefined if nobody could see it. */
  readonly askWhichButton: ((options: MessageBoxOptions) => Promise<number>) | undefined;
}

export function createDialog({ downloads, askWhichButton }: DialogParts) {
  /** Without an answer, the harmless button. */
  const givenButton = (options: MessageBoxOptions) => answers.message ?? options.cancelId ?? 0;
  const noteButton = (options: MessageBoxOptions, response: number) => {
    const button = options.buttons?.[response] ?? 'OK';
    noteOutside('dialog', `${options.message}${options.detail ? ` ${options.detail}` : ''} -> ${button}`);
    return response;
  };
  const noteFiles = (what: string, paths: readonly string[]) =>
    noteOutside('dialog', `${what} -> ${paths.join(', ') || 'cancelled'}`);

  const save = (options: FileOptions): string => {
    const path = answers.save ?? (downloads ? askWhereToSave(options, downloads()) : '');
    noteFiles(options.title ?? 'Save', path ? [path] : []);
    return path;
  };
  const open = (options: FileOptions, picked: readonly string[] = []): string[] => {
    const paths = [...(answers.open ?? picked)];
    noteFiles(options.title ?? 'Open', paths);
    return paths;
  };

  // As in Electron, invalid calls throw synchronously: the promise is for the answer only.
  return covered('dialog', {
    showMessageBox(...args: unknown[]) {
      const options = messageOptions(args);
      return (async () => {
        const ask = answers.message === undefined ? askWhichButton : undefined;
        const response = noteButton(options, ask ? await ask(options) : givenButton(options));
        return { response, checkboxChecked: options.checkboxChecked ?? false };
      })();
    },
    showOpenDialog(...args: unknown[]) {
      const options = fileOptions<OpenDialogOptions>('Open', args);
      return (async () => {
        const asks = downloads !== undefined && answers.open === undefined;
        const filePaths = open(options, asks ? await askWhatToOpen(options) : []);
        return { canceled: filePaths.length === 0, filePaths };
      })();
    },
    showSaveDialog(...args: unknown[]) {
      const options = fileOptions<SaveDialogOptions>('Save', args);
      return (async () => {
        const filePath = save(options);
        return { canceled: filePath === '', filePath };
      })();
    },
    // These block for the answer, and no page can be asked meanwhile.
    showMessageBoxSync: (...args: unknown[]) => {
      const options = messageOptions(args);
      return noteButton(options, givenButton(options));
    },
    showOpenDialogSync: (...args: unknown[]) => {
      const paths = open(fileOptions<OpenDialogOptions>('Open', args));
      return paths.length === 0 ? undefined : paths;
    },
    showSaveDialogSync: (...args: unknown[]) => save(fileOptions<SaveDialogOptions>('Save', args)),
    /** The only one that may be called before the app is ready. */
    showErrorBox: (...texts: unknown[]) => {
      if (texts.length < 2) throw new TypeError('Insufficient number of arguments.');
      const wrong = texts.findIndex((text) => typeof text !== 'string');
      if (wrong >= 0) throw new TypeError(`Error processing argument at index ${wrong}, conversion failure`);
      console.error(texts.join('\n'));
    },
  });
}
