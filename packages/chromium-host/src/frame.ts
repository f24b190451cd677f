// A frame of a page, as the app sees it.

/** The part of Electron's WebFrameMain that sender checks use. */
export interface Frame {
  readonly url: string;
  readonly origin: string;
  readonly parent: Frame | null;
  readonly top: Frame;
  readonly frameToken: string;
  readonly routingId: number;
  readonly processId: number;
  readonly detached: boolean;
  isDestroyed(): boolean;
}

/** The host's own data about it. */
export interface FrameFacts {
  readonly id: string;
  readonly parentId?: string | undefined;
  readonly url: string;
}

export function originOf(url: string): string {
  if (!URL.canParse(url)) return 'null';
  const { protocol, origin, host } = new URL(url);
  if (protocol === 'file:') return 'file://';
  return origin === 'null' && host ? `${protocol}//${host}` : origin;
}
