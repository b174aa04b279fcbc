import { beforeEach, describe, expect, it } from 'vitest';
import { atDepth } from '../../support/depth.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { bearer } from '../access/callers.js';
import { act, aColleague, approvalsOf, approved, ask } from './approving.js';
import type { Approval, Colleague } from './approving.js';
import { aProjectFixture, codeOf, fieldsOf } from '../configuration/editing.js';
import type { ProjectFixture } from '../configuration/editing.js';
import { auditOf, booking, draftEtag, publishDraft, save, send } from './releasing.js';

/** How many requests are sent at once. */
const AT_ONCE = atDepth({ ordinary: 10, full: 50 });
const NOW = '2026-10-31T04:12:09.000Z';

describe('approval by a second person', () => {
  const clock = new TestClock();
  const test = useSharedApp({ clock });
  let desk: ProjectFixture;
  let beth: Colleague;

  beforeEach(async () => {
    clock.set(NOW);
    desk = await aProjectFixture(test);
    beth = await aColleague(test, desk);
  });

  const edit = (day = '2026-12-25') => save(test, desk, 'booking', booking([day]));
  describe('is asked for', () => {
    // workspace 14.2, 14.3, 14.13
    it('of the draft as it stands, by a person, and leaves an audit row', async () => {
      await edit();
      const approval = await ask(test, desk, { note: 'Christmas.\nPlease look.' });
      expect(approval).toEqual({
        approval_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
        draft_etag: JSON.parse(await draftEtag(test, desk)) as string,
        base_version_number: null,
        state: 'requested',
        is_stale: false,
        note: 'Christmas.\nPlease look.',
        requested_by: desk.adminId,
        requested_at: NOW,
        approved_by: null,
        approved_at: null,
        withdrawn_by: null,
        withdrawn_at: null,
        used_at: null,
        used_version_number: null,
      });
      const rows = await auditOf(test, desk, 'release_approval.requested');
      expect(rows.map(({ actor_id, metadata }) => [actor_id, metadata])).toEqual([
        [
          desk.adminId,
          {
            project_id: desk.projectId,
            approval_id: approval.approval_id,
            draft_etag: approval.draft_etag,
          },
        ],
      ]);
    });

    // workspace 14.3
    it('under the etag the draft has, and no other', async () => {
      await edit();
      const old = JSON.parse(await draftEtag(test, desk)) as string;
      await edit('2026-12-26');
      const refused = await send(test, desk, 'post', 'approvals', { body: { draft_etag: old } }).expect(409);
      expect(refused.body).toMatchObject({
        error: {
          code: 'conflict',
          details: { stale: { guard: 'draft_etag', sent: old, changed_paths: ['booking.closed_dates.0'] } },
        },
      });
      const odd = await send(test, desk, 'post', 'approvals', { body: { draft_etag: 'x"y' } }).expect(409);
      expect(odd.body).toMatchObject({ error: { details: { stale: { sent: null } } } });
    });

    // workspace 14.3
    it('once for each state of the draft, until it is withdrawn', async () => {
      await edit();
      const first = await ask(test, desk);
      const body = { draft_etag: first.draft_etag };
      const again = () => send(test, desk, 'post', 'approvals', { body });
      expect(codeOf(await again().expect(409))).toBe('approval_open');
      await act(test, desk, first, 'approve', beth.headers).expect(200);
      expect(codeOf(await again().expect(409))).toBe('approval_open');
      await act(test, desk, first, 'withdraw').expect(200);
      await again().expect(200);
    });

    it('where there is a draft, of a project that is not archived', async () => {
      const body = { draft_etag: '0123456789abcdef01234567' };
      const without = await send(test, desk, 'post', 'approvals', { body }).expect(409);
      expect(codeOf(without)).toBe('nothing_to_publish');
      await test.world.archive(desk.projectId);
      const archived = await send(test, desk, 'post', 'approvals', { body }).expect(409);
      expect(codeOf(archived)).toBe('project_archived');
    });

    it.each([
      ['no etag', {}, 'draft_etag'],
      ['an etag that is no text', { draft_etag: 7 }, 'draft_etag'],
      ['an etag of 129 characters', { draft_etag: 'a'.repeat(129) }, 'draft_etag'],
      ['a NUL', { draft_etag: 'a\u0000' }, 'draft_etag'],
      ['a note of 501 characters', { draft_etag: 'a', note: 'n'.repeat(501) }, 'note'],
      ['a note that is null', { draft_etag: 'a', note: null }, 'note'],
    ])('with a body that is in order: not with %s', async (_, body, field) => {
      const refused = await send(test, desk, 'post', 'approvals', { body }).expect(422);
      expect(fieldsOf(refused).map(([name]) => name)).toEqual([field]);
    });

    // requests 5.1
    it('once under one key, however many ask at once', async () => {
      await edit();
      const body = { draft_etag: JSON.parse(await draftEtag(test, desk)) as string };
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, () =>
          send(test, desk, 'post', 'approvals', { body, key: 'the-one' }),
        ),
      );
      const done = answers.filter(({ status }) => status === 200);
      expect(done.length).toBeGreaterThan(0);
      expect(answers.filter(({ status }) => status !== 200).every(({ status }) => status === 409)).toBe(true);
      expect(new Set(done.map((it) => (it.body as Approval).approval_id)).size).toBe(1);
      expect(await approvalsOf(test, desk)).toHaveLength(1);
    });
  });

  describe('is given', () => {
    // workspace 14.5
    it('by another person than the one who asked', async () => {
      await edit();
      const asked = await ask(test, desk);
      expect(codeOf(await act(test, desk, asked, 'approve').expect(409))).toBe('approval_own_request');
      clock.advance(60_000);
      const given = await act(test, desk, asked, 'approve', beth.headers).expect(200);
      expect(given.body).toEqual({
        ...asked,
        state: 'approved',
        approved_by: beth.userId,
        approved_at: '2026-10-31T04:13:09.000Z',
      });
      expect(await auditOf(test, desk, 'release_approval.approved')).toMatchObject([
        { actor_id: beth.userId },
      ]);
    });

    // workspace 14.4
    it.each([
      ['an edit', () => edit('2026-12-26')],
      ['an edit that is taken back', async () => (await edit('2026-12-26'), edit())],
      ['a publication', () => publishDraft(test, desk)],
    ])('for what was asked: not after %s', async (_, change) => {
      await edit();
      const asked = await ask(test, desk);
      await change();
      expect(codeOf(await act(test, desk, asked, 'approve', beth.headers).expect(409))).toBe(
        'approval_stale',
      );
      expect(await approvalsOf(test, desk)).toMatchObject([{ state: 'requested', is_stale: true }]);
    });

    // workspace 14.6
    it('once, and is gone once it is withdrawn', async () => {
      await edit();
      const given = await approved(test, desk, beth);
      expect(codeOf(await act(test, desk, given, 'approve', beth.headers).expect(409))).toBe(
        'approval_closed',
      );
      const withdrawn = await act(test, desk, given, 'withdraw', beth.headers).expect(200);
      expect(withdrawn.body).toMatchObject({
        state: 'withdrawn',
        withdrawn_by: beth.userId,
        withdrawn_at: NOW,
      });
      expect(codeOf(await act(test, desk, given, 'withdraw').expect(409))).toBe('approval_closed');
      expect(codeOf(await act(test, desk, given, 'approve', beth.headers).expect(409))).toBe(
        'approval_closed',
      );
    });

    it.each(['approve', 'withdraw'] as const)('where there is one: %s of any other is 404', async (what) => {
      const foreign = await aProjectFixture(test);
      await save(test, foreign, 'booking', booking());
      const theirs = await ask(test, foreign);
      for (const approval_id of [theirs.approval_id, '01933a5c-7c1e-7b7a-9a51-3a1f0c2b4d5e', 'x', '%00'])
        await act(test, desk, { approval_id }, what, beth.headers).expect(404);
    });

    it('without a body, or with an empty one', async () => {
      await edit();
      const { approval_id: id } = await ask(test, desk);
      const path = `approvals/${id}/approve`;
      const refused = await send(test, desk, 'post', path, { as: beth.headers, body: { note: 'x' } }).expect(
        422,
      );
      expect(fieldsOf(refused).map(([name]) => name)).toEqual(['note']);
      await send(test, desk, 'post', path, { as: beth.headers, body: {} }).expect(200);
    });
  });

  // workspace 14.2
  it('is listed newest first, by pages, to everyone who reads the draft', async () => {
    await edit();
    for (const day of ['2026-12-26', '2026-12-27']) {
      clock.advance(1000);
      await edit(day);
      await ask(test, desk);
    }
    const { token } = await test.world.aUser(desk.tenant, { role: 'partner_admin' });
    const page = await send(test, desk, 'get', 'approvals?page_size=1&page=2', {
      as: bearer(token()),
    }).expect(200);
    expect(page.body).toMatchObject({
      items: [{ is_stale: true, state: 'requested' }],
      pagination: { page: 2, page_size: 1, total_records: 2, total_pages: 2 },
    });
    expect((await approvalsOf(test, desk)).map(({ is_stale }) => is_stale)).toEqual([false, true]);
    const behind = await send(test, desk, 'get', 'approvals?page=9').expect(200);
    expect(behind.body).toMatchObject({ items: [], pagination: { total_records: 2 } });
    await send(test, desk, 'get', 'approvals?page=0').expect(422);
  });
});
