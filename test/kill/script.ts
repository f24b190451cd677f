// Generates the random changes of a round.
import type { Chance } from './chance.ts';

/** A change to make, with a unique label; `product` and `link` are labels as well. */
export type Task =
  | { readonly kind: 'product'; readonly label: string }
  | { readonly kind: 'link'; readonly label: string; readonly product: string }
  | { readonly kind: 'delete'; readonly label: string; readonly link: string }
  /** Links of a batch, each with the label of its own task. */
  | { readonly kind: 'batch'; readonly label: string; readonly product: string; readonly links: readonly string[] }
  | { readonly kind: 'settings'; readonly label: string };

export const webhookUrl = (label: string): string => `https://receiver.example/${label}`;

/** Links have their labels as order numbers. */
export const labelOfLink = (link: { readonly metadata: readonly { readonly value: string }[] } | undefined): string =>
  link?.metadata[0]?.value ?? '';

/** Generates changes; labels are unique, and later changes may build on earlier ones. */
export class Script {
  readonly #chance: Chance;
  #products: string[] = [];
  #links: string[] = [];
  #number = 0;

  constructor(chance: Chance) {
    this.#chance = chance;
  }

  #label(what: string): string {
    this.#number += 1;
    return `${what}-${this.#number}`;
  }

  tasks(count: number): Task[] {
    return Array.from({ length: count }, () => this.#task());
  }

  /** Stops building on changes that were never accepted. */
  keep(accepted: (label: string) => boolean): void {
    this.#products = this.#products.filter(accepted);
    this.#links = this.#links.filter(accepted);
  }

  #task(): Task {
    const turn = this.#chance.next();
    const product = this.#chance.pick(this.#products);
    if (product === undefined || turn < 0.15) {
      const label = this.#label('product');
      this.#products.push(label);
      return { kind: 'product', label };
    }
    const link = this.#chance.pick(this.#links);
    if (link !== undefined && turn < 0.25) return { kind: 'delete', label: this.#label('delete'), link };
    if (turn < 0.32) return { kind: 'settings', label: this.#label('settings') };
    if (turn < 0.36) {
      const links = Array.from({ length: this.#chance.between(1, 30) }, () => this.#label('link'));
      return { kind: 'batch', label: this.#label('batch'), product, links };
    }
    const label = this.#label('link');
    this.#links.push(label);
    return { kind: 'link', label, product };
  }
}
