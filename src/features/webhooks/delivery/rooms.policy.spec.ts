import { describe, expect, it } from 'vitest';
import { mostAtOnce, roomFor, soonOf } from './rooms.policy.js';
import type { ReceiverState } from './rooms.policy.js';

const NOW = 10_000;
const receiver = (fields: Partial<ReceiverState> = {}): ReceiverState => ({
  underWay: 0,
  waiting: 0,
  since: NOW,
  pace: 500,
  ...fields,
});

// Rules: webhooks 7.7.
describe('the deliveries to one webhook that may be under way', () => {
  it.each([
    ['of one that answers', receiver(), 0, 8],
    ['of one that nothing was sent to lately', receiver({ pace: null }), 0, 2],
    ['of one whose oldest is a second old', receiver({ underWay: 1, since: 9_000 }), 0, 8],
    ['of one whose oldest has hung for longer', receiver({ underWay: 1, since: 8_999 }), 0, 1],
    ['of one that took longer the last times', receiver({ pace: 1_001 }), 0, 1],
    ['where half of all places are taken', receiver(), 512, 1],
    ['where all places are taken', receiver(), 1024, 0],
  ])('%s', (_, state, inAll, most) => {
    expect(mostAtOnce(state, inAll, NOW)).toBe(most);
  });
});

describe('the room for calls of one webhook', () => {
  it.each([
    ['of one that takes half a second', receiver(), 0, 0, 8],
    ['of one that takes 100 ms, for half a second', receiver({ pace: 100 }), 0, 0, 40],
    ['of one that takes no time', receiver({ pace: 0 }), 0, 0, 512],
    ['beside those taken', receiver({ pace: 100, underWay: 8, waiting: 30 }), 8, 38, 2],
    ['beside more than it should have', receiver({ underWay: 8, waiting: 30 }), 8, 38, 0],
    ['of one that nothing was sent to lately', receiver({ pace: null }), 0, 0, 2],
    ['of one that hangs', receiver({ underWay: 1, since: 8_999 }), 1, 1, 0],
    ['where half of all places are taken', receiver({ pace: 1 }), 512, 512, 1],
    ['where all places are taken', receiver(), 1024, 1024, 0],
    ['where as many are taken as memory has room for', receiver(), 8, 2048, 0],
  ])('%s', (_, state, inAll, taken, room) => {
    expect(roomFor(state, inAll, taken, NOW)).toBe(room);
  });
});

describe('the calls that are read ahead for one webhook', () => {
  it.each([
    ['that takes no time', 0, 128],
    ['that takes 3 ms', 3, 128],
    ['that takes 5 ms', 5, 96],
    ['that takes 13 ms', 13, 36],
    ['that takes 60 ms', 60, 8],
    ['that takes a second', 1000, 8],
    ['that is not known', null, 8],
  ])('%s', (_, pace, soon) => {
    expect(soonOf(pace)).toBe(soon);
  });
});
