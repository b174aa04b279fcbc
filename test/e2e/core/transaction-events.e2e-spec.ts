import { Injectable } from '@nestjs/common';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ListensInTransaction } from '../../../src/core/work/events/listener.js';
import type { TransactionListener } from '../../../src/core/work/events/listener.js';
import { unavailable } from '../../../src/core/shared/platform-error.js';
import type { UnitOfWork } from '../../../src/core/database/unit-of-work/unit-of-work.js';
import { ConfigurationPublished } from '../../../src/features/configuration/configuration.events.js';
import { useTestApp } from '../../support/app.js';
import { aProjectFixture } from '../configuration/editing.js';
import type { ProjectFixture } from '../configuration/editing.js';
import {
  auditOf,
  booking,
  completeDraft,
  draftEtag,
  publishDraft,
  save,
  send,
} from '../releases/releasing.js';

let refuses = false;

const APPEND = `UPDATE projects SET lifecycle_notes = coalesce(lifecycle_notes, '') || $4
                 WHERE client_id = $1 AND data_env = $2 AND project_id = $3`;
const append = (tx: UnitOfWork, projectId: string, note: string): Promise<object[]> =>
  tx.query({ name: 'test_append_note', text: APPEND }, [projectId, note]);

@ListensInTransaction()
@Injectable()
class BListener implements TransactionListener<ConfigurationPublished> {
  readonly event = ConfigurationPublished;

  async handle(tx: UnitOfWork, { projectId, versionNumber, source }: ConfigurationPublished): Promise<void> {
    await append(tx, projectId, ` B:${source}:${versionNumber}`);
    if (refuses) throw unavailable(new Error('planted'), 7);
  }
}

@ListensInTransaction()
@Injectable()
class AListener implements TransactionListener<ConfigurationPublished> {
  readonly event = ConfigurationPublished;

  async handle(tx: UnitOfWork, { projectId }: ConfigurationPublished): Promise<void> {
    await append(tx, projectId, ' A');
  }
}

describe('a feature that listens to what happens in another', () => {
  const test = useTestApp({ providers: [BListener, AListener] });
  let desk: ProjectFixture;

  beforeAll(async () => {
    // B is found first.
  });
  beforeEach(async () => {
    refuses = false;
    desk = await aProjectFixture(test);
    await save(test, desk, 'booking', booking());
    await completeDraft(test, desk);
  });

  const standing = async () => {
    const rows = await test.world.sql<{ notes: string | null; latest: number | null }>(
      `SELECT lifecycle_notes AS notes, latest_published_version AS latest FROM projects WHERE project_id = $1`,
      [desk.projectId],
    );
    return rows[0];
  };

  it('does its part in the same transaction, after those whose names come before', async () => {
    await publishDraft(test, desk);
    expect(await standing()).toEqual({ notes: ' A B:publish:1', latest: 1 });
    await save(test, desk, 'booking', booking(['2026-12-25']));
    await publishDraft(test, desk);
    await send(test, desk, 'post', 'rollback', { body: { version_number: 1 } }).expect(200);
    expect(await standing()).toEqual({
      notes: ' A B:publish:1 A B:publish:2 A B:rollback:3',
      latest: 3,
    });
  });

  it('has nothing of it happen where its part fails, and all of it when the request comes again', async () => {
    refuses = true;
    const ifMatch = await draftEtag(test, desk);
    const request = { body: {}, ifMatch, key: 'once' };
    const refused = await send(test, desk, 'post', 'publish', request).expect(503);
    expect(refused.get('Retry-After')).toBe('7');
    expect(await standing()).toEqual({ notes: null, latest: null });
    expect(await auditOf(test, desk, 'project.published')).toEqual([]);
    refuses = false;
    await send(test, desk, 'post', 'publish', request).expect(200);
    expect(await standing()).toEqual({ notes: ' A B:publish:1', latest: 1 });
    expect(await auditOf(test, desk, 'project.published')).toHaveLength(1);
  });
});
