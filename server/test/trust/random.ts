import { seeded } from '../changes/feed/replica.js';

/** Draws that are the same for the same seed. */
export class Random {
  /** A number from 0 to below 1. */
  readonly next: () => number;

  constructor(readonly seed: number) {
    this.next = seeded(seed);
  }

  /** A whole number from `least` to `most`, both among them. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** As `between`, where 10 to 100 is as likely as 100 to 1,000. */
  size(least: number, most: number): number {
    return Math.round(least * (most / least) ** this.next());
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  one<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.next() * items.length)] as Item;
  }

  /** One of the names, each as likely as its weight says. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    const entries = Object.entries(weights) as [Name, number][];
    let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [name, weight] of entries) {
      left -= weight;
      if (left < 0) return name;
    }
    return (entries.at(-1) as [Name, number])[0];
  }

  /** Each item with this chance. */
  some<Item>(items: readonly Item[], share: number): Item[] {
    return items.filter(() => this.chance(share));
  }

  shuffled<Item>(items: readonly Item[]): Item[] {
    const mixed = [...items];
    for (let at = mixed.length - 1; at > 0; at -= 1) {
      const other = this.between(0, at);
      [mixed[at], mixed[other]] = [mixed[other] as Item, mixed[at] as Item];
    }
    return mixed;
  }
}
