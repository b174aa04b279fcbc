interface Place<T> {
  readonly member: T;
  index: number;
}

/**
 * Work in progress, in no order. Not a Set: when members change often, V8 allocates new tables and
 * keeps them and their members until a full collection.
 */
export class InFlight<T> implements Iterable<T> {
  private readonly places: Place<T>[] = [];

  get size(): number {
    return this.places.length;
  }

  /** @returns a function that removes the member; a second call does nothing */
  add(member: T): () => void {
    const place = { member, index: this.places.length };
    this.places.push(place);
    return () => this.remove(place);
  }

  /** The current members; later changes are not visible. */
  *[Symbol.iterator](): Generator<T> {
    for (const { member } of [...this.places]) yield member;
  }

  /** The last member takes its position. */
  private remove(place: Place<T>): void {
    if (this.places[place.index] !== place) return;
    const last = this.places.pop()!;
    if (last === place) return;
    last.index = place.index;
    this.places[place.index] = last;
  }
}
