import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Settings } from '../../../config/settings.js';
import type { PlatformRequest } from '../../shared/platform-request.js';
import { BodyPace } from './body-pace.js';

const STALL_MS = 5_000;
const KIB = 1024;
const MIB = KIB * KIB;

describe('the pace of a body', () => {
  let pace: BodyPace;

  beforeEach(() => {
    vi.useFakeTimers();
    pace = new BodyPace({ bodies: { memoryBytes: 0, stallMs: STALL_MS } } as Settings);
  });
  afterEach(() => {
    pace.onApplicationShutdown();
    vi.useRealTimers();
  });

  /** A body that arrives at this many bytes a second. @returns the second in which it has ended, or null */
  function endOf(
    bytesPerSecond: number,
    seconds: number,
    { isRest = false, unread = 0 }: { isRest?: boolean; unread?: number } = {},
  ): number | null {
    const socket = { bytesRead: 100, destroyed: false, destroy: () => (socket.destroyed = true) };
    const request = { complete: false, readableLength: unread, socket } as unknown as PlatformRequest;
    if (isRest) pace.boundRest(request);
    else pace.follow(request, socket.destroy);
    for (let second = 1; second <= seconds; second += 1) {
      socket.bytesRead += bytesPerSecond;
      vi.advanceTimersByTime(1_000);
      if (socket.destroyed) return second;
    }
    return null;
  }

  // requests 3.8. The first window is longer by the time until the first check.
  it.each([
    ['continues at 16 KiB a second', 16 * KIB, {}, null],
    ['ends with the first whole window a byte below that', 16 * KIB - 1, {}, 11],
    ['ends with the first window when nothing comes', 0, {}, 6],
    ['continues while its reader has not read the buffer', 0, { unread: 1 }, null],
    ['of ten megabytes may take the minute that a request has', (10 * MIB) / 60, {}, null],
  ] as const)('%s', (_, bytesPerSecond, body, end) => {
    expect(endOf(bytesPerSecond, 60, body)).toBe(end);
  });

  it('counts from window to window: what came before does not help', () => {
    const socket = { bytesRead: 0, destroyed: false, destroy: () => (socket.destroyed = true) };
    const request = { complete: false, readableLength: 0, socket } as unknown as PlatformRequest;
    pace.follow(request, socket.destroy);
    socket.bytesRead = MIB;
    vi.advanceTimersByTime(6_000);
    expect(socket.destroyed).toBe(false);
    vi.advanceTimersByTime(5_000);
    expect(socket.destroyed).toBe(true);
    expect(pace.tooSlow).toBe(1);
  });

  // errors 2.7
  it.each([
    ['goes on', MIB, 10, null],
    ['ends when it is larger than 16 MiB', 5 * MIB, 60, 4],
    ['ends when it comes too slowly', KIB, 60, 6],
  ])('of the rest of a refused body %s', (_, bytesPerSecond, seconds, end) => {
    expect(endOf(bytesPerSecond, seconds, { isRest: true })).toBe(end);
  });
});
