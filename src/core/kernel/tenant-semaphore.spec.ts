import { describe, expect, it, vi } from 'vitest';
import { SemaphoreTimeoutError, TenantSemaphore } from './tenant-semaphore.js';

const one = { clientId: 'one', dataEnv: 'prod' } as const;
const other = { clientId: 'other', dataEnv: 'prod' } as const;
describe('TenantTurns', () => {
  it('gives up a piece whose turn does not come in time, and nobody behind it loses a turn by that', async () => {
    const turns = new TenantSemaphore(1, 20);
    const gate = Promise.withResolvers<void>();
    const running = turns.run(one, () => gate.promise);
    await expect(turns.run(one, () => Promise.resolve('late'))).rejects.toThrow(SemaphoreTimeoutError);
    const behind = turns.run(one, () => Promise.resolve('served'));
    gate.resolve();
    await running;
    expect(await behind).toBe('served');
    expect(await turns.run(one, () => Promise.resolve('again'))).toBe('again');
  });

  it.each([
    ['as long as those before it get done', 10_000, 'served'],
    ['but not for ever', 1_000, 'given up'],
  ])('lets a piece wait far longer than a standstill, %s', async (_, most, outcome) => {
    vi.useFakeTimers();
    try {
      const turns = new TenantSemaphore(1, most, 200);
      const gates = Array.from({ length: 12 }, () => Promise.withResolvers<void>());
      for (const gate of gates) turns.run(one, () => gate.promise).catch(() => undefined);
      const last = turns.run(one, () => Promise.resolve('served')).catch(() => 'given up');
      for (const gate of gates) {
        await vi.advanceTimersByTimeAsync(150);
        gate.resolve();
      }
      expect(await last).toBe(outcome);
    } finally {
      vi.useRealTimers();
    }
  });

  it('gives a piece up when none before it gets done, or only by failing', async () => {
    const turns = new TenantSemaphore(1, 10_000, 50);
    const gate = Promise.withResolvers<void>();
    const failing = turns.run(one, () => Promise.reject(new Error('no')));
    const running = turns.run(one, () => gate.promise);
    const waiting = turns.run(one, () => Promise.resolve());
    await expect(failing).rejects.toThrow('no');
    await expect(waiting).rejects.toThrow(SemaphoreTimeoutError);
    gate.resolve();
    await running;
  });

  it('runs so many of a tenant at once, in order, and nobody waits for a neighbour', async () => {
    const turns = new TenantSemaphore(2);
    const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
    const started: number[] = [];
    const run = (index: number) =>
      turns.run(one, async () => {
        started.push(index);
        await gates[index]!.promise;
      });
    const all = gates.map((_, index) => run(index));
    expect(await turns.run(other, () => Promise.resolve('served'))).toBe('served');
    expect(started).toEqual([0, 1]);
    gates[1]!.resolve();
    await all[1];
    await Promise.resolve();
    expect(started).toEqual([0, 1, 2]);
    for (const gate of gates) gate.resolve();
    await Promise.all(all);
    expect(started).toEqual([0, 1, 2, 3]);
  });

  it('passes the turn on when work fails', async () => {
    const turns = new TenantSemaphore(1);
    const failing = turns.run(one, () => Promise.reject(new Error('no')));
    const next = turns.run(one, () => Promise.resolve('yes'));
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('yes');
  });
});
