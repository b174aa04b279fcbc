import { describe, expect, it } from 'vitest';
import { sentClosing } from './closing.policy.js';

const receivedAt = new Date('2026-10-01T00:00:00Z');
const now = new Date('2026-10-20T00:00:00Z');
const AT = '2026-10-10T00:00:00Z';
const closingOf = (sent: Omit<Parameters<typeof sentClosing>[0], 'status'>, status = 'completed') =>
  sentClosing({ ...sent, status } as Parameters<typeof sentClosing>[0], { receivedAt, now });

// caller-requests 5.4
describe('the closing instant that was sent', () => {
  it.each([
    ['is none', {}, null],
    ['is beside the status', { closed_at_utc: AT }, new Date(AT)],
    ['is in the result', { processing_result: { closed_at_utc: AT } }, new Date(AT)],
    ['is in both', { closed_at_utc: AT, processing_result: { closed_at_utc: AT } }, new Date(AT)],
    ['is the receipt', { closed_at_utc: '2026-10-01T00:00:00Z' }, receivedAt],
    ['is now', { closed_at_utc: '2026-10-20T00:00:00Z' }, now],
  ])('%s', (_, sent, expected) => {
    expect(closingOf(sent)).toEqual(expected);
  });

  it.each([
    [
      'differs in its two places',
      { closed_at_utc: AT, processing_result: { closed_at_utc: '2026-10-11T00:00:00Z' } },
    ],
    ['is before the receipt', { closed_at_utc: '2026-09-30T23:59:59.999Z' }],
    ['is ahead', { closed_at_utc: '2026-10-20T00:00:00.001Z' }],
  ])('is refused where it %s', (_, sent) => {
    expect(closingOf(sent)).toMatchObject({ loc: ['body', 'closed_at_utc'], type: 'closed_at_invalid' });
  });

  it('is refused with a status that opens, naming its place', () => {
    expect(closingOf({ processing_result: { closed_at_utc: AT } }, 'ready')).toMatchObject({
      loc: ['body', 'processing_result', 'closed_at_utc'],
    });
  });
});
