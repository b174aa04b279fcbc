import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebhookListener } from '../../../tools/dev/webhooks/webhook-listener.ts';
import { eventually } from '../../support/eventually.js';
import { perTest } from '../../support/frames.js';
import { useDeliveryBench } from './delivery-bench.js';
import { aWebhookFixture } from './webhook-fixture.js';

// The module of `npm run webhook-listen`, with an application like that of `npm start`, which may
// call this machine.
describe('a listener to the webhooks of the demo', () => {
  let lines: string[];

  /** Listens with the settings that demo.json would contain. */
  const listen = (projectId?: string): Promise<WebhookListener> => {
    const { clientId: client_id, dataEnv: data_env } = desk.tenant;
    const project = { data_env, display_name: 'Front desk', timezone: 'UTC' };
    return WebhookListener.start({
      demo: {
        base_url: bench.test.baseUrl,
        projects: [
          { ...project, project_id: 'of-another-client', client_id: 'another-client' },
          { ...project, project_id: desk.projectId, client_id },
        ],
        api_keys: [{ client_id, data_env, scope: 'partner_admin', key: desk.headers['X-API-Key']! }],
      },
      projectId,
      print: (line) => lines.push(line),
    });
  };
  const shown = (...expected: readonly RegExp[]): Promise<void> =>
    eventually(() => {
      for (const pattern of expected) expect(lines).toContainEqual(expect.stringMatching(pattern));
    });
  const post = async (url: string, headers: Record<string, string>, body = '{}'): Promise<number> =>
    (await fetch(url, { method: 'POST', headers, body })).status;

  const bench = useDeliveryBench();
  beforeAll(async () => {
    await bench.startWorker();
  });
  const desk = perTest(() => aWebhookFixture(bench.test));
  beforeEach(async () => {
    lines = [];
  });

  it('prints a test and the events of a call as verified, and takes its webhook away at the end', async () => {
    const listener = await listen();
    await shown(
      /^call_started {2}[0-9a-f-]{36} {2}event [0-9a-f-]{36} {2}attempt 1 {2}test {2}verified yes$/,
    );
    await bench.call(desk);
    await shown(
      ...['call_started', 'call_ended', 'call_analyzed'].map(
        (event) => new RegExp(`^${event}  [0-9a-f-]{36}  event [0-9a-f-]{36}  attempt 1  verified yes$`),
      ),
    );
    expect(await desk.items()).toHaveLength(1);
    await listener.stop();
    expect(await desk.items()).toEqual([]);
  });

  it('says which attempt of a delivery it is, and of what is not signed that it is not', async () => {
    const listener = await listen(desk.projectId);
    await shown(/test {2}verified yes$/);
    const [{ webhook_id: id, endpoint_url: here, revision_hash: revision } = await desk.made()] =
      await desk.items();
    await desk.change(id, { endpoint_url: bench.url(), revision_hash: revision }).expect(200);
    // The worker learns of the change within a second.
    const got = await eventually(async () => {
      await bench.call(desk);
      const [one] = bench.got.filter(({ headers }) => headers['x-service-endpoint-id'] === id);
      expect(one).toBeDefined();
      return one!;
    }, 250);
    const names = ['x-service-signature', 'x-service-event', 'x-service-delivery-id'];
    const signed = Object.fromEntries(names.map((name) => [name, String(got.headers[name])]));
    expect([await post(here, signed, got.body), await post(here, signed, got.body)]).toEqual([204, 204]);
    await shown(/^call_\w+ {2}.* attempt 1 {2}verified yes$/, /^call_\w+ {2}.* attempt 2 {2}verified yes$/);
    expect(await post(here, signed, `${got.body} `)).toBe(400);
    await shown(/^call_\w+ {2}[0-9a-f-]{36} {2}verified no \(wrong_signature\)$/);
    // Only word characters of an unknown header are printed.
    expect(await post(here, { 'X-Service-Event': 'cleared;[2J' })).toBe(400);
    await shown(/^- {2}- {2}verified no \(missing_signature\)$/);
    await listener.stop();
    expect(await desk.items()).toEqual([]);
  });

  it('removes the webhook of a listener that was killed, and no other', async () => {
    const first = await listen();
    const [{ endpoint_url: deadUrl } = await desk.made()] = await desk.items();
    await first.stop();
    const dead = await desk.made({ endpoint_url: deadUrl });
    const other = await desk.made({ endpoint_url: bench.url('/webhook-listen') });
    const beside = await listen();
    const listener = await listen();
    const ids = (await desk.items()).map((it) => it.webhook_id);
    expect(ids).toContain(other.webhook_id);
    expect(ids).not.toContain(dead.webhook_id);
    expect(ids).toHaveLength(3);
    await Promise.all([listener.stop(), beside.stop()]);
    expect((await desk.items()).map((it) => it.webhook_id)).toEqual([other.webhook_id]);
  });

  it('says what is wrong where there is nothing to listen to', async () => {
    await expect(listen('elsewhere')).rejects.toThrow(
      `The demo has no partner_admin key for elsewhere. Known:\n  ${desk.projectId}`,
    );
    await desk.test.world.sql('DELETE FROM api_keys WHERE client_id = $1', [desk.tenant.clientId]);
    await expect(listen()).rejects.toThrow(`project_id=${desk.projectId} was answered 401`);
    expect(lines).toEqual([]);
  });
});
