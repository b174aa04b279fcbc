import { describe, expect, it } from 'vitest';
import { Clock } from '../../../../core/time/clock.js';
import { ReceiverGoneError, untilStopped } from './export-stop.js';
import { eventually } from '../../../../../test/support/eventually.js';

class OvertimeError extends Error {}

const termsOf = (limitMs: number) => {
  const leaving = new AbortController();
  let moved = 0;
  const clock = new (class extends Clock {
    override now(): Date {
      return new Date(Date.now() + moved);
    }
  })();
  return {
    terms: { clock, limitMs, overtime: () => new OvertimeError(), receiver: leaving.signal },
    leave: () => leaving.abort(),
    move: (ms: number) => (moved += ms),
  };
};
const never = () => new Promise<never>(() => undefined);

describe('work with an end', () => {
  it('gives its answer, or its own error', async () => {
    const { terms } = termsOf(60_000);
    expect(await untilStopped(terms, () => Promise.resolve(7))).toBe(7);
    await expect(untilStopped(terms, () => Promise.reject(new Error('its own')))).rejects.toThrow('its own');
  });

  it('is left when its time is over, whatever it is waiting for', async () => {
    await expect(untilStopped(termsOf(5).terms, never)).rejects.toThrow(OvertimeError);
  });

  it('is left when its receiver goes, whatever it is waiting for', async () => {
    const { terms, leave } = termsOf(60_000);
    const left = expect(untilStopped(terms, never)).rejects.toThrow(ReceiverGoneError);
    leave();
    await left;
  });

  it('does not begin for a receiver that has gone before', async () => {
    const { terms, leave } = termsOf(60_000);
    leave();
    let hasBegun = false;
    const left = untilStopped(terms, () => Promise.resolve((hasBegun = true)));
    await expect(left).rejects.toThrow(ReceiverGoneError);
    expect(hasBegun).toBe(false);
  });

  it('finds out at its next check by the service clock that its time is over', async () => {
    const { terms, move } = termsOf(30_000);
    const work = async (check: () => void): Promise<void> => {
      move(30_000);
      check();
      move(1_000);
      check();
      return Promise.reject(new Error('went on'));
    };
    await expect(untilStopped(terms, work)).rejects.toThrow(OvertimeError);
  });

  // Fails if abandoned work can still write to a closed file.
  it('throws at every check once it has been left', async () => {
    const { terms, leave } = termsOf(60_000);
    const { promise: resumed, resolve: resume } = Promise.withResolvers<void>();
    const late: unknown[] = [];
    const left = untilStopped(terms, async (check) => {
      await resumed;
      try {
        check();
        late.push('went on');
      } catch (error) {
        late.push(error);
      }
    });
    leave();
    await expect(left).rejects.toThrow(ReceiverGoneError);
    resume();
    await eventually(() => expect(late).toEqual([expect.any(ReceiverGoneError)]));
  });
});
