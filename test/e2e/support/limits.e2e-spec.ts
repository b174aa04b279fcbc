import { randomUUID } from 'node:crypto';
import type { Test } from 'supertest';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestApp } from '../../support/app.js';
import { png } from '../../support/attachments/sound-files.js';
import { atDepth, someOf } from '../../support/depth.js';
import { useAttachments, type AttachmentDesk } from './attachments/attachments-fixture.js';
import { SupportStage, TICKETS } from './support-stage.js';

const { apps, clock, desk } = useAttachments({ withWorker: false, withSecond: true });

const START = '2026-10-30T00:00:00.000Z';
const ABSENT_CALL = { call_ids: ['call-1'] };

type Operation = [operation: string, limit: number, 'get' | 'post', path: string, body?: object];

const OPERATIONS: readonly Operation[] = [
  ['support_ticket_search', 30, 'get', TICKETS],
  ['support_badge', 60, 'get', '/v1/support/badge'],
  ['support_open_count', 60, 'get', '/v1/support/open-count'],
  ['support_comment_read', 60, 'get', ':ticket/comments'],
  ['support_related_call_validation', 60, 'post', ':ticket/related-calls/validate', ABSENT_CALL],
  ['support_related_call_attach', 20, 'post', ':ticket/related-calls', ABSENT_CALL],
  ['support_recipient_add', 20, 'post', ':ticket/recipients', { user_id: 'admin' }],
];

describe('the limits of support', () => {
  let stage: SupportStage;
  let second: SupportStage;
  let ticketId: string;

  beforeAll(async () => {
    clock.set(START);
    stage = await SupportStage.open(apps.test);
    second = await SupportStage.open(apps.test);
    await apps.test.world.assign(stage.admin, second.tenant, { role: 'client_admin' });
    ticketId = await stage.aTicket();
  });

  beforeEach(async () => {
    clock.set(START);
    await apps.test.world.sql('DELETE FROM throttle_hits');
  });

  // support 7.1; errors 1.16, 3.19
  it.each<Operation>(atDepth({ ordinary: someOf(OPERATIONS, 3, 0), full: OPERATIONS }))(
    '%s: %i in 60 s from two processes',
    async (operation, limit, method, path, body) => {
      const at = path.replace(':ticket', `${TICKETS}/${ticketId}`);
      const sent = body && 'user_id' in body ? { user_id: stage.admin.userId } : body;
      const send = (by: TestApp) => {
        const request = stage.send(method, at, stage.admin, by);
        return sent === undefined ? request : request.send(sent);
      };
      const statuses = await Promise.all(
        Array.from({ length: limit + 2 }, (_, n) => send(n % 2 === 0 ? apps.test : apps.second)).map((it) =>
          it.then(({ status }) => status),
        ),
      );
      expect(statuses.filter((it) => it === 429)).toHaveLength(2);
      expect(statuses.filter((it) => it < 300)).toHaveLength(limit);
      const full = await send(apps.second);
      expect([full.status, full.body]).toEqual([
        429,
        {
          error: {
            code: 'rate_limit_exceeded',
            message: expect.any(String) as string,
            details: { retry_after_seconds: 60, operation },
          },
          status_code: 429,
        },
      ]);
      expect(full.get('Retry-After')).toBe('60');
      clock.advance(60_000);
      expect((await send(apps.test)).status).toBeLessThan(300);
    },
  );

  // support 7.1
  it('count a person in all clients together, and each operation by itself', async () => {
    const search = (by: SupportStage) => by.get(TICKETS, stage.admin).then(({ status }) => status);
    const statuses = await Promise.all(
      Array.from({ length: 31 }, (_, at) => search(at % 2 === 0 ? stage : second)),
    );
    expect(statuses.filter((it) => it === 429)).toHaveLength(1);
    expect((await stage.get('/v1/support/badge')).status).toBe(200);
    expect((await second.get(TICKETS)).status).toBe(200);
  });

  // support 7.2
  it('let a person open 20 tickets and write 60 comments an hour', async () => {
    const manager = await stage.aUser('client_manager');
    const codes = async (times: number, send: () => PromiseLike<{ status: number; body: unknown }>) => {
      const answers = await Promise.all(Array.from({ length: times }, send));
      return answers
        .filter(({ status }) => status === 429)
        .map(({ body }) => (body as { error: { code: string } }).error.code);
    };
    expect(await codes(21, () => stage.create({}, manager))).toEqual(['rate_limited']);
    // Sixty comments take as long as all other tests here.
    if (atDepth({ ordinary: false, full: true }))
      expect(await codes(61, () => stage.comment(ticketId, manager))).toEqual(['rate_limited']);
  });
});

interface OfFiles {
  readonly operation: string;
  readonly limit: number;
  readonly ask: (on: AttachmentDesk, id: string) => Test;
  /** The answer within the limit. */
  readonly status: number;
}

const OF_FILES: readonly OfFiles[] = [
  {
    operation: 'attachment_readiness',
    limit: 60,
    ask: (on) => on.ask('get', 'attachments/readiness'),
    status: 200,
  },
  { operation: 'attachment_list', limit: 60, ask: (on) => on.of('get'), status: 200 },
  {
    operation: 'attachment_scan_status',
    limit: 60,
    ask: (on, id) => on.of('get', `/${id}/scan-status`),
    status: 200,
  },
  { operation: 'attachment_finalise', limit: 30, ask: (on, id) => on.finalise(id), status: 409 },
  { operation: 'attachment_download', limit: 30, ask: (on, id) => on.download(id), status: 409 },
  { operation: 'attachment_session_start', limit: 12, ask: (on) => on.start('a.png', png()), status: 201 },
  {
    operation: 'attachment_delete',
    limit: 12,
    ask: (on, id) => on.of('delete', `/${id}`).send({}),
    status: 200,
  },
];

// support-attachments 8.2
describe('a limit of attachments', () => {
  it.each(atDepth({ ordinary: someOf(OF_FILES, 3, 0), full: OF_FILES }))(
    'lets $limit of $operation through in a minute, over two processes',
    async ({ operation, limit, ask, status }) => {
      const other = desk.on(apps.second);
      const id = await desk.started('a.png', png());
      // The upload session that was started also counts.
      clock.advance(60_000);
      const asked = await Promise.all(
        Array.from({ length: limit + 4 }, (_, index) => ask(index % 2 ? other : desk, id)),
      );
      const within = asked.filter((it) => it.status === status);
      const beyond = asked.filter((it) => it.status === 429);
      expect([within.length, beyond.length]).toEqual([limit, 4]);
      for (const refused of [beyond[0]!, await ask(desk, id)]) {
        const body: unknown = Buffer.isBuffer(refused.body)
          ? JSON.parse(refused.body.toString())
          : (refused.body as unknown);
        const details = {
          retry_after_seconds: expect.any(Number) as number,
          operation: `support_${operation}`,
        };
        expect(body).toEqual({
          error: { code: 'rate_limit_exceeded', message: expect.any(String) as string, details },
          status_code: 429,
        });
        expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      }
      clock.advance(60_000);
      expect((await ask(desk, id)).status).toBe(status);
    },
  );

  it('counts no request about an absent ticket', async () => {
    for (let count = 0; count < 14; count += 1)
      await desk.ask('delete', `tickets/${randomUUID()}/attachments/${randomUUID()}`).send({}).expect(404);
  });
});
