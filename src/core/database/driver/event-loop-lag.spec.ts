import { describe, expect, it } from 'vitest';
import { EventLoopLagMonitor } from './event-loop-lag.js';

describe('the pulse of the event loop', () => {
  it.each([
    ['beats in time', [50, 50, 50, 50], true],
    ['beats a little late', [50, 199, 50, 199], true],
    ['a stall just now', [50, 201], false],
    ['a stall within the last second', [300, 200, 200, 200, 200, 200], false],
    ['a stall a second ago', [300, 200, 200, 200, 200, 200, 1], true],
  ])('after %s', (_, steps, isSteady) => {
    let now = 0;
    const pulse = new EventLoopLagMonitor(() => now);
    let told = true;
    for (const step of steps) {
      now += step;
      told = pulse.isSteady;
    }
    pulse.stop();
    expect(told).toBe(isSteady);
  });
});
