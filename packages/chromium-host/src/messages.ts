// The messages between host and page.

/** Of the Permissions API: query or request. */
export interface PermissionQuestion {
  readonly ask: 'check' | 'request';
  readonly names: readonly string[];
}

export type FromPage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'invoke'; readonly id: number; readonly channel: string; readonly args: readonly unknown[] }
  | ({ readonly kind: 'permission'; readonly id: number } & PermissionQuestion)
  | { readonly kind: 'send'; readonly channel: string; readonly args: readonly unknown[] }
  | { readonly kind: 'resize'; readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  | { readonly kind: 'accelerator'; readonly keys: string };

export type ToPage =
  | { readonly kind: 'reply'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'refusal'; readonly id: number; readonly message: string }
  | { readonly kind: 'event'; readonly channel: string; readonly args: readonly unknown[] }
  | { readonly kind: 'accelerators'; readonly keys: readonly string[] };
