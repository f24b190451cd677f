// The messages between the test and the app that it kills, and the changes that it requests.

/** A change to make, with a unique label; `product` and `link` are labels as well. */
export type Task =
  | { readonly kind: 'product'; readonly label: string }
  | { readonly kind: 'link'; readonly label: string; readonly product: string }
  | { readonly kind: 'delete'; readonly label: string; readonly link: string }
  /** Links of a batch, each with the label of its own task. */
  | { readonly kind: 'batch'; readonly label: string; readonly product: string; readonly links: readonly string[] }
  | { readonly kind: 'settings'; readonly label: string };

/** The seller's decision about a change in doubt. */
export type Verdict = { readonly changeId: string } & (
  | { readonly say: 'went-through'; readonly answer: string }
  | { readonly say: 'send-again' }
);

export type ToApp =
  | { readonly kind: 'work'; readonly tasks: readonly Task[]; readonly atOnce: number }
  /** Wait until everything possible is sent, then report. */
  | { readonly kind: 'settle' }
  | { readonly kind: 'verdicts'; readonly verdicts: readonly Verdict[] }
  | { readonly kind: 'close' };

/** A change as the app reports it. `label` is that of its task. */
export interface ReportedChange {
  readonly changeId: string;
  readonly kind: string;
  readonly label: string;
  readonly state: string;
  readonly ending: string | null;
  /** Server id or payment link. */
  readonly result: string | null;
}

export interface Report {
  readonly unfinished: readonly ReportedChange[];
  readonly history: readonly ReportedChange[];
  /** The catalog's value per label. */
  readonly products: Readonly<Record<string, { readonly serverId: number | null; readonly deleted: boolean }>>;
  readonly links: Readonly<Record<string, { readonly paymentLink: string | null; readonly deleted: boolean }>>;
  /** The webhook address that the app considers saved. */
  readonly webhook: string | null;
  readonly setAside: readonly string[];
}

export type FromApp =
  | { readonly kind: 'ready' }
  | { readonly kind: 'accepted'; readonly label: string; readonly how: 'queued' | 'withdrawn' }
  | { readonly kind: 'report'; readonly report: Report }
  | { readonly kind: 'failed'; readonly message: string };

export const webhookUrl = (label: string): string => `https://receiver.example/${label}`;
