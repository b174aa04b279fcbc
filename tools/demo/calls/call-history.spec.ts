import { describe, expect, it } from 'vitest';
import { missingCalls, NO_HISTORY, recordAt } from './call-history.ts';
import type { StoredHistory } from './call-history.ts';
import { DEMO_CAST } from '../cast/cast.ts';
import type { DemoTenant } from '../types.ts';

/** A Friday noon in Sydney, when there are calls in progress. */
const NOW = new Date('2026-11-20T00:30:00.000Z');
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

describe('the history', () => {
  it('are still 20,000 long before and long after', () => {
    for (const now of ['2025-03-01T03:00:00Z', '2031-07-15T03:00:00Z']) {
      const calls = DEMO_CAST.tenants.flatMap((tenant) =>
        missingCalls(DEMO_CAST, tenant, NO_HISTORY, new Date(now)),
      );
      expect(calls.length).toBeGreaterThan(20_000);
      expect(calls.length).toBeLessThan(32_000);
    }
  });

  it('come in by their start, so that a start that was killed goes on where it stopped', () => {
    for (const tenant of DEMO_CAST.tenants) {
      const calls = missingCalls(DEMO_CAST, tenant, NO_HISTORY, NOW);
      const starts = calls.map(({ startedAt }) => startedAt);
      expect(starts.every((start, index) => index === 0 || start >= (starts[index - 1] ?? 0))).toBe(true);
      const written = calls.slice(0, Math.floor(calls.length / 2) + 1).map(({ callId }) => callId);
      const newest = new Date(starts[written.length - 1] ?? 0);
      const rest = missingCalls(DEMO_CAST, tenant, { newest, unfinished: [] }, NOW);
      const both = new Set([...written, ...rest.map(({ callId }) => callId)]);
      expect([...both]).toEqual(calls.map(({ callId }) => callId));
    }
  });
});

describe('a later start', () => {
  const [tenant] = DEMO_CAST.tenants as [DemoTenant];
  const calls = missingCalls(DEMO_CAST, tenant, NO_HISTORY, NOW);
  const live = calls.filter((call) => recordAt(call, NOW)['revision'] === 1);
  const stored: StoredHistory = {
    newest: new Date(calls.at(-1)?.startedAt ?? 0),
    unfinished: live.map(({ callId, project, startedAt }) => ({
      callId,
      projectId: project.projectId,
      startedAt: new Date(startedAt),
    })),
  };

  it('adds nothing when nothing has happened since', () => {
    const again = missingCalls(DEMO_CAST, tenant, stored, NOW);
    expect(
      again.map(({ callId }) => callId).filter((id) => !calls.some(({ callId }) => callId === id)),
    ).toEqual([]);
    expect(again.length).toBeLessThanOrEqual(live.length + 1);
  });

  it('finishes the calls that were under way', () => {
    const later = new Date(NOW.getTime() + HOUR_MS / 2);
    const byId = new Map(
      missingCalls(DEMO_CAST, tenant, stored, later).map((call) => [call.callId, recordAt(call, later)]),
    );
    expect(live.length).toBeGreaterThan(0);
    for (const { callId } of live) {
      expect(byId.get(callId)).toMatchObject({ revision: 2 });
      expect(byId.get(callId)?.['ended_at_utc']).toBeTypeOf('string');
    }
  });

  it('adds the days since, and no more', () => {
    const later = new Date(NOW.getTime() + 3 * DAY_MS);
    const added = missingCalls(DEMO_CAST, tenant, stored, later);
    expect(added.length).toBeGreaterThan(100);
    expect(added.length).toBeLessThan(calls.length / 15);
  });
});
