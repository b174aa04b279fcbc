import { describe, expect, it } from 'vitest';
import { timelineFigures } from './timeline.policy.js';

const MEASURES = {
  total_calls: '9',
  completed_calls: '4',
  missed_calls: '2',
  failed_calls: '1',
  total_duration_seconds: '361.500',
  duration_known: '3',
  response_times_known: '0',
  response_turns: null,
  weighted_response_p50_ms: null,
  worst_response_p95_ms: null,
};

describe('timelineFigures', () => {
  it('of some calls, two of them still under way', () => {
    expect(timelineFigures(MEASURES)).toEqual({
      total_calls: 9,
      completed_calls: 4,
      missed_calls: 2,
      failed_calls: 1,
      avg_duration_seconds: 120.5,
      response_times: null,
    });
  });

  // calls 7.9
  it('of timed calls', () => {
    const timed = {
      response_times_known: '1',
      response_turns: '4',
      weighted_response_p50_ms: '2001',
      worst_response_p95_ms: 0,
    };
    expect(timelineFigures({ ...MEASURES, ...timed }).response_times).toEqual({
      calls: 1,
      turns: 4,
      p50_ms: 500,
      worst_p95_ms: 0,
    });
  });

  it('of no calls: zeros, and an average that is not known', () => {
    const none = {
      ...MEASURES,
      total_calls: '0',
      completed_calls: '0',
      missed_calls: '0',
      failed_calls: '0',
    };
    expect(timelineFigures({ ...none, total_duration_seconds: null, duration_known: '0' })).toEqual({
      total_calls: 0,
      completed_calls: 0,
      missed_calls: 0,
      failed_calls: 0,
      avg_duration_seconds: null,
      response_times: null,
    });
  });

  it.each([
    ['0', '2', 0],
    ['10', '3', 3.33],
    ['20', '3', 6.67],
    ['0.015', '1', 0.02],
    ['2.01', '2', 1.01],
    [null, '0', null],
  ])(
    'a duration of %s over %s calls is %s on average',
    (total_duration_seconds, duration_known, expected) => {
      const figures = timelineFigures({ ...MEASURES, total_duration_seconds, duration_known });
      expect(figures.avg_duration_seconds).toBe(expected);
    },
  );
});
