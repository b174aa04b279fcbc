interface Place<T> {
  readonly member: T;
  index: number;
}

/**
 * What is under way, in no order. Not a Set, whose members would come and go many times a second: V8 gives a Set a new table
 * then, and the old one points to it, so that behind one table that has reached the old generation all later ones are kept until
 * a full collection, with everything that their members held.
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

  /** Those of this moment, whatever comes and goes meanwhile. */
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
