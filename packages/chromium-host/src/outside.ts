// The app's calls to the system: printed for a person, recorded for a test.

export interface OutsideAct {
  readonly kind:
    | 'open-external'
    | 'open-path'
    | 'show-item'
    | 'notification'
    | 'notification-closed'
    | 'dialog'
    | 'menu'
    | 'download'
    | 'print'
    | 'overlay'
    | 'protocol-client';
  readonly what: string;
}

const acts: OutsideAct[] = [];

export function noteOutside(kind: OutsideAct['kind'], what: string): void {
  acts.push({ kind, what });
  console.log(`[${kind}] ${what}`);
}

export function outsideActs(): readonly OutsideAct[] {
  return acts;
}
