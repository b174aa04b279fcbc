import { describe, expect, it } from 'vitest';
import { courseOf, isChapter, type Moment } from './course';

const at = (seconds: number): string => new Date(Date.UTC(2026, 9, 10) + seconds * 1000).toISOString();
const line = (seconds: number, text: string) =>
  ({ role: 'caller', text, offset_ms: seconds * 1000 }) as const;
const call = {
  started_at_utc: at(0),
  timeline: [
    { event: 'call_started', at_utc: at(0) },
    { event: 'call_answered', at_utc: at(3) },
    { event: 'transfer_initiated', at_utc: at(20) },
    { event: 'call_ended', at_utc: at(30) },
  ],
  transfer: {
    last_outcome: 'failed',
    attempts: [{ kind: 'transfer', outcome: 'failed', at_utc: at(20), target_name: 'Front desk' }],
  },
  consent: { obtained_at_utc: at(6), withdrawn_at_utc: null },
} as never;
const shown = (it: Moment): string =>
  `${it.at / 1000} ${it.kind === 'event' ? it.event : it.kind === 'line' ? it.line.text : it.kind}`;

describe('the course of a call', () => {
  it('has events, consent, attempts and words in chronological order, the end last', () => {
    const moments = courseOf(call, [line(0, 'hello'), line(6, 'yes'), line(30, 'bye')]);
    expect(moments.map(shown)).toEqual([
      '0 call_started',
      '0 hello',
      '3 call_answered',
      '6 consent',
      '6 yes',
      '20 transfer',
      '30 bye',
      '30 call_ended',
    ]);
    expect(moments.filter(isChapter).map(shown)).toEqual(['6 consent', '20 transfer']);
  });

  it('shows the event of a transfer whose attempts are not known, and nothing before the start', () => {
    const bare = { ...(call as object), transfer: null, consent: { obtained_at_utc: at(-5) } } as never;
    expect(courseOf(bare, []).map(shown)).toEqual([
      '0 call_started',
      '0 consent',
      '3 call_answered',
      '20 transfer_initiated',
      '30 call_ended',
    ]);
  });
});
