import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Settings } from '../../../config/settings.js';
import type { PlatformRequest } from '../../shared/platform-request.js';
import { BodyPace } from './body-pace.js';

const STALL_MS = 5_000;
const MIB = 1024 * 1024;

describe('the rest of a body that was refused', () => {
  let pace: BodyPace;

  beforeEach(() => {
    vi.useFakeTimers();
    pace = new BodyPace({ bodies: { memoryBytes: 0, stallMs: STALL_MS } } as Settings);
  });
  afterEach(() => {
    pace.onApplicationShutdown();
    vi.useRealTimers();
  });

  /**
   * Sends so many bytes a second. @returns the second in which its connection has ended, or null
   */
  function endOf(bytesPerSecond: number, seconds: number): number | null {
    const socket = { bytesRead: 0, destroyed: false, destroy: () => (socket.destroyed = true) };
    pace.boundRest({ complete: false, readableLength: 0, socket } as unknown as PlatformRequest);
    for (let second = 1; second <= seconds; second += 1) {
      socket.bytesRead += bytesPerSecond;
      vi.advanceTimersByTime(1_000);
      if (socket.destroyed) return second;
    }
    return null;
  }

  // errors 2.7; requests 3.8
  it.each([
    ['fast enough', MIB, 10, null],
    ['for more than ten seconds', MIB, 60, 11],
    ['larger than 16 MiB', 5 * MIB, 60, 4],
    ['too slowly', 1024, 60, 5],
  ])('that comes %s', (_, bytesPerSecond, seconds, end) => {
    expect(endOf(bytesPerSecond, seconds)).toBe(end);
  });
});
