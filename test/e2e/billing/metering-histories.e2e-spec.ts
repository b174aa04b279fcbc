import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atDepth } from '../../support/depth.js';
import { START, useMeteringBench } from './metering-bench.js';

const HOUR = 3_600_000;
/** Hours after the start at which everything has ended, and how many of them are frozen then. */
const END = 13;
const HOURS = END - 1;

interface Item {
  readonly id: string;
  /** Milliseconds after the start: the end of a call, the delivery of a message. */
  readonly atMs: number;
  /** The step before which the call is posted; some are posted late. */
  readonly step: number;
}
interface Talk extends Item {
  readonly seconds: number;
}
interface Text extends Item {
  readonly send: string;
  readonly segments: number;
  readonly isDelivered: boolean;
}
type Sources = Map<number, { units: number; names: string[] }>;

/** A separate test for each, so that none takes long. */
const LOTS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];
const STEPS = 5;
const seconds = fc.oneof(
  fc.constantFrom(0, 0.5, 1, 59.9, 60, 60.9, 61, 119, 120, 121),
  fc.integer({ min: 1, max: 4_000 }),
);
const atMs = fc
  .oneof(fc.constantFrom(1, 2, 3, 5, 1.999999), fc.double({ min: 0.01, max: 9.9, noNaN: true }))
  .map((hour) => Math.round(hour * HOUR));
const step = fc.oneof(fc.constant(0), fc.nat(STEPS - 1));
const history = fc.record({
  talks: fc
    .array(fc.record({ atMs, step, seconds }), { minLength: 1, maxLength: 25 })
    .map((all) => all.map((it, n) => ({ ...it, id: `c-${n}` }))),
  texts: fc
    .array(
      fc.record({
        atMs,
        step,
        send: fc.nat(9),
        segments: fc.integer({ min: 1, max: 9 }),
        isDelivered: fc.boolean(),
      }),
      { maxLength: 15 },
    )
    .map((all) => all.map((it, n) => ({ ...it, id: `m-${n}`, send: `s-${it.send}` }))),
  /** When usage is metered, and by which worker; the third value means both at once. */
  runs: fc.array(fc.tuple(fc.integer({ min: 0, max: END * HOUR }), fc.nat(2)), {
    minLength: STEPS,
    maxLength: STEPS,
  }),
});

/** Independent of the code under test: whole seconds give started minutes. */
function minutesOf(talks: readonly Talk[]): Sources {
  const sources: Sources = new Map();
  for (const { id, atMs: ms, seconds: duration } of talks) {
    if (duration <= 0) continue;
    const whole = Math.trunc(duration);
    add(sources, ms, id, whole < 60 ? 1 : Math.trunc(whole / 60) + (whole % 60 === 0 ? 0 : 1));
  }
  return sources;
}

/** Independent of the code under test: the first delivered message of a logical send. */
function segmentsOf(texts: readonly Text[]): Sources {
  const firsts = new Map<string, Text>();
  for (const text of texts) {
    if (!text.isDelivered) continue;
    const first = firsts.get(text.send);
    const isEarlier =
      !first ||
      text.atMs < first.atMs ||
      (text.atMs === first.atMs && text.id.localeCompare(first.id, 'en') < 0);
    if (isEarlier) firsts.set(text.send, text);
  }
  const sources: Sources = new Map();
  for (const { atMs: ms, id, segments } of firsts.values()) add(sources, ms, id, segments);
  return sources;
}

function add(sources: Sources, ms: number, name: string, units: number): void {
  const hour = Math.trunc(ms / HOUR);
  const { units: before, names } = sources.get(hour) ?? { units: 0, names: [] };
  sources.set(hour, { units: before + units, names: [...names, name] });
}

/**
 * The expected windows, computed independently: each counts the calls that existed when it froze.
 */
class Ledger {
  readonly windows: { quantity: number; names: string; isCorrected: boolean }[] = [];

  /** @param ms after the start: the instant at which usage is metered */
  run(ms: number, sources: Sources): void {
    const frozen = Math.max(Math.floor(ms / HOUR) - 1, 0);
    if (frozen <= this.windows.length) return;
    for (const [at, window] of this.windows.entries()) {
      if (namesOf(sources, at) !== window.names) window.isCorrected = true;
    }
    for (let at = this.windows.length; at < frozen; at += 1) {
      const quantity = sources.get(at)?.units ?? 0;
      this.windows.push({ quantity, names: namesOf(sources, at), isCorrected: false });
    }
  }
}

const namesOf = (sources: Sources, hour: number): string =>
  [...(sources.get(hour)?.names ?? [])].sort().join();

const statusOf = ({ quantity, isCorrected }: Ledger['windows'][number]): string => {
  if (isCorrected) return 'correction_pending';
  return quantity === 0 ? 'zero' : 'submitted';
};

describe('metering of any history', () => {
  const bench = useMeteringBench();

  // billing 14.1, 14.2, 14.4, 14.5, 14.6
  it.each(LOTS)(
    'adds up to an independent count, whenever it is run and by whom, late ones included: %s',
    async () => {
      await fc.assert(
        fc.asyncProperty(history, async ({ talks, texts, runs }) => {
          await bench.begin();
          const ledgers = { minutes: new Ledger(), sms_segments: new Ledger() };
          const moments = [...runs].sort(([one], [other]) => one - other);
          for (const [at, [ms, worker]] of [...moments, [END * HOUR, 2] as const].entries()) {
            const posted = ({ step: from }: Item): boolean => from <= at;
            const isNew = ({ step: from }: Item): boolean => from === at;
            const calls = talks.filter(isNew).map((it) => bench.call(it.atMs / HOUR, it.seconds));
            if (calls.length > 0) await bench.post('calls', calls);
            const messages = texts.filter(isNew).map(messageOf);
            if (messages.length > 0) await bench.post('messages', messages);
            bench.clock.set(new Date(START.getTime() + ms));
            await (worker === 2
              ? Promise.all(bench.workers.map((it) => bench.run(it)))
              : bench.run(bench.workers[worker]));
            ledgers.minutes.run(ms, minutesOf(talks.filter(posted)));
            ledgers.sms_segments.run(ms, segmentsOf(texts.filter(posted)));
          }
          await bench.run();
          for (const [meter, event] of [
            ['minutes', 'call_minutes'],
            ['sms_segments', 'sms_segments'],
          ] as const) {
            const { windows } = ledgers[meter];
            expect(windows).toHaveLength(HOURS);
            const stored = await bench.windows(meter);
            expect(stored.map(({ hour, quantity, status }) => [hour, quantity, status])).toEqual(
              windows.map((it, hour) => [hour, it.quantity, statusOf(it)]),
            );
            // Each window with usage once, oldest first, with its own identifier.
            const used = windows.flatMap(({ quantity }, hour) => (quantity > 0 ? [[hour, quantity]] : []));
            expect(bench.told(event)).toEqual(used);
          }
        }),
        { numRuns: atDepth({ ordinary: 1, full: 50 }), endOnFailure: true },
      );
    },
  );

  const messageOf = ({ id, send, atMs: ms, segments, isDelivered }: Text): object =>
    bench.message(ms / HOUR, {
      message_id: id,
      logical_send_id: send,
      segments,
      ...(isDelivered ? {} : { status: 'failed', delivered_at_utc: undefined }),
    });
});
