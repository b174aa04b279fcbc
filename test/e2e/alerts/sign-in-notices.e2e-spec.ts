import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AlertNoticesJob } from '../../../src/features/alerts/notices/alert-notices.job.js';
import { AlertsForBellJob } from '../../../src/features/alerts/notices/alerts-for-bell.job.js';
import { startTestApp, useTestApp, workerSettings } from '../../support/app.js';
import { perSuite } from '../../support/frames.js';
import { TestClock } from '../../support/test-clock.js';
import { AlertStage } from './alert-stage.js';
import { endingCertificate } from './causes.js';

const DAY_MS = 86_400_000;

describe('notices about the end of ways in', () => {
  const clock = new TestClock();
  const test = useTestApp({ clock });
  const worker = perSuite(
    () => startTestApp({ clock, databases: test.databases, settings: () => workerSettings(test) }),
    (it) => it.close(),
  );
  let start: Date;
  let stage: AlertStage;

  beforeAll(async () => {
    start = clock.now();
    stage = await AlertStage.open(test);
    // Two addresses of the customer, without a topic and with another topic, and an unverified one.
    for (const [topics, status] of [
      ['{}', 'verified'],
      ['{usage}', 'verified'],
      ['{usage}', 'pending'],
    ])
      await stage.sql(
        `INSERT INTO email_addresses (client_id, data_env, address_id, email_sealed, email_hash, label, language, topics, status,
                unsubscribe_hash, created_by, verified_at)
         SELECT $1, $2, it, 'x', it::text::bytea, 'Desk', 'en', $3, $4, it::text::bytea, 'test', now() - interval '1 day'
           FROM gen_random_uuid() AS it`,
        topics,
        status,
      );
  });
  beforeEach(async () => {
    await stage.sql('DELETE FROM notices WHERE client_id = $1 AND data_env = $2');
  });

  /**
   * Moves the clock this many days from the start, then runs the check in two jobs at once, like
   * two workers.
   */
  const lookOnDay = async (days: number): Promise<void> => {
    clock.set(new Date(start.getTime() + days * DAY_MS));
    const job = worker.app.get(AlertNoticesJob, { strict: false });
    await Promise.all([job.handle(stage.tenant), job.handle(stage.tenant)]);
  };
  /** The reasons and reminders sent to each address, in order. */
  const told = async (): Promise<string[]> => {
    const rows = (await stage.sql(
      `SELECT period, count(*)::int AS addresses FROM notices WHERE client_id = $1 AND data_env = $2
        GROUP BY period ORDER BY min(created_at)`,
    )) as { period: string; addresses: number }[];
    for (const { addresses } of rows) expect(addresses).toBe(2);
    return rows.map(({ period }) => period.split(' ').slice(1).join(' '));
  };

  // alerts 7.1: the job of the bell checks every client, regardless of topics
  it('are looked for at every client', async () => {
    const clients = await worker.app.get(AlertsForBellJob, { strict: false }).plan();
    expect(clients.map(({ clientId }) => clientId)).toContain(stage.tenant.clientId);
  });

  // alerts 7.2, single-sign-on 2.7
  it('tell of a certificate 30, 7 and 1 days before its end and after it, once each', async () => {
    const { mend } = await endingCertificate(stage, new Date(start.getTime() + 31 * DAY_MS));
    const seen: string[][] = [];
    for (const day of [0, 1.01, 20, 24.01, 27, 30.01, 30.5, 31.01, 40]) {
      await lookOnDay(day);
      seen.push(await told());
    }
    const all = ['ending', 'ending 7 days', 'ending last', 'ended'];
    expect(seen.map((it) => it.length)).toEqual([0, 1, 1, 2, 2, 3, 3, 4, 4]);
    expect(seen.at(-1)).toEqual(all);
    await mend();
  });

  // break-glass 2.6
  it('tell of proofs that age seven days before, and when too few holders are left', async () => {
    const { subjectId, mend } = await endingCertificate(stage, new Date(start.getTime() + 900 * DAY_MS));
    await stage.sql(
      `INSERT INTO tenant_required_connections (client_id, data_env, connection_id, required_at, required_by)
       VALUES ($1, $2, $3, $4, 'test')`,
      subjectId,
      start,
    );
    const holders = await Promise.all([0, 1, 2].map(() => aHolder()));
    // The second proof is one of three ages; the third holder's is older from the start.
    const prove = (holder: string, days: number) =>
      stage.sql(
        'UPDATE break_glass_holders SET proved_at = $4 WHERE client_id = $1 AND data_env = $2 AND user_id = $3',
        holder,
        new Date(start.getTime() + days * DAY_MS),
      );
    await prove(holders[0]!, 0);
    await prove(holders[1]!, -2);
    await prove(holders[2]!, -10);
    for (const [day, expected] of [
      [20.9, []],
      [21.01, ['ending']],
      [27, ['ending']],
      [28.01, ['ending', 'ended']],
    ] as const) {
      await lookOnDay(day);
      expect([day, await told()]).toEqual([day, expected]);
    }
    await prove(holders[1]!, 28);
    await lookOnDay(29);
    // The first proof is the older of the two that count.
    expect(await told()).toEqual(['ending', 'ended', 'ending']);
    await prove(holders[0]!, 29);
    // A directory ends the role of a holder without asking anyone, and the third holder's proof is
    // too old.
    await stage.sql(
      'UPDATE portal_user_client_assignments SET active = false WHERE client_id = $1 AND data_env = $2 AND user_id = $3',
      holders[1],
    );
    await lookOnDay(30);
    expect(await told()).toEqual(['ending', 'ended', 'ending', 'ended']);
    await mend();
  });

  /** A holder with a passkey that was never proved. */
  async function aHolder(): Promise<string> {
    const { userId } = await test.world.aUser(stage.tenant, { role: 'client_admin' });
    await stage.sql(
      `WITH passkey AS (INSERT INTO second_factors (factor_id, user_id, kind, name, created_at, confirmed_at)
                        VALUES (gen_random_uuid(), $3, 'webauthn', 'Key', '2026-01-01', '2026-01-01')
                        RETURNING factor_id)
       INSERT INTO break_glass_holders (client_id, data_env, user_id, added_at, added_by, proved_factor_id)
       SELECT $1, $2, $3, now(), 'test', factor_id FROM passkey`,
      userId,
    );
    return userId;
  }
});
