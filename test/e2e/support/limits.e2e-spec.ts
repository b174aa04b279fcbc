import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, useTestApp } from '../../support/app.js';
import { atDepth, someOf } from '../../support/depth.js';
import { perSuite } from '../../support/frames.js';
import { TestClock } from '../../support/test-clock.js';
import { SupportStage, TICKETS } from './support-stage.js';

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
  const clock = new TestClock(new Date(START));
  const test = useTestApp({ clock });
  /** Another process on the same stores. */
  const other = perSuite(
    () => startTestApp({ databases: test.databases, settings: () => test.settings, clock }),
    (app) => app.close(),
  );
  let stage: SupportStage;
  let second: SupportStage;
  let ticketId: string;

  beforeAll(async () => {
    stage = await SupportStage.open(test);
    second = await SupportStage.open(test);
    await test.world.assign(stage.admin, second.tenant, { role: 'client_admin' });
    ticketId = await stage.aTicket();
  });

  beforeEach(async () => {
    clock.set(START);
    await test.world.sql('DELETE FROM throttle_hits');
  });

  // support 7.1; errors 1.16, 3.19
  it.each<Operation>(atDepth({ ordinary: someOf(OPERATIONS, 3, 0), full: OPERATIONS }))(
    '%s: %i in 60 s from two processes',
    async (operation, limit, method, path, body) => {
      const at = path.replace(':ticket', `${TICKETS}/${ticketId}`);
      const sent = body && 'user_id' in body ? { user_id: stage.admin.userId } : body;
      const send = (by: typeof test) => {
        const request = stage.send(method, at, stage.admin, by);
        return sent === undefined ? request : request.send(sent);
      };
      const statuses = await Promise.all(
        Array.from({ length: limit + 2 }, (_, n) => send(n % 2 === 0 ? test : other)).map((it) =>
          it.then(({ status }) => status),
        ),
      );
      expect(statuses.filter((it) => it === 429)).toHaveLength(2);
      expect(statuses.filter((it) => it < 300)).toHaveLength(limit);
      const full = await send(other);
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
      expect((await send(test)).status).toBeLessThan(300);
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
    // Sixty comments take as long as all else here.
    if (atDepth({ ordinary: false, full: true }))
      expect(await codes(61, () => stage.comment(ticketId, manager))).toEqual(['rate_limited']);
  });
});
