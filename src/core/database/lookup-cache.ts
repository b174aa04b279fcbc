import type { Clock } from '../time/clock.js';

export interface Found<T> {
  readonly value: T;
  /** When it becomes invalid, in Unix milliseconds, such as the expiry of a key. */
  readonly endsAt?: number;
}

type Ask<T> = () => Promise<Found<T> | null>;

interface Limits {
  /** An answer is valid for this long after it was requested, in milliseconds. */
  readonly maxAgeMs: number;
  /** A use after this time also refreshes the value in the background; maxAgeMs: never. */
  readonly refreshAfterMs: number;
  readonly maxEntries: number;
}

interface Entry<T> {
  readonly value: T;
  readonly askedAt: number;
  readonly until: number;
}

interface Flight<T> {
  readonly askedAt: number;
  readonly answer: Promise<T | null>;
}

/**
 * Results of a store that may be slightly out of date, by key. Concurrent requests for a key query
 * the store once. A key in steady use is refreshed before its value expires, so that no request
 * waits for it. The age counts from the time of the query. Absent values are not cached, so
 * invented keys take no space from real ones. `fetch` of lru-cache lacks the last three: it joins
 * queries of any age, serves the old value past its end while it refreshes, and keeps an entry for
 * each key.
 */
export class LookupCache<T> {
  // A Map keeps its order of insertion, which serves as the order of last use.
  private readonly entries = new Map<string, Entry<T>>();
  private readonly flights = new Map<string, Flight<T>>();

  constructor(
    private readonly clock: Clock,
    private readonly limits: Limits,
  ) {}

  /** The cached value, or null; refreshes it before it expires. */
  recall(key: string, ask: Ask<T>): T | null {
    const entry = this.entries.get(key);
    if (!entry) return null;
    const now = this.clock.now().getTime();
    if (entry.until <= now) return null;
    this.entries.delete(key);
    this.entries.set(key, entry);
    if (now - entry.askedAt >= this.limits.refreshAfterMs && !this.flights.has(key)) {
      // The entry stays valid until its end if the store does not answer; then requests get the
      // error.
      this.depart(key, ask, now).catch(() => undefined);
    }
    return entry.value;
  }

  /** The value, cached or queried. Fails like `ask`, and caches no failure. */
  find(key: string, ask: Ask<T>): Promise<T | null> {
    const known = this.recall(key, ask);
    if (known !== null) return Promise.resolve(known);
    const now = this.clock.now().getTime();
    const flight = this.flights.get(key);
    // A slow result shows the state at the time of its query, so a later caller queries again.
    return flight && now - flight.askedAt < this.limits.maxAgeMs ? flight.answer : this.depart(key, ask, now);
  }

  /** Queries again even if a value is cached, for a caller that knows it has changed. */
  renew(key: string, ask: Ask<T>): Promise<T | null> {
    return this.depart(key, ask, this.clock.now().getTime());
  }

  private depart(key: string, ask: Ask<T>, askedAt: number): Promise<T | null> {
    const flight: Flight<T> = {
      askedAt,
      answer: ask()
        .then((found) => this.land(key, askedAt, found))
        .finally(() => this.flights.get(key) === flight && this.flights.delete(key)),
    };
    this.flights.set(key, flight);
    return flight.answer;
  }

  private land(key: string, askedAt: number, found: Found<T> | null): T | null {
    // The result of the later query wins, even if it arrives first.
    if ((this.entries.get(key)?.askedAt ?? -Infinity) > askedAt) return found?.value ?? null;
    this.entries.delete(key);
    if (!found) return null;
    const [oldest] = this.entries.keys();
    if (this.entries.size >= this.limits.maxEntries && oldest !== undefined) this.entries.delete(oldest);
    const until = Math.min(askedAt + this.limits.maxAgeMs, found.endsAt ?? Infinity);
    this.entries.set(key, { value: found.value, askedAt, until });
    return found.value;
  }
}
