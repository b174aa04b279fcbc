import type { Request, Response } from 'express';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Foreground } from '../../../core/event-loop/foreground.js';
import { exportDoor } from './export-door.js';

const ASKED = 100;
const STEP_MS = 0.5;
const REST_MS = 4;
/** A slice of 1 ms holds two of these, and one that begins at its very end. */
const MOST_AT_ONCE = 3;

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the door of exports', () => {
  let neighbour: Foreground;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    neighbour = new Foreground();
  });
  afterEach(async () => {
    neighbour.leave();
    // A rest that is under way ends: other files share this process.
    for (let turn = 0; turn < 5; turn += 1) {
      vi.advanceTimersByTime(REST_MS);
      await nextTurn();
    }
    vi.useRealTimers();
  });

  // Turns red when all that are asked for at once begin at once, and a neighbour's request waits for all of them.
  it('lets in a few in a turn, in order, and rests in between', async () => {
    const begun: number[] = [];
    for (let index = 0; index < ASKED; index += 1) {
      exportDoor({ socket: { destroyed: false } } as Request, {} as Response, () => {
        begun.push(index);
        const until = performance.now() + STEP_MS;
        while (performance.now() < until);
      });
    }
    expect(begun.length).toBeLessThanOrEqual(MOST_AT_ONCE);
    let rests = 0;
    while (begun.length < ASKED) {
      const before = begun.length;
      await nextTurn();
      expect(begun.length - before).toBeLessThanOrEqual(MOST_AT_ONCE);
      if (begun.length > before) continue;
      // None goes on by itself: this is a rest, which lasts until the time is moved.
      rests += 1;
      vi.advanceTimersByTime(REST_MS);
      await Promise.resolve();
    }
    expect(begun).toEqual(Array.from({ length: ASKED }, (_, index) => index));
    expect(rests).toBeGreaterThanOrEqual((ASKED - MOST_AT_ONCE) / MOST_AT_ONCE);
  });

  it('lets in no one who has hung up while waiting', async () => {
    const socket = { destroyed: false };
    let begun = 0;
    for (let index = 0; index < ASKED; index += 1) {
      exportDoor({ socket } as Request, {} as Response, () => {
        begun += 1;
        const until = performance.now() + STEP_MS;
        while (performance.now() < until);
      });
    }
    socket.destroyed = true;
    const before = begun;
    for (let turn = 0; turn < 2 * ASKED; turn += 1) {
      vi.advanceTimersByTime(REST_MS);
      await nextTurn();
    }
    expect(begun).toBe(before);
  });

  // Turns red when all wait in one line: thousands of requests of one connection before a single one of another.
  it('lets in connections in turn, each by one of its requests', async () => {
    const begun: string[] = [];
    const ask = (socket: object, name: string): void =>
      exportDoor({ socket } as Request, {} as Response, () => {
        begun.push(name);
        const until = performance.now() + STEP_MS;
        while (performance.now() < until);
      });
    const many = { destroyed: false };
    for (let index = 0; index < ASKED; index += 1) ask(many, 'many');
    ask({ destroyed: false }, 'single');
    while (begun.length < ASKED + 1) {
      vi.advanceTimersByTime(REST_MS);
      await nextTurn();
    }
    expect(begun.indexOf('single')).toBeLessThanOrEqual(MOST_AT_ONCE + 1);
  });
});
