import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CertificateAuthority } from '../../support/certificate-authority.js';
import { eventually } from '../../support/eventually.js';
import { NameServer } from '../../support/name-server.js';
import { aFreePort } from '../../support/ports.js';
import { reseal } from '../../support/sealed-calls.js';
import { Receiver, TcpReceiver } from '../outbound-http/receiver.js';
import { DeliveryBench } from './delivery-bench.js';
import type { Kept } from './delivery-bench.js';

/** Writes for as long as the connection allows. */
function writeForEver(response: ServerResponse): void {
  const more = (): void => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
  };
  response.on('drain', more);
  more();
}

/** Never ends, and never pauses for long. */
function drip(response: ServerResponse): void {
  response.writeHead(200);
  const timer = setInterval(() => response.write('.'), 100);
  response.on('close', () => clearInterval(timer));
}

// Rules: webhooks 7.1, 7.2, 7.3, 7.4.
describe('a receiver that', () => {
  let bench: DeliveryBench;
  let names: NameServer;

  /** The delivery of one event to an address, after its first attempt. */
  const deliver = async (endpointUrl: string, fields: object = {}): Promise<Kept> => {
    const event_types = ['call_ended'];
    const { desk } = await bench.aWebhook({
      endpoint_url: endpointUrl,
      event_types,
      ...fields,
    });
    await bench.call(desk);
    const [row] = await bench.settled(desk, 1, ['succeeded', 'retrying', 'failed', 'blocked']);
    return row!;
  };

  beforeAll(async () => {
    names = await NameServer.start();
    bench = await DeliveryBench.open({ nameServers: [names.address] });
    await bench.startWorker();
  });
  beforeEach(() => bench.answerAnew());
  afterAll(async () => {
    await bench.close();
    await names.close();
  });

  it.each<[string, (response: ServerResponse) => void, Partial<Kept>]>([
    ['hangs', () => undefined, { status: 'retrying', failure_code: 'timeout', response_status_code: null }],
    ['answers slowly', drip, { status: 'retrying', failure_code: 'timeout' }],
    ['resets', (it) => it.socket?.destroy(), { status: 'retrying', failure_code: 'connection_failed' }],
    [
      'never ends its answer',
      writeForEver,
      { status: 'succeeded', failure_code: null, response_status_code: 200 },
    ],
    [
      'redirects',
      (it) => it.writeHead(302, { Location: bench.url('/elsewhere') }).end(),
      { status: 'blocked', failure_code: 'redirect_blocked', response_status_code: 302 },
    ],
    [
      'refuses',
      (it) => it.writeHead(404).end(),
      { status: 'failed', failure_code: 'http_status', response_status_code: 404 },
    ],
    [
      'is gone',
      (it) => it.writeHead(410).end(),
      { status: 'failed', failure_code: 'http_status', response_status_code: 410 },
    ],
    ['is out of order', (it) => it.writeHead(500).end(), { status: 'retrying', failure_code: 'http_status' }],
  ])('%s', async (_, answer, expected) => {
    bench.answer = answer;
    const fields = expected.failure_code === 'timeout' ? { timeout_seconds: 1 } : {};
    expect(await deliver(bench.url(), fields)).toMatchObject({ ...expected, attempt_count: 1 });
    expect(bench.got.map(({ path }) => path)).toEqual(['/calls']);
  });

  it.each([
    ['asks for time', '900', 890, 901],
    ['asks for a day', '86400', 3590, 3601],
    ['asks for nothing', undefined, 3, 7],
  ])('%s with 429', async (_, retryAfter, least, most) => {
    bench.answer = (response) =>
      response.writeHead(429, retryAfter === undefined ? {} : { 'Retry-After': retryAfter }).end();
    const row = await deliver(bench.url(), { retry_backoff_seconds: 5 });
    expect(row).toMatchObject({ status: 'retrying', failure_code: 'http_status', response_status_code: 429 });
    const pause = (row.next_attempt_at!.getTime() - (row['last_attempt_at'] as Date).getTime()) / 1000;
    expect(pause).toBeGreaterThan(least);
    expect(pause).toBeLessThan(most);
  });

  it('is not there', async () => {
    const port = await aFreePort();
    expect(await deliver(`https://localhost:${port}/`)).toMatchObject({
      status: 'retrying',
      failure_code: 'connection_failed',
    });
  });

  it.each([
    ['of an authority that is not trusted', () => new CertificateAuthority(), 'localhost', undefined],
    ['that is for another name', () => bench.authority, 'other.example.com', undefined],
    ['that has expired', () => bench.authority, 'localhost', 25],
  ] as const)('proves itself by a certificate %s', async (_, authority, name, lastYear) => {
    const stranger = await Receiver.start(authority(), { localhost: [name] }, lastYear);
    const row = await deliver(`https://localhost:${stranger.port}/`);
    expect(row).toMatchObject({ status: 'retrying', failure_code: 'tls_failed' });
    expect(stranger.received).toEqual([]);
    await stranger.close();
  });

  it('is at another address than when it was saved', async () => {
    const own = await TcpReceiver.start((socket) => socket.destroy());
    names.tell('moved.example.com', ['93.184.216.34'], ['10.0.0.7']);
    const row = await deliver('https://moved.example.com/');
    expect(row).toMatchObject({
      status: 'blocked',
      failure_code: 'address_blocked',
      response_status_code: null,
    });
    expect(own.connections).toBe(0);
    await own.close();
  });

  it('has lost its name', async () => {
    names.tell('lost.example.com', ['93.184.216.34'], []);
    expect(await deliver('https://lost.example.com/')).toMatchObject({
      status: 'retrying',
      failure_code: 'dns_failed',
    });
  });

  it('would be sent more than 256 KiB is sent nothing', async () => {
    bench.answer = (response) => response.writeHead(500).end();
    const { desk, webhook } = await bench.aWebhook({ event_types: ['call_ended'] });
    const attempt = {
      kind: 'transfer',
      target_name: 'Reception',
      outcome: 'failed',
      at_utc: '2026-10-10T01:01:00.000Z',
    };
    const transfer = { last_outcome: 'failed', attempts: Array.from({ length: 3000 }, () => attempt) };
    const callId = await bench.call(desk, { transfer: { last_outcome: 'failed', attempts: [attempt] } });
    await bench.settled(desk, 1, ['retrying']);
    bench.got.length = 0;
    const place = { tenant: desk.tenant, callId, column: 'transfer_encrypted' } as const;
    await reseal(bench.test, place, JSON.stringify(transfer));
    await bench.hurry(desk);
    const [row] = await bench.settled(desk, 1, ['failed']);
    expect(row).toMatchObject({ failure_code: 'payload_too_large', attempt_count: 2 });
    // Webhooks of other tests are retried meanwhile.
    const own = bench.got.filter(({ headers }) => headers['x-service-endpoint-id'] === webhook.webhook_id);
    expect(own).toEqual([]);
  });

  // webhooks 7.5
  it('has a secret that cannot be opened is told when it can', async () => {
    const { desk, webhook } = await bench.aWebhook({ event_types: ['call_ended'] });
    const [{ secret_encrypted: sealed } = { secret_encrypted: null }] = await bench.test.world.sql<{
      secret_encrypted: Buffer | null;
    }>('SELECT secret_encrypted FROM webhook_endpoints WHERE webhook_id = $1', [webhook.webhook_id]);
    const seal = (value: Buffer | null): Promise<unknown> =>
      bench.test.world.sql('UPDATE webhook_endpoints SET secret_encrypted = $2 WHERE webhook_id = $1', [
        webhook.webhook_id,
        value,
      ]);
    await seal(Buffer.concat([sealed!.subarray(0, -1), Buffer.of(sealed!.at(-1)! ^ 1)]));
    await bench.call(desk);
    const [row] = await bench.settled(desk, 1, ['retrying']);
    expect(row).toMatchObject({ failure_code: 'signing_unavailable', attempt_count: 0 });
    // Retries of other tests' deliveries may arrive in the meantime.
    const own = () => bench.got.filter((it) => it.headers['x-service-endpoint-id'] === webhook.webhook_id);
    expect(own()).toEqual([]);
    await seal(sealed);
    await eventually(async () => {
      await bench.hurry(desk);
      expect((await bench.history(desk))[0]).toMatchObject({ status: 'succeeded', failure_code: null });
    });
    expect(own()).toHaveLength(1);
  });
});
