import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestApp } from '../../support/app.js';
import { environmentOf, useBuiltService } from '../../support/built-process.js';
import { WAITING_FOR_TABLE, whileLocked } from '../../support/databases.js';
import { FaultProxy } from '../../support/fault-proxy.js';
import { TestClock } from '../../support/test-clock.js';
import { aProjectFixture } from '../configuration/editing.js';
import type { ProjectFixture } from '../configuration/editing.js';
import {
  aRuntime,
  booking,
  configuration,
  draftEtag,
  publishDraft,
  save,
  send,
} from '../releases/releasing.js';
import type { Version } from '../releases/releasing.js';

const OLD = booking();
const NEW = booking(['2026-12-25']);

/** Everything that publishing changes. */
interface Outcome {
  readonly versions: number;
  readonly current: number;
  readonly revision: number;
  readonly governance: number;
  readonly drafts: number;
  readonly draft_sections: number;
  readonly audited: number;
  readonly served: unknown;
}

const BEFORE = {
  versions: 1,
  current: 1,
  revision: 2,
  governance: 1,
  drafts: 1,
  draft_sections: 1,
  audited: 1,
};
const AFTER = {
  versions: 2,
  current: 2,
  revision: 3,
  governance: 2,
  drafts: 0,
  draft_sections: 0,
  audited: 2,
};

describe('a publish whose process dies', () => {
  const clock = new TestClock();
  const test = useTestApp({ clock });
  const service = useBuiltService();
  let desk: ProjectFixture;
  let runtime: string;
  let ifMatch: string;

  beforeEach(async () => {
    clock.set(new Date());
    desk = await aProjectFixture(test);
    runtime = await aRuntime(test, desk);
    await save(test, desk, 'booking', OLD);
    await publishDraft(test, desk);
    await save(test, desk, 'booking', NEW);
    ifMatch = await draftEtag(test, desk);
  });

  async function outcome(): Promise<Outcome> {
    const [row] = await test.world.sql<Omit<Outcome, 'served'>>(
      `SELECT (SELECT count(*) FROM project_versions v WHERE v.project_id = p.project_id)::integer AS versions,
              p.latest_published_version AS current, p.revision,
              (SELECT g.version_number FROM project_governance g WHERE g.project_id = p.project_id) AS governance,
              (SELECT count(*) FROM project_drafts d WHERE d.project_id = p.project_id)::integer AS drafts,
              (SELECT count(*) FROM project_draft_sections d WHERE d.project_id = p.project_id)::integer AS draft_sections,
              (SELECT count(*) FROM audit_events a
                WHERE a.metadata->>'project_id' = p.project_id AND a.action = 'project.published')::integer AS audited
         FROM projects p WHERE p.project_id = $1`,
      [desk.projectId],
    );
    const body: unknown = (await configuration(test, desk, runtime).expect(200)).body;
    return { ...row!, served: (body as { sections: Record<string, unknown> }).sections['booking'] };
  }

  interface Killing {
    /** When to kill. */
    readonly moment: () => Promise<unknown>;
    readonly afterwards?: () => Promise<unknown>;
    readonly environment?: Record<string, string>;
  }

  /**
   * Publishes through a process that is killed.
   * @param key of the request
   */
  async function publishAndKill(key: string, killing: Killing): Promise<void> {
    const { moment, afterwards, environment = {} } = killing;
    const { main, url } = await service.serve(environmentOf(test.settings, environment));
    const sent = fetch(`${url}/v1/projects/${desk.projectId}/publish`, {
      method: 'POST',
      headers: { ...desk.admin, 'Idempotency-Key': key, 'If-Match': ifMatch },
    }).catch(() => null);
    await moment();
    expect(await main.crash()).toBe('SIGKILL');
    await afterwards?.();
    await sent;
  }

  /** Repeats the request to a live process, after the dead process's key has expired. */
  async function repeat(key: string): Promise<{ version: Version; replayed: boolean }> {
    clock.set(new Date(Date.now() + 11_000));
    const answer = await send(test, desk, 'post', 'publish', { ifMatch, key }).expect(200);
    return { version: answer.body as Version, replayed: answer.get('Idempotent-Replayed') === 'true' };
  }

  const waitingFor = (table: string) => test.world.sql(WAITING_FOR_TABLE, [table]);

  // Each of these tables is written at a different point of the transaction.
  it.each(['project_versions', 'project_governance', 'project_draft_sections', 'audit_events'])(
    'leaves the old version whole when it is killed before it writes %s',
    async (table) => {
      const key = randomUUID();
      const { metadataUrl } = test.databases.superuser;
      await whileLocked(metadataUrl, `${table} IN SHARE MODE`, (unlock) =>
        publishAndKill(key, {
          moment: () => expect.poll(() => waitingFor(table), { interval: 10 }).toHaveLength(1),
          afterwards: unlock,
        }),
      );
      expect(await outcome()).toEqual({ ...BEFORE, served: OLD });
      expect(await repeat(key)).toMatchObject({ version: { version_number: 2 }, replayed: false });
      expect(await outcome()).toEqual({ ...AFTER, served: NEW });
    },
  );

  it('leaves the new version whole when it is killed between commit and answer', async () => {
    const key = randomUUID();
    const proxy = await FaultProxy.before(test.settings.metadata.url);
    try {
      await proxy.become('lose commits');
      await publishAndKill(key, {
        moment: () => expect.poll(async () => (await outcome()).versions).toBe(2),
        environment: { METADATA_DATABASE_URL: proxy.url },
      });
    } finally {
      await proxy.close();
    }
    // This process uses another process's publication within a second.
    clock.advance(1000);
    expect(await outcome()).toEqual({ ...AFTER, served: NEW });
    const { version, replayed } = await repeat(key);
    expect([version.version_number, replayed]).toEqual([2, true]);
    expect(await outcome()).toEqual({ ...AFTER, served: NEW });
  });
});
