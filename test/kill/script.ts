// Generates the random changes of a round.
import type { Chance } from './chance.ts';
import type { Task } from './messages.ts';

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

  /** Stops building on a change that was never accepted. */
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
