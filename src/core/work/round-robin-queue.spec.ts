import { describe, expect, it } from 'vitest';
import { RoundRobinQueue } from './round-robin-queue.js';
import type { WorkGroup } from './round-robin-queue.js';

const group = (clientId: string, kind = 'mail', storeId = 'one'): WorkGroup => ({
  storeId,
  kind,
  tenant: { clientId, dataEnv: 'prod' },
});
const turns = (
  over: Partial<{ perStore: number; perTenant: number; kinds: Record<string, number> }> = {},
): RoundRobinQueue =>
  new RoundRobinQueue({
    perStore: over.perStore ?? 10,
    perTenant: over.perTenant ?? 10,
    ofKind: (kind) => over.kinds?.[kind] ?? 10,
  });
const clientOf = (next: WorkGroup | null): string | null => next && `${next.tenant.clientId} ${next.kind}`;

describe('turns of groups of work', () => {
  it('come in the order in which the groups were offered, each once', () => {
    const line = turns();
    for (const client of ['a', 'b', 'a']) line.offer(group(client));
    expect([line.next(), line.next(), line.next()].map(clientOf)).toEqual(['a mail', 'b mail', null]);
  });

  it('go round: a group with more work has its next turn after all others', () => {
    const line = turns({ perStore: 1 });
    for (const client of ['a', 'b', 'c']) line.offer(group(client));
    const seen: (string | null)[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      const next = line.next()!;
      seen.push(clientOf(next));
      line.done(next, next.tenant.clientId === 'a');
      if (turn === 0) expect(clientOf(line.next())).toBe('b mail');
      if (turn === 0) line.done(group('b'), false);
      if (turn >= 2) break;
    }
    expect(seen).toEqual(['a mail', 'c mail', 'a mail']);
  });

  it('are not given to a group that has one; what is offered meanwhile comes after it', () => {
    const line = turns();
    line.offer(group('a'));
    const first = line.next()!;
    line.offer(group('a'));
    expect(line.next()).toBeNull();
    line.done(first, false);
    expect(clientOf(line.next())).toBe('a mail');
  });

  it.each([
    ['of a store', { perStore: 1 }, group('b'), group('b', 'mail', 'two')],
    ['of a tenant', { perTenant: 1 }, group('a', 'dial'), group('b')],
    ['of a kind', { kinds: { mail: 1 } }, group('b'), group('b', 'dial')],
  ])('wait while all %s are taken, and let others by', (_, limits, waits, passes) => {
    const line = turns(limits);
    line.offer(group('a'));
    const first = line.next()!;
    line.offer(waits);
    line.offer(passes);
    expect(line.next()).toEqual(passes);
    expect(line.next()).toBeNull();
    line.done(first, false);
    expect(line.next()).toEqual(waits);
  });

  it('are forgotten for a store that cannot be asked', () => {
    const line = turns();
    line.offer(group('a'));
    line.offer(group('a', 'mail', 'two'));
    line.forget('one');
    expect([line.next(), line.next()]).toEqual([group('a', 'mail', 'two'), null]);
  });
});
