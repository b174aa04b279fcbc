import { describe, expect, it } from 'vitest';
import { partsOfSingles } from './single-erasure.policy.js';
import type { LockedSingle } from './single-erasure.policy.js';

const ID = 'one';

describe('what is done about single calls of a person (caller-requests 12.8)', () => {
  it.each<[LockedSingle['status'], { isOver: boolean; callId: string | null } | null, boolean, boolean]>([
    ['queued', null, true, true],
    ['refused', null, false, true],
    ['taken', { isOver: false, callId: null }, false, false],
    ['taken', { isOver: false, callId: 'room-1' }, false, false],
    ['taken', { isOver: true, callId: null }, false, true],
    ['taken', { isOver: true, callId: 'room-1' }, false, true],
    ['taken', { isOver: true, callId: 'held' }, false, false],
  ])('%s, its call %j: refused %s, erased %s', (status, dispatch, isRefused, isErased) => {
    const taken = dispatch === null ? [] : [{ dispatchId: ID, ...dispatch }];
    const parts = partsOfSingles([{ dispatchId: ID, status }], taken, new Set(['held']));
    expect(parts).toEqual({ waiting: isRefused ? [ID] : [], gone: isErased ? [ID] : [] });
  });
});
