import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Test } from 'supertest';
import { atDepth, someOf } from '../../../support/depth.js';
import { png } from '../../../support/attachments/sound-files.js';
import { useAttachments, type AttachmentDesk } from './attachments-fixture.js';

const { apps, clock, desk } = useAttachments({ withWorker: false, withSecond: true });

interface Operation {
  readonly operation: string;
  readonly limit: number;
  readonly ask: (on: AttachmentDesk, id: string) => Test;
  /** The answer within the limit. */
  readonly status: number;
}

const OPERATIONS: readonly Operation[] = [
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
  it.each(atDepth({ ordinary: someOf(OPERATIONS, 3, 0), full: OPERATIONS }))(
    'lets $limit of $operation through in a minute, over two processes',
    async ({ operation, limit, ask, status }) => {
      const other = desk.on(apps.second);
      const id = await desk.started('a.png', png());
      // The session that was started counts as well.
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
