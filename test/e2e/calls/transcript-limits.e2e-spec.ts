import PDFDocument from 'pdfkit';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useSecondApp, useTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { aCall } from '../../support/builders.js';
import type { TestTenant } from '../../support/builders.js';
import { postCalls } from '../../support/post-calls.js';
import { TestClock } from '../../support/test-clock.js';

const ROUTES = ['transcript-download', 'transcript/pdf'] as const;
type Route = (typeof ROUTES)[number];

const REDACTED = { status: 'verified', lines: [{ role: 'agent', text: 'Good morning.', offset_ms: 0 }] };
const WINDOW_MS = 300_000;

describe('downloads of transcripts from two processes', () => {
  const clock = new TestClock(new Date('2026-11-02T03:00:00.000Z'));
  const one = useTestApp({ clock });
  const two = useSecondApp(one, { clock });
  let tenant: TestTenant;
  let project: string;
  let callId: string;
  let key: string;

  beforeEach(async () => {
    tenant = await one.world.aTenant();
    project = await one.world.aProject(tenant);
    callId = await posted({ redacted_transcript: REDACTED });
    key = await one.world.aKey(tenant, 'full-access');
  });

  async function posted(fields: Record<string, unknown>, of = tenant, in_ = project): Promise<string> {
    const call = aCall(in_, fields);
    await postCalls(one, of, [call]);
    return call['call_id'] as string;
  }

  interface Asked {
    readonly app?: TestApp;
    readonly apiKey?: string;
    readonly id?: string;
  }
  const ask = (route: Route, { app = one, apiKey = key, id = callId }: Asked = {}) =>
    app.request().get(`/v1/calls/${id}/${route}`).set('X-API-Key', apiKey);
  /** A file or a refusal: under load, some responses are 503 and are not counted. */
  const settled = async (route: Route, asked?: Asked): Promise<{ status: number }> => {
    for (;;) {
      const response = await ask(route, asked);
      if (response.status !== 503) return response;
    }
  };

  const statuses = (answers: readonly { status: number }[]): Record<number, number> => {
    const counts: Record<number, number> = {};
    for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };

  // Fails if each format or each process counts for itself, and when slots are counted before they
  // are locked. calls-transcripts 4.1
  it('are 10 of one caller in five minutes, of both formats and processes together', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        settled(ROUTES[index % 2]!, { app: index % 3 === 0 ? one : two }),
      ),
    );
    expect(statuses(answers)).toEqual({ 200: 10, 429: 20 });
  });

  it('roll: each makes room when it is five minutes old', async () => {
    for (let index = 0; index < 10; index += 1) {
      expect((await ask(ROUTES[index % 2]!)).status).toBe(200);
      clock.advance(20_000);
    }
    const refused = await ask('transcript/pdf', { app: two });
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('100');
    clock.advance(100_000 - 1);
    expect((await ask('transcript-download')).status).toBe(429);
    clock.advance(1);
    expect((await ask('transcript-download', { app: two })).status).toBe(200);
    expect((await ask('transcript/pdf')).status).toBe(429);
  });

  // calls-transcripts 4.1
  it('are 60 of one tenant in five minutes, whoever asks, in all environments of its client', async () => {
    for (let caller = 0; caller < 6; caller += 1) {
      const apiKey = await one.world.aKey(tenant, 'read-only');
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          settled(ROUTES[index % 2]!, { apiKey, app: index < 5 ? one : two }),
        ),
      );
      expect(statuses(answers)).toEqual({ 200: 10 });
    }
    const refused = await ask('transcript-download');
    expect([refused.status, refused.headers['ratelimit']]).toEqual([
      429,
      '"caller";r=10;t=300, "tenant";r=0;t=300',
    ]);
    const staging = await one.world.aTenant({ clientId: tenant.clientId, dataEnv: 'staging' });
    const id = await posted({ redacted_transcript: REDACTED }, staging, await one.world.aProject(staging));
    const apiKey = await one.world.aKey(staging, 'full-access');
    expect((await ask('transcript-download', { apiKey, id })).status).toBe(429);
    clock.advance(WINDOW_MS);
    expect((await ask('transcript/pdf')).status).toBe(200);
  });

  it('count callers apart', async () => {
    for (let index = 0; index < 10; index += 1) await ask('transcript-download').expect(200);
    await ask('transcript-download').expect(429);
    await ask('transcript-download', { apiKey: await one.world.aKey(tenant, 'full-access') }).expect(200);
  });

  // calls-transcripts 1.6, 4.1
  it.each(ROUTES)(
    'say on every answer of /%s what is left, and on a 429 when to come back',
    async (route) => {
      const first = await ask(route);
      expect(first.headers).toMatchObject({
        'ratelimit-policy': '"caller";q=10;w=300, "tenant";q=60;w=300',
        ratelimit: '"caller";r=9;t=300, "tenant";r=59;t=300',
      });
      expect(first.headers['retry-after']).toBeUndefined();
      for (let index = 0; index < 9; index += 1) await ask(route).expect(200);
      clock.advance(1_500);
      const refused = await ask(route);
      expect(refused.headers).toMatchObject({
        ratelimit: '"caller";r=0;t=299, "tenant";r=50;t=299',
        'retry-after': '299',
      });
      expect(refused.headers['content-disposition']).toBeUndefined();
      expect(refused.body).toEqual({
        error: 'rate_limited',
        code: 'DOWNLOAD_THROTTLED',
        message: expect.stringContaining('for each c') as unknown,
        messageKey: 'calls.download.messages.throttled',
        retry_after_seconds: 299,
      });
    },
  );

  // calls-transcripts 4.2, 4.3
  it('are not counted if there is nothing to download, and a full window answers all calls alike', async () => {
    const hidden = await posted({ redacted_transcript: { ...REDACTED, status: 'pending' } });
    const stranger = await one.world.aTenant();
    const foreign = await posted(
      { redacted_transcript: REDACTED },
      stranger,
      await one.world.aProject(stranger),
    );
    const nothing = [hidden, foreign, 'call-nowhere'];
    for (const id of nothing) {
      for (let index = 0; index < 5; index += 1) await ask(ROUTES[index % 2]!, { id }).expect(404);
    }
    expect((await ask('transcript-download')).headers['ratelimit']).toContain('"caller";r=9;');
    for (let index = 0; index < 9; index += 1) await ask('transcript-download').expect(200);
    await ask('transcript-download').expect(429);
    for (const id of [...nothing, callId]) await ask('transcript/pdf', { id }).expect(429);
  });

  // Fails if requests wait for a window on connections: each waits there for 250 to 500 ms at most,
  // and is then 503.
  it('are 429 and never 503 in numbers, also where the metadata store is slow', async () => {
    await one.world.sql(`
      CREATE FUNCTION take_time() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_sleep(0.04); RETURN NEW; END $$;
      CREATE TRIGGER slow BEFORE INSERT ON throttle_hits FOR EACH ROW EXECUTE FUNCTION take_time()`);
    try {
      const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => ask(ROUTES[index % 2]!)));
      expect(statuses(answers)).toEqual({ 200: 10, 429: 20 });
    } finally {
      await one.world.sql('DROP TRIGGER slow ON throttle_hits; DROP FUNCTION take_time');
    }
  });

  // calls-transcripts 5.1
  it('leave an audit row each, and those that were refused none', async () => {
    const answers = await Promise.all(Array.from({ length: 14 }, () => ask('transcript-download')));
    expect(statuses(answers)).toEqual({ 200: 10, 429: 4 });
    const rows = await one.world.sql(
      `SELECT outcome FROM audit_events WHERE client_id = $1 AND action = 'transcript_downloaded'`,
      [tenant.clientId],
    );
    expect(rows).toEqual(Array.from({ length: 10 }, () => ({ outcome: 'success' })));
  });

  // Fails if a tenant's documents are drawn side by side: each can hold 30 MB and a second of the
  // processor. calls-transcripts 3.6
  it('draw one PDF of a tenant after the other, and each whole before it is sent', async () => {
    const lines = Array.from({ length: 400 }, (_, index) => ({
      role: 'agent',
      text: 'what was said '.repeat(20),
      offset_ms: index,
    }));
    const id = await posted({ redacted_transcript: { status: 'verified', lines } });
    const pages = vi.spyOn(PDFDocument.prototype, 'addPage');
    try {
      const answers = await Promise.all(Array.from({ length: 4 }, () => ask('transcript/pdf', { id })));
      for (const { status, headers, body } of answers) {
        expect([status, headers['content-length']]).toEqual([200, String((body as Buffer).length)]);
      }
      const drawn = pages.mock.contexts;
      const changes = drawn.filter((document, index) => index > 0 && document !== drawn[index - 1]);
      expect(drawn.length).toBeGreaterThan(4 * 2);
      expect(changes).toHaveLength(3);
    } finally {
      pages.mockRestore();
    }
  });

  describe('of a transcript that is too long for a PDF', () => {
    const lines = Array.from({ length: 60 }, (_, index) => ({
      role: 'agent',
      text: 'what was said '.repeat(700),
      offset_ms: index,
    }));

    // calls-transcripts 3.4, 4.2, 5.1
    it('are refused with 413, audited and not counted, and go out as text', async () => {
      const id = await posted({ redacted_transcript: { status: 'verified', lines } });
      const refused = await ask('transcript/pdf', { id });
      expect([refused.status, refused.body]).toEqual([
        413,
        {
          error: 'content_too_large',
          code: 'DOWNLOAD_PDF_TOO_LARGE',
          message: expect.stringContaining('text') as unknown,
          messageKey: 'calls.download.messages.pdf_too_large',
        },
      ]);
      expect(refused.headers['ratelimit']).toBeUndefined();
      const rows = await one.world.sql(
        `SELECT outcome, metadata FROM audit_events
          WHERE action = 'transcript_downloaded' AND metadata->>'call_id' = $1`,
        [id],
      );
      expect(rows).toEqual([
        {
          outcome: 'failed',
          metadata: { call_id: id, format: 'pdf', form: 'redacted', code: 'DOWNLOAD_PDF_TOO_LARGE' },
        },
      ]);
      const text = await ask('transcript-download', { id });
      expect(text.status).toBe(200);
      expect(text.text.match(/what was said/g)).toHaveLength(60 * 700);
      expect(text.headers['ratelimit']).toContain('"caller";r=9;');
    });
  });
});
