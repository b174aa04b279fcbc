/** What is under way to one receiver. */
export interface UnderWay {
  readonly count: number;
  /** Since when the oldest of them is, in milliseconds of a clock that only goes on. */
  readonly oldest: number;
}

// As many connections as OutboundHttp has for one origin: a receiver that answers gets thousands a second over them.
const PER_WEBHOOK = 8;
// One that has not answered for this long gets no second one beside it: what hangs takes up one place.
const SLOW_AFTER_MS = 1000;
// As many as OutboundHttp exchanges at once; from half of them on, a receiver that has one gets no second.
export const MOST_UNDER_WAY = 1024;

/**
 * How many deliveries to one webhook may be begun beside those under way (webhooks 7.7): so that receivers that hang hold up
 * none that answer.
 * @param inAll under way to all receivers, from this process
 */
export function roomFor(own: UnderWay | undefined, inAll: number, now: number): number {
  if (inAll >= MOST_UNDER_WAY) return 0;
  if (own === undefined) return inAll < MOST_UNDER_WAY / 2 ? PER_WEBHOOK : 1;
  if (inAll >= MOST_UNDER_WAY / 2 || now - own.oldest > SLOW_AFTER_MS) return 0;
  return Math.max(0, PER_WEBHOOK - own.count);
}
