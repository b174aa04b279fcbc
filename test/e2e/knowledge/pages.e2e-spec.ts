import { beforeEach, describe, expect, it } from 'vitest';
import type { KnowledgeSource } from '../../../src/features/knowledge/lookup/source.response.js';
import { TAKE_SOURCES_TURN } from '../../../src/features/knowledge/lookup/sources.queries.js';
import { IN_THIS_DATABASE, inStore, withClient } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { comeDue } from '../../support/worker.js';
import { aPage, useKnowledge } from './knowledge-fixture.js';

const MIB = 1024 * 1024;
const { test, site, place, desk } = useKnowledge();

const HOURS = aPage('Opening hours', 'We are open on weekdays from nine to five.');

async function fetched(path = '/hours') {
  const { source_id: id } = await desk.created({ kind: 'url', url: site.address(path) });
  return desk.settled(id);
}

/** Makes planned fetches due, and waits until the site has received this many requests. */
async function asked(times: number): Promise<void> {
  await comeDue(test, 'knowledge.read_source', place.tenant.clientId);
  await eventually(() => expect(site.asked).toHaveLength(times));
}

describe('a page', () => {
  beforeEach(() => {
    site.asked.length = 0;
    site.shows(HOURS);
  });

  // knowledge 3.4, 3.6
  it('is fetched soon, also behind redirects', async () => {
    site.answer = (response, { url }) =>
      url === '/3'
        ? response.writeHead(200, { 'content-type': 'text/html' }).end(HOURS)
        : response.writeHead(301, { location: `/${Number(url!.slice(1)) + 1}` }).end();
    const page = await fetched('/0');
    expect(page).toMatchObject({ status: 'ready', media_type: 'text/html', in_builds: true });
    expect(page.fetched_at_utc).not.toBeNull();
    expect(site.asked).toEqual(['/0', '/1', '/2', '/3']);
  });

  // knowledge 3.3, 3.4, 3.5, 3.6
  it.each<[string, string, () => void]>([
    ['a status other than 200', 'page_refused', () => (site.answer = (it) => it.writeHead(404).end('no'))],
    ['200 and a page about an error', 'error_page', () => site.shows(aPage('404 Not Found', 'Sorry.'))],
    ['nothing to read', 'no_text', () => site.shows('<html><script>app()</script></html>')],
    ['more than 5 MiB', 'too_large', () => site.shows(`<p>${'a '.repeat(2.5 * MIB)}b</p>`)],
    [
      'a fourth redirect',
      'too_many_redirects',
      () => (site.answer = (it, { url }) => it.writeHead(302, { location: `${url}x` }).end()),
    ],
    [
      'a redirect into a private network',
      'address_blocked',
      () => (site.answer = (it) => it.writeHead(302, { location: 'https://10.0.0.1/' }).end()),
    ],
    [
      'a redirect to a file',
      'address_blocked',
      () => (site.answer = (it) => it.writeHead(302, { location: 'file:///etc/passwd' }).end()),
    ],
    [
      'an end in the middle',
      'fetch_failed',
      () =>
        (site.answer = (it) => {
          it.writeHead(200, { 'content-length': '1000' });
          it.write('<html>', () => it.destroy());
        }),
    ],
    ['another content coding', 'fetch_failed', () => site.shows(HOURS, { 'content-encoding': 'br' })],
  ])('that answers %s is %s', async (_, code, arrange) => {
    arrange();
    expect(await fetched()).toMatchObject({ status: 'failed', failure_code: code, content_hash: null });
  });

  // knowledge 4.1, 4.3, 4.4
  it('is fetched again by its period, and its new text is another content', async () => {
    const page = await fetched();
    await desk.change(page, { refresh: 'daily' }).expect(200);
    expect(site.asked).toHaveLength(1);
    await asked(2);
    await eventually(async () => {
      const same = await desk.show(page.source_id);
      expect(same.fetched_at_utc).not.toBe(page.fetched_at_utc);
      expect(same).toMatchObject({ status: 'ready', content_hash: page.content_hash });
    });
    site.shows(aPage('Opening hours', 'We are closed.'));
    await asked(3);
    const changed = await eventually(async () => {
      const source = await desk.show(page.source_id);
      expect(source.content_hash).not.toBe(page.content_hash);
      return source;
    });
    expect(changed).toMatchObject({ status: 'ready', refresh: 'daily' });
    const told = async () => (await desk.notices()).filter(({ kind }) => kind === 'knowledge_page_failed');
    site.shows(aPage('Opening hours', 'Write to anna@example.com.'));
    await asked(4);
    const heldBack = 'Its new text contains personal data or credentials that have not been accepted.';
    await eventually(async () =>
      expect(await told()).toMatchObject([
        { subject: page.source_id, lines: expect.arrayContaining([heldBack]) as string[] },
      ]),
    );
    const { content_hash } = await desk.show(page.source_id);
    site.answer = (response) => response.writeHead(500).end();
    await asked(5);
    const isRefused = (source: KnowledgeSource): void =>
      expect(source).toMatchObject({
        status: 'failed',
        failure_code: 'page_refused',
        content_hash,
      });
    const failed = await eventually(async () => {
      const source = await desk.show(page.source_id);
      isRefused(source);
      return source;
    });
    await eventually(async () =>
      expect((await told()).map(({ lines }) => lines)).toEqual(
        expect.arrayContaining([expect.arrayContaining(['Its server refused the request.'])]),
      ),
    );
    // Only once, even if it fails again.
    await asked(6);
    await eventually(async () => {
      const again = await desk.show(page.source_id);
      isRefused(again);
      expect(again.etag).not.toBe(failed.etag);
    });
    // One fetch is planned, a day later.
    const planned = await inStore<{ days: number }>(
      test,
      `SELECT round(extract(epoch FROM ready_at - now()) / 86400)::integer AS days FROM work_items
        WHERE client_id = $1 AND kind = 'knowledge.read_source'`,
      [place.tenant.clientId],
    );
    expect(planned).toEqual([{ days: 1 }]);
    expect(await told()).toHaveLength(2);
    // Ending a period cancels its plan.
    const etag = (await desk.show(failed.source_id)).etag;
    await desk.change({ ...failed, etag }, { refresh: 'none' }).expect(200);
    await comeDue(test, 'knowledge.read_source', place.tenant.clientId);
    await eventually(async () => {
      const left = `SELECT FROM work_items WHERE client_id = $1 AND kind = 'knowledge.read_source'`;
      expect(await inStore(test, left, [place.tenant.clientId])).toEqual([]);
    });
    expect(site.asked).toHaveLength(6);
  });

  // knowledge 4.1
  it.each([
    ['an archived project', `UPDATE projects SET lifecycle_state = 'archived' WHERE client_id = $1`],
    ['a suspended client', `UPDATE clients SET status = 'suspended' WHERE client_id = $1`],
  ])('of %s is not fetched by its period', async (_, rest) => {
    const page = await fetched();
    await desk.change(page, { refresh: 'weekly' }).expect(200);
    await test.world.sql(rest, [place.tenant.clientId]);
    const stored = 'SELECT to_jsonb(s) - $2 AS row FROM knowledge_sources s WHERE source_id = $1';
    const before = await inStore(test, stored, [page.source_id, 'next_fetch_at']);
    await comeDue(test, 'knowledge.read_source', place.tenant.clientId);
    await eventually(async () => {
      const [row] = await inStore<{ later: boolean }>(
        test,
        `SELECT next_fetch_at > fetched_at + interval '7 days' AS later FROM knowledge_sources WHERE source_id = $1`,
        [page.source_id],
      );
      expect(row).toEqual({ later: true });
    });
    expect(site.asked).toHaveLength(1);
    expect(await inStore(test, stored, [page.source_id, 'next_fetch_at'])).toEqual(before);
  });

  // knowledge 4.2
  it('is fetched on request', async () => {
    const page = await fetched();
    site.shows(aPage('Opening hours', 'We are closed.'));
    const answer = await desk.ask('post', `/${page.source_id}/refresh`).send({}).expect(200);
    expect(answer.body).toMatchObject({ status: 'pending', content_hash: page.content_hash });
    const changed = await desk.settled(page.source_id);
    expect(changed.content_hash).not.toBe(page.content_hash);
  });

  // knowledge 2.2
  it('has its whole text, also if another reading ended while it was recorded', async () => {
    const page = await fetched();
    site.shows(aPage('Opening hours', 'We are closed.'));
    const { clientId, dataEnv } = place.tenant;
    await withClient(test.databases.superuser.storeUrls.get('store-a')!, async (other) => {
      await other.query('BEGIN');
      await other.query(TAKE_SOURCES_TURN.text, [clientId, dataEnv, desk.projectId]);
      await desk.ask('post', `/${page.source_id}/refresh`).send({}).expect(200);
      await eventually(async () => {
        const waiting = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND ${IN_THIS_DATABASE}`;
        expect(await inStore(test, waiting)).toHaveLength(1);
      });
      const forget = 'DELETE FROM knowledge_source_blocks WHERE source_id = $1 AND content_hash <> $2';
      expect((await other.query(forget, [page.source_id, page.content_hash])).rowCount).toBe(1);
      await other.query('COMMIT');
    });
    const { content_hash: hash } = await desk.settled(page.source_id);
    expect(hash).not.toBe(page.content_hash);
    const blocks = 'SELECT FROM knowledge_source_blocks WHERE source_id = $1 AND content_hash = $2';
    expect(await inStore(test, blocks, [page.source_id, hash])).toHaveLength(1);
  });
});
