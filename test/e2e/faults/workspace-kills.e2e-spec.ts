import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { Test } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { BuiltService, environmentOf } from '../../support/built-process.js';
import { IN_THIS_DATABASE } from '../../support/databases.js';
import { atDepth } from '../../support/depth.js';
import { FaultProxy } from '../../support/fault-proxy.js';
import { TestClock } from '../../support/test-clock.js';
import { bearer } from '../access/callers.js';
import { aDesk } from '../workspace/editing.js';
import type { Desk } from '../workspace/editing.js';
import { anEmptyProject, exported } from '../workspace/filing.js';
import { aRuntime, assistant, booking, publishDraft, save, send } from '../workspace/releasing.js';
import { aPublishedDesk, staged } from '../workspace/staging.js';
import { aConversationTest, finished, takeTests } from '../workspace/testing-assistants.js';
import type { Run } from '../workspace/testing-assistants.js';

/** A request that changes a workspace, and the projects that it touches. */
interface Change {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
  readonly projects: readonly string[];
  readonly key: string;
}

describe('changes of workspaces whose process dies', () => {
  const clock = new TestClock();
  let service: BuiltService;
  let test: TestApp;

  beforeAll(async () => {
    service = new BuiltService();
    test = await startTestApp({ clock });
  });
  afterAll(async () => {
    service.stop();
    await test.close();
  });

  const ofProject = ({ projectId }: Desk, path: string): string => `/v1/projects/${projectId}/${path}`;

  async function aSource(): Promise<Desk> {
    const desk = await aDesk(test);
    await save(test, desk, 'booking', booking());
    await save(test, desk, 'assistant', assistant());
    return desk;
  }

  async function anImport(): Promise<Change> {
    const { sections, schema_version } = await exported(test, await aSource());
    const desk = await aDesk(test);
    const own = { sections, schema_version };
    return {
      path: ofProject(desk, 'configuration/import'),
      headers: desk.admin,
      body: own,
      projects: [desk.projectId],
      key: randomUUID(),
    };
  }

  async function aClone(): Promise<Change> {
    const source = await aSource();
    const target = await anEmptyProject(test, source);
    return {
      path: ofProject(source, 'configuration/clone'),
      headers: source.admin,
      body: { target: { project_id: target.projectId }, source: 'draft' },
      projects: [source.projectId, target.projectId],
      key: randomUUID(),
    };
  }

  async function aFinish(): Promise<Change> {
    const desk = await aDesk(test);
    await aPublishedDesk(test, desk);
    const { version_number } = await staged(test, desk);
    return {
      path: ofProject(desk, 'staged-release/finish'),
      headers: desk.admin,
      body: { version_number },
      projects: [desk.projectId],
      key: randomUUID(),
    };
  }

  async function aReport(): Promise<Change> {
    const desk = await aSource();
    await publishDraft(test, desk);
    await send(test, desk, 'post', 'conversation-tests', { body: aConversationTest() }).expect(201);
    const asked = await send(test, desk, 'post', 'conversation-tests/runs', { body: { use: 'published' } });
    const key = await aRuntime(test, desk);
    const { items } = await takeTests(test, desk, key);
    return {
      path: `/internal${ofProject(desk, `conversation-tests/runs/${(asked.body as Run).run_id}/reports`)}`,
      headers: { 'X-API-Key': key },
      body: finished(items[0]!.test_id),
      projects: [desk.projectId],
      key: randomUUID(),
    };
  }

  /** Into a project of another client of the same person. */
  async function aCloneElsewhere(): Promise<Change> {
    const person = await test.world.aPerson();
    const organisationId = `organisation-${randomUUID()}`;
    const aPlace = async (isDefault: boolean): Promise<Desk> => {
      const tenant = await test.world.aTenant();
      await test.world.assign(person, tenant, { role: 'partner_admin', organisationId, isDefault });
      const projectId = await test.world.aProject(tenant, { lifecycleState: 'setup' });
      return { tenant, projectId, admin: bearer(person.token()), adminId: person.userId };
    };
    const source = await aPlace(true);
    await save(test, source, 'assistant', assistant());
    const { tenant, projectId } = await aPlace(false);
    return {
      path: ofProject(source, 'configuration/clone'),
      headers: source.admin,
      body: { target: { client_id: tenant.clientId, project_id: projectId }, source: 'draft' },
      projects: [projectId],
      key: randomUUID(),
    };
  }

  /** All that these changes write, but for identifiers and times. */
  const outcome = ({ projects }: Change): Promise<object[]> =>
    test.world.sql(
      `SELECT p.lifecycle_state, p.revision, p.latest_published_version,
              (SELECT g.version_number FROM project_governance g WHERE g.project_id = p.project_id) AS governed,
              (SELECT count(*)::integer FROM project_drafts d WHERE d.project_id = p.project_id) AS drafts,
              (SELECT array_agg(s.section ORDER BY s.section)
                 FROM project_draft_sections s WHERE s.project_id = p.project_id) AS drafted,
              (SELECT count(*)::integer FROM project_versions v WHERE v.project_id = p.project_id) AS versions,
              (SELECT s.state FROM project_staged_releases s WHERE s.project_id = p.project_id) AS staged,
              (SELECT array_agg(r.status) FROM conversation_test_results r WHERE r.project_id = p.project_id) AS results,
              (SELECT array_agg(a.action ORDER BY a.action)
                 FROM audit_events a WHERE a.metadata->>'project_id' = p.project_id) AS audited
         FROM projects p WHERE p.project_id = ANY($1) ORDER BY array_position($1, p.project_id)`,
      [projects],
    );
  const outcomes = (changes: readonly Change[]): Promise<object[][]> => Promise.all(changes.map(outcome));

  /** Repeats a request to a process that lives, past the deadline of the dead one's key. */
  function repeated({ path, headers, body, key }: Change): Test {
    clock.set(new Date(Date.now() + 11_000));
    return test
      .request()
      .post(path)
      .set({ ...headers, 'Idempotency-Key': key })
      .send(body);
  }

  const madeOf = async (makers: readonly (() => Promise<Change>)[]): Promise<Change[]> => {
    clock.set(new Date());
    const made: Change[] = [];
    for (const make of makers) made.push(await make());
    return made;
  };

  /** What changes come to where no process dies. */
  async function undisturbed(makers: readonly (() => Promise<Change>)[]): Promise<object[][]> {
    const changes = await madeOf(makers);
    for (const change of changes) await repeated(change).expect(200);
    return outcomes(changes);
  }

  /** Sends all of them at once to one process, and kills it when each of them waits to write one of the tables. */
  async function killedAt(
    changes: readonly Change[],
    tables: readonly string[],
    moment: (unlock: () => Promise<unknown>) => Promise<unknown>,
    environment: Record<string, string> = {},
  ): Promise<void> {
    const main = service.start('main', environmentOf(test.settings, environment));
    const { port } = await main.line('listening');
    const blocker = new Client({ connectionString: test.databases.superuser.metadataUrl });
    await blocker.connect();
    try {
      await blocker.query('BEGIN');
      await blocker.query(`LOCK TABLE ${tables.join(', ')} IN SHARE MODE`);
      const sent = changes.map(({ path, headers, body, key }) =>
        fetch(`http://127.0.0.1:${Number(port)}${path}`, {
          method: 'POST',
          headers: { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': key },
          body: JSON.stringify(body),
        }).catch(() => null),
      );
      await expect.poll(() => waiting(tables), { interval: 20 }).toHaveLength(changes.length);
      await moment(() => blocker.query('ROLLBACK'));
      main.kill('SIGKILL');
      expect(await main.ended).toBe('SIGKILL');
      await blocker.query('ROLLBACK');
      await Promise.all(sent);
    } finally {
      await blocker.end();
    }
  }

  const waiting = (tables: readonly string[]) =>
    test.world.sql(
      `SELECT FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
        WHERE c.relname = ANY($1) AND NOT l.granted AND ${IN_THIS_DATABASE}`,
      [tables],
    );

  const KEYED = [anImport, aClone, aFinish];

  // What each of them writes on its way, and what all of them write last.
  const WRITES = [
    ['audit_events'],
    ['project_drafts', 'project_governance', 'conversation_test_results'],
    ['project_draft_sections', 'project_staged_releases', 'conversation_test_results'],
  ].slice(0, atDepth({ ordinary: 1, full: 3 }));

  // workspace 12.4, 12.9, 13.14, 15.5; requests 5.10
  it.each(WRITES)(
    'leaves nothing that has not committed when it is killed before it writes %s',
    async (...tables) => {
      const expected = await undisturbed([...KEYED, aReport]);
      const changes = await madeOf([...KEYED, aReport]);
      const before = await outcomes(changes);
      await killedAt(changes, tables, async () => undefined);
      // What waited for the lock is rolled back with its connection.
      await expect.poll(() => waiting(tables)).toEqual([]);
      expect(await outcomes(changes)).toEqual(before);
      const answers: unknown[] = [];
      for (const change of changes) answers.push((await repeated(change).expect(200)).body);
      expect(await outcomes(changes)).toEqual(expected);
      expect(answers[3]).toMatchObject({ applied: true });
      for (const [index, change] of changes.slice(0, 3).entries()) {
        const replay = await repeated(change).expect(200);
        expect([replay.get('Idempotent-Replayed'), replay.body]).toEqual(['true', answers[index]]);
      }
      expect(await outcomes(changes)).toEqual(expected);
    },
    120_000,
  );

  // workspace 12.4, 12.9, 12.11, 12.13, 13.14, 15.5; requests 5.10
  it('leaves all that has committed, and answers it once', async () => {
    const makers = [...KEYED, aReport, aCloneElsewhere];
    const expected = await undisturbed(makers);
    const changes = await madeOf(makers);
    const proxy = await FaultProxy.before(test.settings.metadata.url);
    try {
      const committed = async (unlock: () => Promise<unknown>): Promise<void> => {
        // Not earlier: what comes before, limits and the record of the key, has commits of its own.
        await proxy.become('lose commits');
        await unlock();
        await expect.poll(() => outcomes(changes), { interval: 50 }).toEqual(expected);
      };
      await killedAt(changes, ['audit_events'], committed, { METADATA_DATABASE_URL: proxy.url });
    } finally {
      await proxy.close();
    }
    for (const change of changes.slice(0, 3)) {
      expect((await repeated(change).expect(200)).get('Idempotent-Replayed')).toBe('true');
    }
    // A report has no key: the same again changes nothing.
    expect((await repeated(changes[3]!).expect(200)).body).toMatchObject({ applied: false });
    // The copy is whole and its source does not know: the target has a draft now, which the request does not name.
    await repeated(changes[4]!).expect(428);
    expect(await outcomes(changes)).toEqual(expected);
  }, 120_000);
});
