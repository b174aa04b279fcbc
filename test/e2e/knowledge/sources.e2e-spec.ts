import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { inStore } from '../../support/databases.js';
import { bearer } from '../access/callers.js';
import { useKnowledge } from './knowledge-fixture.js';

const { test, site, place, desk } = useKnowledge({ withWorker: false });

const REFUSED = (code: string) => expect.objectContaining({ code }) as object;

describe('a knowledge source', () => {
  // knowledge 1.1, 2.1, 2.2
  it('is created once for a key, shown and listed', async () => {
    const key = randomUUID();
    const first = await desk.create({ kind: 'file', title: 'Prices', language: 'en-AU' }, key).expect(201);
    expect(first.body).toEqual({
      source_id: expect.any(String) as string,
      kind: 'file',
      title: 'Prices',
      url: null,
      language: 'en-AU',
      status: 'pending',
      failure_code: null,
      media_type: null,
      bytes: null,
      text_bytes: 0,
      content_hash: null,
      fetched_at_utc: null,
      refresh: 'none',
      findings: [],
      in_builds: false,
      text_is_open: false,
      etag: expect.any(String) as string,
      created_at_utc: expect.any(String) as string,
      updated_at_utc: expect.any(String) as string,
    });
    const again = await desk.create({ kind: 'file', title: 'Prices', language: 'en-AU' }, key).expect(201);
    expect([again.get('Idempotent-Replayed'), again.body]).toEqual(['true', first.body]);
    const { source_id: id, etag } = first.body as { source_id: string; etag: string };
    const shown = await desk.ask('get', `/${id}`).expect(200);
    expect([shown.body, shown.get('ETag')]).toEqual([first.body, `"${etag}"`]);
    await desk.created({ kind: 'text', title: 'Hours' });
    expect((await desk.list()).map(({ title }) => title)).toEqual(['Prices', 'Hours']);
    expect((await desk.ask('get').expect(200)).body).toMatchObject({ text_bytes: 0 });
  });

  // knowledge 2.3
  it.each([
    ['a page without an address', { kind: 'url' }, 'url'],
    ['a plain address', { kind: 'url', url: 'http://example.com/' }, 'url'],
    ['an address with a password', { kind: 'url', url: 'https://a:b@example.com/' }, 'url'],
    ['a private address', { kind: 'url', url: 'https://10.0.0.1/' }, 'url'],
    ['the metadata of a cloud', { kind: 'url', url: 'https://169.254.169.254/latest' }, 'url'],
    ['no address', { kind: 'url', url: 'nothing' }, 'url'],
    ['a file with an address', { kind: 'file', url: 'https://8.8.8.8/' }, 'url'],
    ['a text with a period', { kind: 'text', refresh: 'daily' }, 'refresh'],
    ['another kind', { kind: 'folder' }, 'kind'],
    ['no language', { kind: 'file', language: 'English' }, 'language'],
    ['no title', { kind: 'file', title: '' }, 'title'],
    ['a title with a number', { kind: 'file', title: 'Call Mia on 0412 345 678' }, 'title'],
    ['a title with a password', { kind: 'file', title: 'The password is hunter2-and-more' }, 'title'],
  ])('is refused as %s', async (_, body, field) => {
    const { text } = await desk.create(body).expect(422);
    expect(text).toContain(field);
    expect(await desk.list()).toEqual([]);
  });

  // knowledge 1.2
  it('is read by partners and the customer, and changed by a partner_admin alone', async () => {
    const source = await desk.created();
    for (const role of ['partner_user', 'client_admin', 'client_manager', 'client_staff'] as const) {
      const user = await test.world.aUser(place.tenant, { role });
      await test.world.assignProject(user, place.tenant, place.projectId);
      const other = desk.as(bearer(user.token()));
      await other.ask('get', `/${source.source_id}`).expect(200);
      await other.create({ kind: 'file' }).expect(404);
      await other.change(source, { title: 'Mine' }).expect(404);
      await other.remove(source).expect(404);
      await other.put(source.source_id, 'text').expect(404);
      await other.ask('post', `/${source.source_id}/refresh`).send({}).expect(404);
    }
  });

  // knowledge 1.2
  it('of another project is absent, and so is a malformed id', async () => {
    const source = await desk.created();
    const elsewhere = await test.world.aProject(place.tenant);
    const path = (projectId: string, id: string) => `/v1/projects/${projectId}/knowledge/sources/${id}`;
    for (const address of [
      path(elsewhere, source.source_id),
      path(place.projectId, randomUUID()),
      path(place.projectId, source.source_id.toUpperCase()),
      path(place.projectId, 'x'),
    ]) {
      const asked = (method: 'get' | 'patch' | 'delete' | 'put', action = '') =>
        test
          .request()
          [method](address + action)
          .set(desk.headers);
      await asked('get').expect(404);
      await asked('patch').set('If-Match', `"${source.etag}"`).send({ title: 'x' }).expect(404);
      await asked('delete').set('If-Match', `"${source.etag}"`).send({}).expect(404);
      await asked('put', '/content')
        .set('content-type', 'application/octet-stream')
        .send(Buffer.from('x'))
        .expect(404);
    }
  });

  // knowledge 2.5, 2.6, 2.8
  it('is changed and deleted by who has read it', async () => {
    const source = await desk.created();
    await desk.ask('patch', `/${source.source_id}`).send({ title: 'New' }).expect(428);
    await desk.change({ ...source, etag: 'stale' }, { title: 'New' }).expect(409);
    await desk.change(source, { title: 'Mail to mia@example.com' }).expect(422);
    const changed = await desk.change(source, { title: 'New', language: 'de' }).expect(200);
    expect(changed.body).toMatchObject({ title: 'New', language: 'de', refresh: 'none' });
    await desk.change(source, { title: 'Newer' }).expect(409);
    const { etag } = changed.body as { etag: string };
    await desk.ask('delete', `/${source.source_id}`).send({}).expect(428);
    await desk.remove(source).expect(409);
    expect((await desk.remove({ ...source, etag }).expect(200)).body).toEqual({
      source_id: source.source_id,
      deleted: true,
    });
    await desk.ask('get', `/${source.source_id}`).expect(404);
    const owed = await inStore<{ action: string; metadata: object }>(
      test,
      `SELECT action, metadata FROM audit_outbox WHERE client_id = $1 AND action LIKE 'knowledge%' ORDER BY action`,
      [place.tenant.clientId],
    );
    const ids = { project_id: place.projectId, source_id: source.source_id };
    expect(owed).toMatchObject([
      { action: 'knowledge_source.changed', metadata: ids },
      { action: 'knowledge_source.created', metadata: { ...ids, kind: 'file' } },
      { action: 'knowledge_source.deleted', metadata: ids },
    ]);
  });

  // knowledge 1.3
  it('of an archived project is only read', async () => {
    const source = await desk.created();
    await test.world.sql(`UPDATE projects SET lifecycle_state = 'archived' WHERE project_id = $1`, [
      place.projectId,
    ]);
    for (const asked of [
      desk.create({ kind: 'file' }),
      desk.change(source, { title: 'New' }),
      desk.remove(source),
      desk.put(source.source_id, 'text'),
      desk.ask('post', `/${source.source_id}/refresh`).send({}),
    ])
      expect((await asked.expect(409)).body).toMatchObject({ error: REFUSED('project_archived') });
    await desk.ask('get', `/${source.source_id}`).expect(200);
  });

  // knowledge 3.1, 4.2
  it('takes a content or is fetched, by its kind', async () => {
    const page = await desk.created({ kind: 'url', url: site.address() });
    expect(page.url).toBe(site.address());
    const mismatch = { error: REFUSED('knowledge_kind_mismatch') };
    expect((await desk.put(page.source_id, 'text').expect(409)).body).toMatchObject(mismatch);
    const file = await desk.created();
    const refreshed = await desk.ask('post', `/${file.source_id}/refresh`).send({}).expect(409);
    expect(refreshed.body).toMatchObject(mismatch);
    await desk.change(file, { refresh: 'daily' }).expect(422);
    await desk.ask('post', `/${page.source_id}/refresh`).send({}).expect(200);
  });

  // knowledge 2.4; errors 3.21
  it('is one of 200 at most, also when several are added at once', async () => {
    const { clientId, dataEnv } = place.tenant;
    const first = await desk.created();
    await inStore(
      test,
      `INSERT INTO knowledge_sources (client_id, data_env, source_id, project_id, kind, title_encrypted, language, etag, created_at,
                                      updated_at, updated_by)
       SELECT client_id, data_env, gen_random_uuid(), project_id, kind, title_encrypted, language, etag, created_at, updated_at, updated_by
         FROM knowledge_sources, generate_series(1, 197)
        WHERE client_id = $1 AND data_env = $2 AND source_id = $3`,
      [clientId, dataEnv, first.source_id],
    );
    const answers = await Promise.all([1, 2, 3, 4].map(() => desk.create({ kind: 'text' })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409]);
    const refused = answers.find(({ status }) => status === 409)!;
    expect(refused.body).toMatchObject({ error: REFUSED('knowledge_limit_reached') });
  });
});
