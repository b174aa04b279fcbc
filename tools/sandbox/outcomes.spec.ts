import { expect, it } from 'vitest';
import { DISPOSITIONS } from '../../src/features/campaigns/rules/statuses.js';
import { REHEARSAL } from '../demo/campaigns.ts';
import { outcomeOf, vanishes } from './outcomes.ts';
import { talkOf } from './talk.ts';

const of = (lastTwo: string, onVoicemail = 'hangup') =>
  outcomeOf({ to_number: `+612555012${lastTwo}`, voicemail_policy: { on_voicemail: onVoicemail } });

it('goes by the last digits', () => {
  const all = Array.from({ length: 100 }, (_, number) => of(String(number).padStart(2, '0')).disposition);
  const counts = Object.fromEntries(
    [...Map.groupBy(all, (it) => it)].map(([disposition, calls]) => [disposition, calls.length]),
  );
  expect(counts).toEqual({
    goal_completed: 19,
    answered: 19,
    callback_requested: 9,
    no_answer: 9,
    busy: 9,
    voicemail_no_message: 9,
    not_interested: 9,
    rejected: 9,
    transferred: 1,
    silence: 1,
    ivr: 1,
    invalid_number: 1,
    system_failed: 1,
    carrier_failed: 1,
    wrong_number: 1,
    direct_opt_out: 1,
  });
  expect([...DISPOSITIONS]).toEqual(expect.arrayContaining(all));
});

it('leaves a message where the policy says so', () => {
  expect(of('17', 'leave_message').disposition).toBe('voicemail_left');
  expect(of('17', 'retry').disposition).toBe('voicemail_no_message');
});

it('says nothing of the first call to a number that ends with 222, which no number of the demo does', () => {
  const lease = (number: string, attempt = 1) => ({
    to_number: number,
    attempt_number: attempt,
    voicemail_policy: { on_voicemail: 'hangup' },
  });
  expect(vanishes(lease('+61255500222'))).toBe(true);
  expect(vanishes(lease('+61255500222', 2))).toBe(false);
  expect(outcomeOf(lease('+61255500222', 2)).disposition).toBe('answered');
  expect(vanishes(lease('+61255500122'))).toBe(false);
  const demo = Array.from({ length: REHEARSAL.contacts }, (_, position) =>
    lease(REHEARSAL.numberOf(position)),
  );
  expect(demo.filter(vanishes)).toEqual([]);
});

it('has words for an answered call, in chronological order and within it', () => {
  for (const disposition of ['goal_completed', 'answered', 'silence', 'voicemail_left']) {
    const { transcript } = talkOf(disposition, 12) as { transcript: { role: string; offset_ms: number }[] };
    const offsets = transcript.map(({ offset_ms: at }) => at);
    expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
    expect([offsets[0], offsets.at(-1)! < 12_000]).toEqual([0, true]);
    expect(transcript.some(({ role }) => role === 'caller')).toBe(/goal|answered/.test(disposition));
  }
});
