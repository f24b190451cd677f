// Events with `preventDefault`, as in Electron.

export interface PreventableEvent {
  defaultPrevented: boolean;
  preventDefault(): void;
}

export function preventable<T extends object>(details: T): PreventableEvent & T;
export function preventable(): PreventableEvent;
export function preventable(details: object = {}): PreventableEvent {
  return {
    ...details,
    defaultPrevented: false,
    preventDefault() {
      this.defaultPrevented = true;
    },
  };
}
