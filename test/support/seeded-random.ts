/** Numbers determined by a seed, so that a failure can be repeated. */
export class SeededRandom {
  constructor(private state: number) {}

  /** A whole number from 0 to less than the bound. */
  below(bound: number): number {
    this.state = (Math.imul(this.state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.state / 2 ** 32) * bound);
  }

  /** True once in this many times on average. */
  once(times: number): boolean {
    return this.below(times) === 0;
  }

  of<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }
}
