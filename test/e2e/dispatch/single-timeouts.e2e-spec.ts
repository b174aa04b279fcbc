import { describe, expect, it } from 'vitest';
import { inStore } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { perSuite } from '../../support/frames.js';
import { comeDue } from '../../support/worker.js';
import { useRuntimeBesideWorker } from './dispatching.js';
import { callsOf } from './single-calls.js';

describe('single calls of which nothing is heard', () => {
  const { test, runtime } = useRuntimeBesideWorker();
  const calls = perSuite(() => Promise.resolve(callsOf(runtime)));

  /** By now, both the call and the job are due. */
  const letPass = async (text: string, id: string): Promise<void> => {
    await inStore(test, text, [id]);
    await comeDue(test, 'dispatch.lease-ends');
  };

  const silent = async (): Promise<string> => {
    const { dispatch_id: id } = await calls.asked();
    await runtime.taken();
    await letPass(`UPDATE dispatches SET lease_expires_at = '2000-01-01' WHERE dispatch_id = $1`, id);
    await eventually(async () =>
      expect(await calls.status(id)).toMatchObject({ status: 'ended', disposition: 'system_failed' }),
    );
    return id;
  };

  // dispatch 3.4, 7.7
  it('end as system_failed with their lease, and an end that is reported after all counts', async () => {
    const id = await silent();
    expect((await runtime.end(id, 'answered')).body).toMatchObject({ applied: true });
    expect((await runtime.end(id, 'busy', { sequence: 10 })).body).toMatchObject({ applied: false });
    expect(await calls.status(id)).toMatchObject({ status: 'ended', disposition: 'answered' });
  });

  // dispatch 3.4, caller-requests 12.8
  it('keep that end where the person was erased since', async () => {
    const id = await silent();
    await inStore(test, `UPDATE single_dispatches SET call = '{}' WHERE dispatch_id = $1`, [id]);
    expect((await runtime.end(id, 'answered')).body).toMatchObject({ applied: false });
    expect(await calls.status(id)).toMatchObject({ status: 'ended', disposition: 'system_failed' });
  });

  // dispatch 7.5
  it('are refused when no runtime has taken them in time', async () => {
    const { dispatch_id: id } = await calls.asked();
    const [row] = await inStore<{ waits: number }>(
      test,
      `SELECT extract(epoch FROM expires_at - requested_at)::int AS waits FROM single_dispatches WHERE dispatch_id = $1`,
      [id],
    );
    expect(row!.waits).toBe(600);
    await letPass(`UPDATE single_dispatches SET expires_at = '2000-01-01' WHERE dispatch_id = $1`, id);
    expect(await runtime.taken()).toEqual([]);
    await eventually(async () =>
      expect(await calls.status(id)).toMatchObject({ status: 'refused', refused_codes: ['not_taken'] }),
    );
  });
});
