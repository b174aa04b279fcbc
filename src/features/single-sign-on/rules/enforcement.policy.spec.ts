import { describe, expect, it } from 'vitest';
import { enforcementBlock } from './enforcement.policy.js';

const NOW = new Date('2026-11-20T10:00:00Z');
const ago = (ms: number): Date => new Date(NOW.getTime() - ms);

const READY: Parameters<typeof enforcementBlock>[0] = {
  callersConnectionId: 'c1',
  callersSessionBegan: ago(60_000),
  connectionId: 'c1',
  isActive: true,
  hasWayBack: true,
  excluded: 0,
  accepted: undefined,
  now: NOW,
};

describe('requiring single sign-on', () => {
  // single-sign-on 7.2
  it.each<[string, Partial<typeof READY>, string | null]>([
    ['all is ready', {}, null],
    ['the session came another way', { callersConnectionId: null }, 'connection_not_proven'],
    ['it came through another connection', { callersConnectionId: 'c2' }, 'connection_not_proven'],
    ['it came 10 minutes ago', { callersSessionBegan: ago(600_000) }, null],
    ['it came longer ago', { callersSessionBegan: ago(600_001) }, 'connection_not_proven'],
    ['nobody knows when', { callersSessionBegan: null }, 'connection_not_proven'],
    ['the connection is not active', { isActive: false }, 'connection_not_proven'],
    ['too few holders count', { hasWayBack: false }, 'no_way_back'],
    ['one person would be shut out', { excluded: 1 }, 'people_excluded'],
    ['the caller accepts as many', { excluded: 3, accepted: 3 }, null],
    ['fewer are accepted', { excluded: 3, accepted: 2 }, 'people_excluded'],
    ['more are accepted', { excluded: 3, accepted: 4 }, 'people_excluded'],
    ['some are accepted, and none is shut out', { excluded: 0, accepted: 4 }, null],
    ['several things are missing', { callersConnectionId: null, hasWayBack: false }, 'connection_not_proven'],
  ])('when %s: %j', (_, facts, block) => {
    expect(enforcementBlock({ ...READY, ...facts })).toBe(block);
  });
});
