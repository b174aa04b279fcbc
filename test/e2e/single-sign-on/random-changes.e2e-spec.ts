import type { Response } from 'supertest';
import { expect, it } from 'vitest';
import type { TestUser } from '../../support/builders.js';
import { atDepth, SEED } from '../../support/depth.js';
import { SeededRandom } from '../../support/seeded-random.js';
import { ENFORCEMENT, OFF, useEnforcement } from './enforcement-stage.js';

const on = useEnforcement();
const { frame } = on;
const { test, client } = frame;
// Two calls per turn: 10,000 in a full run.
const TURNS = atDepth({ ordinary: 40, full: 5_000 });
const MENDED_EVERY = 5;
/** Long before a session through the connection becomes too old to prove it. */
const RENEWED_EVERY = 200;

/** Facts that must hold while a connection is required. */
const STATE = `
  SELECT c.serving IS NOT NULL AND NOT c.is_disabled AS serves,
         (SELECT count(*)::int FROM sso_domains d WHERE d.connection_id = c.connection_id AND d.status = 'verified') AS domains,
         (SELECT count(*)::int FROM break_glass_ways w WHERE w.client_id = $1 AND w.proved_at >= now() - interval '30 days') AS ways,
         q.required_by AS by
    FROM tenant_required_connections q LEFT JOIN sso_connections c USING (connection_id) WHERE q.client_id = $1`;

interface State {
  readonly serves: boolean;
  readonly domains: number;
  readonly ways: number;
  readonly by: string;
}

// single-sign-on 7.2, 7.5; break-glass 2.5
it(
  'no sequence of changes requires an unproven connection, or leaves a client without a way in',
  async () => {
    const random = new SeededRandom(SEED);
    const { admin, domain, tenant } = client();
    const { world } = test;
    const stage = on.glass;
    const people = [await stage.admin(), await stage.admin(), await stage.admin()] as const;
    const [one, two, three] = people.map(({ user }) => user) as [TestUser, TestUser, TestUser];
    const ids = people.map(({ user }) => user.userId);
    await stage.save(people[0].browser, ids);
    await on.prove();
    const passkeys = await world.sql(
      'SELECT to_jsonb(f) AS row FROM second_factors f WHERE user_id = ANY($1)',
      [ids],
    );
    let live = await on.throughDirectory(admin);
    for (const person of [one, two, three]) await on.throughDirectory(person);
    const links = await world.sql('SELECT to_jsonb(i) AS row FROM sso_identities i WHERE client_id = $1', [
      tenant.clientId,
    ]);
    let unproven = people[1].browser;
    let glass = (await stage.opened(people[0])).browser;
    let own = await Promise.all(people.map((person) => on.enterWithPasskey(person)));
    const counts = { required: 0, refused: 0, no_way_back: 0 };

    /** How many people it would lock out: those whose links have ended. */
    const excluded = async (): Promise<number | undefined> => {
      const preview = await live.get(`${ENFORCEMENT}/preview?connection_id=${client().connectionId}`);
      return (preview.body as { pagination?: { total_records: number } }).pagination?.total_records;
    };

    const require = async (): Promise<Response> => {
      const answer = await on.save(live, on.required(await excluded()));
      counts.required += answer.status === 200 ? 1 : 0;
      return answer;
    };
    const acts: (() => Promise<Response>)[] = [
      require,
      async () => {
        const answer = await on.save(glass, on.required());
        expect(answer.status).toBeGreaterThanOrEqual(400);
        return answer;
      },
      () => on.save(unproven, on.required()),
      () => on.save(live, OFF),
      () => on.save(glass, OFF),
      () => on.change(glass, 'post', '/disable'),
      () => on.change(glass, 'post', '/activate'),
      () => on.change(glass, 'patch', '', { domains: [] }),
      () => on.change(glass, 'patch', '', { domains: [domain] }),
      () => on.change(glass, 'patch', '', { client_secret: `another-secret-${random.below(1000)}` }),
      async () => {
        await frame.set('tested_version = version');
        return on.change(glass, 'post', '/activate');
      },
      () => stage.save(live, [admin.userId, random.of(ids)]),
      () => stage.save(live, ids),
      () => on.changeRole(live, random.of([one, two, three]), 'client_staff'),
      () => on.changeRole(glass, random.of([two, three]), 'client_user'),
      () => on.actOn(live, random.of([one, two, three]), 'deactivate'),
      () => on.actOn(glass, random.of([two, three]), 'deactivate'),
      () => on.actOn(live, random.of([one, two, three]), 'mfa-reset'),
      () => on.removePasskeys(random.of(own)),
      () => on.removePasskeys(random.of(own)),
    ];
    /**
     * Makes the connection ready to be required: with holders, roles, links, passkeys and proofs as
     * at first.
     */
    const mend = async (turn: number): Promise<void> => {
      await world.sql(
        `UPDATE portal_user_client_assignments SET role = 'client_admin', active = true WHERE user_id = ANY($1)`,
        [ids],
      );
      await world.sql(
        `INSERT INTO break_glass_holders (client_id, data_env, user_id, added_at, added_by)
         SELECT $1, $2, it, now(), 'test' FROM unnest($3::uuid[]) AS it ON CONFLICT DO NOTHING`,
        [tenant.clientId, tenant.dataEnv, ids],
      );
      for (const { row } of passkeys as { row: object }[])
        await world.sql(
          `INSERT INTO second_factors SELECT * FROM jsonb_populate_record(NULL::second_factors, $1) ON CONFLICT DO NOTHING`,
          [JSON.stringify(row)],
        );
      for (const { row } of links as { row: object }[])
        await world.sql(
          `INSERT INTO sso_identities SELECT * FROM jsonb_populate_record(NULL::sso_identities, $1) ON CONFLICT DO NOTHING`,
          [JSON.stringify(row)],
        );
      // Only a proved passkey opens a use.
      await on.prove();
      // A request would still find a session that ended a moment ago.
      const uses = await world.sql(
        'SELECT FROM portal_sessions WHERE subject = $1 AND break_glass_id IS NOT NULL',
        [one.subject],
      );
      if (uses.length === 0 || turn % RENEWED_EVERY === 0) glass = (await stage.opened(people[0])).browser;
      unproven = await frame.signedIn(two);
      await on.change(glass, 'patch', '', { domains: [domain] });
      await frame.set('tested_version = version');
      await on.change(glass, 'post', '/activate');
      const sessions = await frame.sessions();
      const isIn = ({ subject }: TestUser) => sessions.some((it) => it.subject === subject);
      if (!isIn(admin) || turn % RENEWED_EVERY === 0) live = await on.enter(admin.subject);
      own = await Promise.all(
        people.map((person, at) =>
          isIn(person.user) ? Promise.resolve(own[at]!) : on.enterWithPasskey(person),
        ),
      );
      await stage.save(live, ids);
      if (random.below(2) === 0) await require();
    };
    for (let turn = 0; turn < TURNS; turn += 1) {
      await on.freeLimits();
      if (turn % MENDED_EVERY === 0) await mend(turn);
      for (const answer of await Promise.all([random.of(acts)(), random.of(acts)()])) {
        counts.refused += answer.status === 409 ? 1 : 0;
        counts.no_way_back += answer.text.includes('"no_way_back"') ? 1 : 0;
        expect(answer.status, answer.text).toBeLessThan(500);
      }
      const [state] = await world.sql<State>(STATE, [tenant.clientId]);
      if (state) {
        expect([turn, state]).toMatchObject([turn, { serves: true, domains: 1, by: admin.userId }]);
        expect([turn, state.ways], 'ways back').toEqual([turn, Math.max(state.ways, 2)]);
      }
    }
    expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
  },
  atDepth({ ordinary: 240_000, full: 1_800_000 }),
);
