/** What a process knows of one receiver. */
export interface ReceiverState {
  /** Exchanges under way. */
  readonly underWay: number;
  /** Calls that are taken and wait for their turn. */
  readonly waiting: number;
  /** Since when the oldest exchange is under way, or when the last one ended, in milliseconds of a clock that only goes on. */
  readonly since: number;
  /** How long it takes to answer, in milliseconds; null: nothing was sent to it lately. */
  readonly pace: number | null;
}

// As many connections as OutboundHttp has for one origin: a receiver that answers gets thousands a second over them.
const PER_WEBHOOK = 8;
// Of one that is not known two may hang before that is seen.
const UNKNOWN = 2;
// One that has not answered for this long gets no second one beside it: what hangs takes up one place.
const SLOW_AFTER_MS = 1000;
// As many as OutboundHttp exchanges at once; from half of them on, a receiver that has one gets no second.
const MOST_UNDER_WAY = 1024;
// Taken ahead for as long as a turn of the store takes on a busy machine, so that none waits for the next turn.
const AHEAD_MS = 500;
// A process that dies holds up no more than these, until its leases end.
const MOST_AHEAD = 512;
// Of all receivers together: some 10 KiB each.
const MOST_TAKEN = 2048;

/**
 * How many exchanges with one receiver may be under way (webhooks 7.7): so that receivers that hang hold up none that answer.
 * @param inAll under way to all receivers, from this process
 */
export function mostAtOnce(state: ReceiverState, inAll: number, now: number): number {
  if (inAll >= MOST_UNDER_WAY) return 0;
  if (isSlow(state, now) || inAll >= MOST_UNDER_WAY / 2) return 1;
  return state.pace === null ? UNKNOWN : PER_WEBHOOK;
}

/**
 * How many more calls may be taken for one receiver: those that can be begun, and what it will have answered within half a second.
 * @param inAll under way to all receivers, from this process
 * @param takenInAll those and what waits for its turn
 */
export function roomFor(state: ReceiverState, inAll: number, takenInAll: number, now: number): number {
  if (takenInAll >= MOST_TAKEN) return 0;
  const most = mostAtOnce(state, inAll, now);
  const ahead = most < PER_WEBHOOK ? most : aheadOf(state.pace ?? AHEAD_MS);
  return Math.max(0, ahead - state.underWay - state.waiting);
}

const isSlow = ({ underWay, since, pace }: ReceiverState, now: number): boolean =>
  (pace ?? 0) > SLOW_AFTER_MS || (underWay > 0 && now - since > SLOW_AFTER_MS);

const aheadOf = (pace: number): number =>
  Math.min(MOST_AHEAD, Math.max(PER_WEBHOOK, Math.floor((PER_WEBHOOK * AHEAD_MS) / Math.max(pace, 1))));

// What is read of so many is sent within the time for which it may be told, also where each call has some deliveries.
const SOON_MS = 60;
// Half of them are read in one statement.
const MOST_SOON = 128;

/** Of how many calls that wait for one receiver it is read ahead what they are, an even number. @param pace as in ReceiverState */
export function soonOf(pace: number | null): number {
  const soon = Math.floor((PER_WEBHOOK * SOON_MS) / Math.max(pace ?? AHEAD_MS, 1));
  return Math.min(MOST_SOON, Math.max(PER_WEBHOOK, soon - (soon % 2)));
}
