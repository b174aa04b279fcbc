/**
 * A stream of numbers that depends only on its key, so that the same day has the same calls on
 * every machine.
 */
export class Random {
  private a: number;
  private b: number;
  private c: number;
  private counter = 1;

  constructor(key: string) {
    let hash = 0x811c9dc5;
    for (let i = 0; i < key.length; i += 1) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
    this.a = hash ^ 0x9e3779b9;
    this.b = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
    this.c = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
    // Streams whose keys differ in one character start alike; a dozen rounds separate them.
    for (let i = 0; i < 12; i += 1) this.next();
  }

  /** A number from 0 to just below 1. */
  next(): number {
    const sum = (this.a + this.b + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** A whole number in the range, including both ends. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  /** @throws RangeError if there are no choices, like `weighted` */
  pick<T>(choices: readonly T[]): T {
    return chosen(choices[Math.floor(this.next() * choices.length)]);
  }

  /** One of the choices, with a probability given by its weight. */
  weighted<T>(choices: readonly Weighted<T>[]): T {
    let left = this.next() * choices.reduce((sum, [, weight]) => sum + weight, 0);
    return chosen(choices.find(([, weight]) => (left -= weight) < 0) ?? choices.at(-1))[0];
  }

  /** A number around the median, usually within a factor of `spread` in either direction. */
  around(median: number, spread: number): number {
    // The sum of three uniform numbers has a bell shape without long tails: no call of the demo
    // lasts for hours.
    const bell = (this.next() + this.next() + this.next()) / 1.5 - 1;
    return median * spread ** (bell * 1.7);
  }

  /** A random count with this mean. */
  count(mean: number): number {
    const bell = (this.next() + this.next() + this.next()) * 2 - 3;
    // A normal approximation of Poisson for large means; for small ones, where it is poor, one draw
    // per event.
    if (mean >= 8) return Math.max(0, Math.round(mean + bell * Math.sqrt(mean)));
    let happened = 0;
    for (let i = 0; i < 24; i += 1) if (this.chance(mean / 24)) happened += 1;
    return happened;
  }
}

export type Weighted<T> = readonly [choice: T, weight: number];

function chosen<T>(choice: T | undefined): T {
  if (choice === undefined) throw new RangeError('There is nothing to choose from.');
  return choice;
}
