import { describe, expect, it } from 'vitest';
import { roomFor } from './rooms.policy.js';

// Rules: webhooks 7.7.
describe('the room for deliveries to one webhook', () => {
  it.each([
    ['nothing under way', undefined, 0, 8],
    ['three under way, quick ones', { count: 3, oldest: 9_500 }, 3, 5],
    ['eight under way', { count: 8, oldest: 9_900 }, 8, 0],
    ['one that has hung for more than a second', { count: 1, oldest: 8_999 }, 1, 0],
    ['one of a second', { count: 1, oldest: 9_000 }, 1, 7],
    ['none, where half of all places are taken', undefined, 512, 1],
    ['one, where half of all places are taken', { count: 1, oldest: 9_990 }, 512, 0],
    ['none, where all places are taken', undefined, 1024, 0],
  ])('with %s', (_, own, inAll, room) => {
    expect(roomFor(own, inAll, 10_000)).toBe(room);
  });
});
