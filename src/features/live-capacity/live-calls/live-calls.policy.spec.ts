import { describe, expect, it } from 'vitest';
import { useOf } from './live-calls.policy.js';

const NOW = new Date('2026-11-20T10:00:00Z');
const CALL = {
  callStatus: 'in_progress',
  direction: 'inbound',
  campaignId: null,
  startedAt: new Date('2026-11-20T09:59:00Z'),
} as const;

describe('what a call does to capacity', () => {
  // capacity 3.1
  it.each([
    ['queued', 'waiting'],
    ['ringing', 'in_use'],
    ['in_progress', 'in_use'],
    ['completed', 'none'],
    ['missed', 'none'],
    ['failed', 'none'],
  ] as const)('%s: %s', (callStatus, use) => {
    expect(useOf({ ...CALL, callStatus }, NOW)).toBe(use);
    expect(useOf({ ...CALL, callStatus, direction: 'outbound' }, NOW)).toBe(use);
  });

  // capacity 3.3
  it.each([
    ['outbound', 'campaign-1', 'none'],
    ['outbound', null, 'in_use'],
    ['inbound', 'campaign-1', 'in_use'],
  ] as const)('%s of campaign %s: %s', (direction, campaignId, use) => {
    expect(useOf({ ...CALL, direction, campaignId }, NOW)).toBe(use);
  });

  // capacity 3.2
  it.each([
    ['2026-11-19T10:00:00.000Z', 'in_use'],
    ['2026-11-19T09:59:59.999Z', 'none'],
    ['2026-11-20T10:05:00Z', 'in_use'],
  ])('one that began at %s: %s', (startedAt, use) => {
    expect(useOf({ ...CALL, startedAt: new Date(startedAt) }, NOW)).toBe(use);
  });
});
