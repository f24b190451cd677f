// session.webRequest: asks the app before a page's request is sent.
import { covered, NotCovered } from './not-covered.ts';

export interface RequestDetails {
  readonly url: string;
  readonly method: string;
  readonly resourceType: string;
  readonly webContentsId: number;
}

type Answer = (answer: { cancel?: boolean; redirectURL?: string }) => void;
type BeforeRequest = (details: RequestDetails & { id: number; timestamp: number }, callback: Answer) => void;
type Filter = { readonly urls?: readonly string[] };

/** Electron's names for Playwright's resource types; all others are "other". */
const RESOURCE_TYPES: Readonly<Record<string, string>> = {
  stylesheet: 'stylesheet',
  script: 'script',
  image: 'image',
  font: 'font',
  xhr: 'xhr',
  fetch: 'xhr',
  ping: 'ping',
  cspreport: 'cspReport',
  media: 'media',
  texttrack: 'media',
  websocket: 'webSocket',
};

export function resourceTypeOf(type: string, isMainFrame: boolean): string {
  if (type === 'document') return isMainFrame ? 'mainFrame' : 'subFrame';
  return RESOURCE_TYPES[type] ?? 'other';
}

const takesAll = ({ urls = [] }: Filter): boolean => urls.length === 0 || urls.includes('<all_urls>');

export class WebRequest {
  private beforeRequest: BeforeRequest | undefined;
  private lastId = 0;

  onBeforeRequest(filterOrListener: Filter | BeforeRequest | null, listener?: BeforeRequest | null): void {
    const isFilter = typeof filterOrListener === 'object' && filterOrListener !== null;
    if (isFilter && !takesAll(filterOrListener)) throw new NotCovered('webRequest.onBeforeRequest with a filter');
    this.beforeRequest = (isFilter ? listener : filterOrListener) ?? undefined;
  }

  /** Whether the app allows the request, which may take time. */
  async allows(details: RequestDetails): Promise<boolean> {
    const ask = this.beforeRequest;
    if (!ask) return true;
    this.lastId += 1;
    const asked = { ...details, id: this.lastId, timestamp: Date.now() };
    const answer = await new Promise<Parameters<Answer>[0]>((resolve) => ask(asked, resolve));
    if (answer.redirectURL !== undefined && !answer.cancel) {
      throw new NotCovered('webRequest.onBeforeRequest with redirectURL');
    }
    return !answer.cancel;
  }
}

/** Electron's other members, such as the listeners for headers, throw on access. */
export const createWebRequest = (): WebRequest => covered('session.webRequest', new WebRequest());
