import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useTestApp, workerSettings } from '../../support/app.js';
import { aCall } from '../../support/builders.js';
import { eventually } from '../../support/eventually.js';
import { environmentOf, useBuiltService } from '../../support/built-process.js';
import { aWebhookFixture, PATH, type Webhook, type WebhookFixture } from '../webhooks/webhook-fixture.js';

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number | string };
}

/** A span in the format of OTLP. */
interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly Attribute[];
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly status: { readonly code?: number };
}

interface Sent {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}

/** A number that no span may contain, in any spelling. */
const CANARY = '0491570006';
const CALLER_TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const TRACEPARENT = `00-${CALLER_TRACE}-00f067aa0ba902b7-01`;

/** An HTTP server of the test, and the requests that it received. */
async function aReceiver(): Promise<{ server: Server; url: string; bodies: string[] }> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      bodies.push(body);
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { server, bodies, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const factOf = (span: SentSpan, name: string): string | undefined => {
  const value = span.attributes.find(({ key }) => key === name)?.value;
  return value && String(value.stringValue ?? value.intValue);
};

// operations 8.4
describe('traces', () => {
  const test = useTestApp();
  const service = useBuiltService();
  let collector: Awaited<ReturnType<typeof aReceiver>>;
  let hook: Awaited<ReturnType<typeof aReceiver>>;
  let desk: WebhookFixture;
  let spans: readonly SentSpan[];
  let log: string;

  /**
   * One of each: a page, a read with SQL, runtimes' calls, a webhook that a worker sends, and
   * anonymous requests.
   */
  beforeAll(async () => {
    [collector, hook, desk] = [await aReceiver(), await aReceiver(), await aWebhookFixture(test)];
    const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OUTBOUND_LOOPBACK: 'open' };
    const [{ main, url }, worker] = [
      await service.serve(environmentOf(test.settings, traced)),
      service.start('worker', environmentOf(workerSettings(test), traced)),
    ];
    const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
      fetch(`${url}${path}`, {
        ...init,
        headers: { 'Content-Type': 'application/json', ...desk.headers, ...(init.headers as object) },
      });
    // The first statement of a process may take longer than the limit for stores.
    const days = 'start_date=2026-10-01&end_date=2026-10-02';
    await eventually(async () => {
      const first = await ask(`/v1/calls/outcomes?project_id=${desk.projectId}&${days}`);
      expect(first.status).toBe(200);
    });
    await ask(`/v1/calls/summary?search=${CANARY}`, {
      headers: { traceparent: TRACEPARENT, 'X-Request-ID': 'click-1' },
    });
    await ask(`/v1/calls/${CANARY}`);
    await ask(`/${CANARY}/nowhere?number=%2B61${CANARY}`, {
      headers: { 'User-Agent': CANARY, tracestate: `a=${CANARY}` },
    });
    const runtime = await test.world.aKey(desk.tenant, 'runtime-ingest');
    const call = aCall(desk.projectId, { caller_number: '+61491570006', summary: `Call back ${CANARY}` });
    await ask('/internal/v1/calls', {
      method: 'POST',
      headers: { 'X-API-Key': runtime, traceparent: TRACEPARENT },
      body: JSON.stringify([call]),
    });
    const made = await ask(PATH, {
      method: 'POST',
      headers: { 'Idempotency-Key': 'one' },
      body: JSON.stringify({
        project_id: desk.projectId,
        revision_hash: await desk.revision(),
        endpoint_url: `${hook.url}/hook/${CANARY}?token=${CANARY}`,
        event_types: ['call_ended'],
      }),
    });
    const webhook = (await made.json()) as Webhook;
    const trial = await ask(`${PATH}/${webhook.webhook_id}/test?project_id=${desk.projectId}`, {
      method: 'POST',
      headers: { 'If-Match': `"${webhook.revision_hash}"` },
      body: '{}',
    });
    expect([made.ok, trial.ok]).toEqual([true, true]);
    await eventually(() => expect(hook.bodies).toHaveLength(1));
    // Before that line, a signal ends the process at once.
    await worker.line('working');
    main.kill('SIGTERM');
    worker.kill('SIGTERM');
    expect(await Promise.all([main.ended, worker.ended])).toEqual([0, 0]);
    log = main.output;
    spans = collector.bodies.flatMap((body) =>
      (JSON.parse(body) as Sent).resourceSpans.flatMap((it) => it.scopeSpans.flatMap((scope) => scope.spans)),
    );
  });
  afterAll(() => {
    collector.server.close();
    hook.server.close();
  });

  const named = (name: string): SentSpan => spans.find((span) => span.name === name)!;
  const below = ({ spanId }: SentSpan): readonly SentSpan[] =>
    spans.filter(({ parentSpanId }) => parentSpanId === spanId);

  it('lead from a click to the statements that it needs, with tenant and request id', () => {
    const click = named('GET /v1/calls/summary');
    expect(factOf(click, 'client_id')).toBe(desk.tenant.clientId);
    expect(factOf(click, 'data_env')).toBe(desk.tenant.dataEnv);
    expect(factOf(click, 'request_id')).toBe('click-1');
    // The statement is built for this search, so it has no name but its first word.
    // A slow machine may read again before it, such as the key, if its memory has ended.
    expect(
      below(click)
        .map(({ name }) => name)
        .at(-1),
    ).toBe('SELECT');
    expect(spans.filter(({ name }) => name === '')).toEqual([]);
    const statements = spans.filter((span) => span.traceId === click.traceId && span !== click);
    expect(statements.map((span) => factOf(span, 'db.system.name'))).toEqual(
      statements.map(() => 'postgresql'),
    );
    const access = log.split('\n').find((line) => line.includes('"click-1"'));
    expect(access).toContain(`"trace_id":"${click.traceId}"`);
  });

  it("continue a runtime's trace, and only link that of any other caller", () => {
    expect(named('POST /internal/v1/calls')).toMatchObject({
      traceId: CALLER_TRACE,
      parentSpanId: '00f067aa0ba902b7',
    });
    const click = named('GET /v1/calls/summary');
    expect(click.traceId).not.toBe(CALLER_TRACE);
    expect(click.parentSpanId ?? '').toBe('');
    expect(click.links).toMatchObject([{ traceId: CALLER_TRACE, spanId: '00f067aa0ba902b7' }]);
  });

  it('follow work of another process back to the request that caused it, and out to the receiver', () => {
    const trial = named(`POST ${PATH}/:webhook_id/test`);
    const sent = spans.find(
      (span) => span.name === 'webhooks.send' && span.links.some(({ traceId }) => traceId === trial.traceId),
    )!;
    expect(factOf(sent, 'client_id')).toBe(desk.tenant.clientId);
    const inTrace = spans.filter(({ traceId }) => traceId === sent.traceId).map(({ name }) => name);
    expect(inTrace).toContain('POST 127.0.0.1');
  });

  it('hold nothing of a person: no path, query, body, header, parameter or address', () => {
    expect(spans.length).toBeGreaterThan(20);
    expect(named('GET /v1/calls/:call_id')).toBeDefined();
    expect(named('GET (none)')).toBeDefined();
    expect(collector.bodies.join('')).not.toMatch(/0?491570006|hook\/|token=|nowhere/);
    expect(hook.bodies.join('')).not.toContain('traceparent');
  });
});
