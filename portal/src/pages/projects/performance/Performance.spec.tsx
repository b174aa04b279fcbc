import { cleanup, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { VersionFigureResponse, VersionPerformanceResponse } from '../../../api/generated';
import { refusal, show, type Answer } from '../../../testing/show';
import { sideOf } from './IntervalBar';
import { Performance } from './Performance';

const KEY = { path: { project_id: 'desk' }, query: { client_id: 'client-a' } };

const figure = (over: Partial<VersionFigureResponse> = {}): VersionFigureResponse => ({
  figure: 'failed',
  unit: 'percent',
  better: 'lower',
  about_people: false,
  a: { value: 4.2, calls: 480 },
  b: { value: 12.5, calls: 512 },
  difference: { value: 8.3, low: 4.9, high: 11.8 },
  ...over,
});

const comparison = (over: Partial<VersionPerformanceResponse> = {}): VersionPerformanceResponse => ({
  project_id: 'desk',
  timezone: 'Australia/Sydney',
  from_utc: '2026-10-10T00:00:00.000Z',
  to_utc: '2026-10-12T00:00:00.000Z',
  a: { version_number: 1, calls: 480 },
  b: { version_number: 2, calls: 512 },
  comparable: true,
  reasons: [],
  live_together: {
    from_utc: '2026-10-10T00:00:00.000Z',
    to_utc: '2026-10-12T00:00:00.000Z',
    is_active: true,
  },
  inferred_calls: 0,
  verdict: {
    result: 'worse',
    reason: 'clear_difference',
    decided_by: ['failed'],
    calls_judged: 480,
    calls_needed: null,
  },
  figures: [figure()],
  ...over,
});

const compare = (answer: Answer) =>
  show(<Performance projectKey={KEY} a={1} b={2} />, {
    answers: { 'GET /projects/desk/version-performance': answer },
  });

// version-performance 2.1, 3.1, 4.1
describe('the comparison of the calls of two versions', () => {
  it('says which one did better, with each figure and its interval', async () => {
    const { asked } = compare({ ...comparison() });
    await screen.findByText('Version 2 did worse than version 1: failed calls.');
    const row = within(screen.getByRole('row', { name: /Failed/ }));
    row.getByText('4.2%');
    row.getByText('+8.3 points');
    row.getByText('+4.9 points to +11.8 points');
    expect(asked[0]!.query).toEqual({ client_id: 'client-a', a: '1', b: '2' });
  });

  it('says how many more calls may be enough', async () => {
    compare({
      ...comparison({
        verdict: {
          result: 'cannot_tell',
          reason: 'no_clear_difference',
          decided_by: [],
          calls_judged: 160,
          calls_needed: 340,
        },
      }),
    });
    await screen.findByText('Cannot tell yet which version did better.');
    screen.getByText('About 340 more calls may be enough to tell.');
  });

  it('says loudly when calls cannot be compared, and still shows them', async () => {
    compare({
      ...comparison({
        comparable: false,
        reasons: ['not_live_together'],
        live_together: null,
        verdict: {
          result: 'cannot_tell',
          reason: 'not_comparable',
          decided_by: [],
          calls_judged: null,
          calls_needed: null,
        },
      }),
    });
    const alert = await screen.findByRole('alert');
    within(alert).getByText('These calls cannot be compared fairly');
    within(alert).getByText(/not live at the same time/);
    screen.getByText('Cannot tell which version did better.');
    screen.getByRole('row', { name: /Failed/ });
  });

  it('shows no figure about too few people', async () => {
    compare({
      ...comparison({
        b: { version_number: 2, calls: 3 },
        figures: [
          figure({
            figure: 'sentiment_upset',
            about_people: true,
            b: { value: null, calls: 0 },
            difference: null,
          }),
        ],
      }),
    });
    within(await screen.findByRole('row', { name: /upset/ })).getByText('too few calls');
  });

  it('names calls that are left out', async () => {
    compare({ ...comparison({ inferred_calls: 7 }) });
    await screen.findByText(/7 calls are left out/);
  });

  it('names the days in which there were no calls', async () => {
    compare({
      ...comparison({ a: { version_number: 1, calls: 0 }, b: { version_number: 2, calls: 0 }, figures: [] }),
    });
    await screen.findByText(/^No calls of these versions: Oct 10\s–\s12, 2026$/);
  });

  it('reads the days that a person chooses, up to 92', async () => {
    const shown = (end_date: string) => {
      const onDays = vi.fn();
      const days = { start_date: '2026-08-01', end_date };
      const part = <Performance projectKey={KEY} a={1} b={2} days={days} onDays={onDays} />;
      const answers = { 'GET /projects/desk/version-performance': { ...comparison() } };
      return { onDays, ...show(part, { answers }) };
    };
    const { asked, onDays, user } = shown('2026-10-31');
    await screen.findByText('Version 2 did worse than version 1: failed calls.');
    expect(asked[0]!.query).toMatchObject({ start_date: '2026-08-01', end_date: '2026-10-31' });
    await user.click(screen.getByRole('button', { name: 'Usual days' }));
    expect(onDays).toHaveBeenCalledWith(undefined);
    cleanup();
    const longer = shown('2026-11-01');
    await screen.findByText('A comparison covers at most 92 days. Choose fewer.');
    expect(longer.asked).toEqual([]);
  });

  it('writes each unit as people read it', async () => {
    compare({
      ...comparison({
        figures: [
          figure({
            figure: 'response_p50_ms',
            unit: 'milliseconds',
            a: { value: 825.791, calls: 480 },
            difference: { value: -12.345, low: -30.6, high: 4.4 },
          }),
          figure({
            figure: 'cost_usd',
            unit: 'usd',
            a: { value: 0.25, calls: 480 },
            difference: { value: -0.012, low: -0.034, high: -0.011 },
          }),
        ],
      }),
    });
    const wait = within(await screen.findByRole('row', { name: /Typical wait/ }));
    wait.getByText('826 ms');
    wait.getByText('-31 ms to +4 ms');
    const cost = within(screen.getByRole('row', { name: /Average cost/ }));
    cost.getByText('$0.25');
    cost.getByText('-$0.01');
    cost.getByText('better');
  });

  it('has a shape while it is read', async () => {
    compare(new Promise(() => undefined));
    await screen.findByRole('status', { name: 'Loading: How the calls went' });
  });

  it('shows that it may not be read', async () => {
    compare(refusal(404));
    await screen.findByRole('alert');
  });
});

describe('the side of an interval', () => {
  it.each([
    ['lower', 1, 2, 'worse'],
    ['lower', -2, -1, 'better'],
    ['higher', 1, 2, 'better'],
    ['higher', -2, -1, 'worse'],
    ['higher', -1, 1, null],
    ['higher', 0, 1, null],
    [null, 1, 2, null],
  ] as const)('where %s is better, from %d to %d, is %s', (better, low, high, side) => {
    expect(sideOf({ better, difference: { value: (low + high) / 2, low, high } })).toBe(side);
  });

  it('is open without a difference', () => {
    expect(sideOf({ better: 'lower', difference: null })).toBeNull();
  });
});
