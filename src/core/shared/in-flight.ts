interface Place<T> {
  readonly member: T;
  index: number;
}

/**
 * Work in progress, in no order. It is not a Set, whose members would come and go many times a
 * second. V8 gives such a Set a new table again and again, and each old table points to the newer
 * one. Once one of them has reached the old generation, all later tables and everything that their
 * members held stay until a full collection.
 */
export class InFlight<T> implements Iterable<T> {
  private readonly places: Place<T>[] = [];

  get size(): number {
    return this.places.length;
  }

  /** @returns takes it out again; a second call does nothing */
  add(member: T): () => void {
    const place = { member, index: this.places.length };
    this.places.push(place);
    return () => this.remove(place);
  }

  /** The members of this moment; later changes do not show. */
  *[Symbol.iterator](): Generator<T> {
    for (const { member } of [...this.places]) yield member;
  }

  /** The last one takes its place. */
  private remove(place: Place<T>): void {
    if (this.places[place.index] !== place) return;
    const last = this.places.pop()!;
    if (last === place) return;
    last.index = place.index;
    this.places[place.index] = last;
  }
}
