import { randomUUID } from 'node:crypto';
import type { Test } from 'supertest';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../../support/app.js';
import { environmentOf, useBuiltService } from '../../support/built-process.js';
import { WAITING_FOR_TABLE, whileLocked } from '../../support/databases.js';
import { atDepth } from '../../support/depth.js';
import { FaultProxy } from '../../support/fault-proxy.js';
import { TestClock } from '../../support/test-clock.js';
import { bearer } from '../access/callers.js';
import { aProjectFixture } from '../configuration/editing.js';
import type { ProjectFixture } from '../configuration/editing.js';
import { anEmptyProject, exported } from '../configuration/filing.js';
import { aRuntime, assistant, booking, publishDraft, save, send } from '../releases/releasing.js';
import { publishFirstVersion, staged } from '../releases/staging.js';
import { aConversationTest, finished, takeTests } from '../assistant-tests/testing-assistants.js';
import type { Run } from '../assistant-tests/testing-assistants.js';

/** A request that changes a workspace, and the projects that it affects. */
interface Change {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
  readonly projects: readonly string[];
  readonly key: string;
}

describe('changes of workspaces whose process dies', () => {
  const clock = new TestClock();
  const test = useTestApp({ clock });
  const service = useBuiltService();

  const ofProject = ({ projectId }: ProjectFixture, path: string): string =>
    `/v1/projects/${projectId}/${path}`;

  async function aSource(): Promise<ProjectFixture> {
    const desk = await aProjectFixture(test);
    await save(test, desk, 'booking', booking());
    await save(test, desk, 'assistant', assistant());
    return desk;
  }

  async function anImport(): Promise<Change> {
    const { sections, schema_version } = await exported(test, await aSource());
    const desk = await aProjectFixture(test);
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
    const desk = await aProjectFixture(test);
    await publishFirstVersion(test, desk);
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

  /** Into a project that the same person has at another client. */
  async function aCloneElsewhere(): Promise<Change> {
    const person = await test.world.aPerson();
    const organisationId = `organisation-${randomUUID()}`;
    const aPlace = async (isDefault: boolean): Promise<ProjectFixture> => {
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

  /** Everything that these changes write, except identifiers and times. */
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
  /** Repeats a request to a live process, after the dead process's key has expired. */
  function repeated({ path, headers, body, key }: Change): Test {
    clock.set(new Date(Date.now() + 11_000));
    return test
      .request()
      .post(path)
      .set({ ...headers, 'Idempotency-Key': key })
      .send(body);
  }

  const made = (make: () => Promise<Change>): Promise<Change> => {
    clock.set(new Date());
    return make();
  };

  /** The result of a change if no process dies. */
  async function undisturbed(make: () => Promise<Change>): Promise<object[]> {
    const change = await made(make);
    await repeated(change).expect(200);
    return outcome(change);
  }

  /**
   * Sends it to a process that is killed; all else that it does is done when it waits to write its
   * audit row.
   */
  async function killed(
    { path, headers, body, key }: Change,
    moment: (unlock: () => Promise<unknown>) => Promise<unknown>,
    environment: Record<string, string> = {},
  ): Promise<void> {
    const { main, url } = await service.serve(environmentOf(test.settings, environment));
    const { metadataUrl } = test.databases.superuser;
    await whileLocked(metadataUrl, 'audit_events IN SHARE MODE', async (unlock) => {
      const sent = fetch(`${url}${path}`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json', 'Idempotency-Key': key },
        body: JSON.stringify(body),
      }).catch(() => null);
      const waiting = () => test.world.sql(WAITING_FOR_TABLE, ['audit_events']);
      await expect.poll(waiting, { interval: 10 }).toHaveLength(1);
      await moment(unlock);
      expect(await main.crash()).toBe('SIGKILL');
      await unlock();
      await sent;
    });
  }

  const CHANGES = [
    ['an import', anImport],
    ['a clone', aClone],
    ['the finish of a staged release', aFinish],
    ['the report of a test', aReport],
    ['a clone into another tenant', aCloneElsewhere],
  ] as const;
  const TRIED = CHANGES.slice(0, atDepth({ ordinary: 1, full: CHANGES.length }));
  // Each test starts a process, which takes time on a busy machine.
  const TIME_MS = 120_000;

  // workspace 12.4, 12.9, 13.14, 15.5; requests 5.10
  it.each(TRIED)(
    'leaves nothing of %s that has not committed',
    async (name, make) => {
      const expected = await undisturbed(make);
      const change = await made(make);
      const before = await outcome(change);
      await killed(change, () => Promise.resolve());
      expect(await outcome(change)).toEqual(before);
      const first = await repeated(change).expect(200);
      expect(await outcome(change)).toEqual(expected);
      const again = await repeated(change).expect(200);
      if (name === 'the report of a test') {
        expect([first.body, again.body]).toMatchObject([{ applied: true }, { applied: false }]);
      } else {
        expect([again.get('Idempotent-Replayed'), again.body]).toEqual(['true', first.body]);
      }
      expect(await outcome(change)).toEqual(expected);
    },
    TIME_MS,
  );

  // workspace 12.4, 12.9, 12.11, 12.13, 13.14, 15.5; requests 5.10
  it.each(TRIED)(
    'leaves all of %s that has committed, and does it once',
    async (name, make) => {
      const expected = await undisturbed(make);
      const change = await made(make);
      const proxy = await FaultProxy.before(test.settings.metadata.url);
      try {
        const committed = async (unlock: () => Promise<unknown>): Promise<void> => {
          // Not earlier: limits and the key's record, which come first, are separate commits.
          await proxy.become('lose commits');
          await unlock();
          await expect.poll(() => outcome(change), { interval: 20 }).toEqual(expected);
        };
        await killed(change, committed, { METADATA_DATABASE_URL: proxy.url });
      } finally {
        await proxy.close();
      }
      const answer = await repeated(change);
      // A report has no key: the same again changes nothing. A copy in another tenant is whole, and
      // its source does not know: the target has a draft now, which the request does not name.
      if (name === 'the report of a test') expect(answer.body).toMatchObject({ applied: false });
      else if (name === 'a clone into another tenant') expect(answer.status, answer.text).toBe(428);
      else expect(answer.get('Idempotent-Replayed'), answer.text).toBe('true');
      expect(await outcome(change)).toEqual(expected);
    },
    TIME_MS,
  );
});
