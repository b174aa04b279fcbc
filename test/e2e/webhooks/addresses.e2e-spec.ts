import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { Server } from 'node:net';
import type { Response } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectsDuring } from '../../support/connect-attempts.js';
import { atDepth } from '../../support/depth.js';
import { eventually } from '../../support/eventually.js';
import { NameServer } from '../../support/name-server.js';
import { listenApart } from '../../support/ports.js';
import { ODD_HOSTS, ODD_URLS, ownAddresses, SPECIAL_ADDRESSES } from '../outbound-http/hostile-addresses.js';
import { DeliveryBench } from './delivery-bench.js';
import { errorOf, fieldOf } from './webhook-fixture.js';
import type { Webhook, WebhookFixture } from './webhook-fixture.js';

const KINDS = Object.entries(SPECIAL_ADDRESSES);
const SPECIAL = KINDS.flatMap(([, addresses]) => addresses);
const PUBLIC = '8.8.8.8';
/** A name may resolve to several addresses; a single forbidden one is enough to refuse it. */
const MIXED: readonly (readonly string[])[] = [
  [PUBLIC, '10.0.0.1'],
  [PUBLIC, '::1'],
  ['127.0.0.1', '2606:4700::1111'],
  [...new Array<string>(30).fill('8.8.4.4'), '169.254.169.254'],
];
const RESOLVED = [...SPECIAL.map((address) => [address]), ...MIXED];
const NOT_PUBLIC = ['address_not_public'];
// As many webhooks as a project may have.
const AT_ONCE = 20;

/** A text as a person would enter it as an address. */
const literal = (address: string): string => (address.includes(':') ? `[${address}]` : address);

/** A machine that is busy with other tests may delay a store, but not forever. */
const served = (ask: () => PromiseLike<Response>): Promise<Response> =>
  eventually(async () => {
    const response = await ask();
    expect(response.status).not.toBe(503);
    return response;
  });

// Rules: webhooks 2.4, 7.3, 7.4. Fails if an address that may not be called can be saved, or is
// connected to.
describe('a webhook that leads to what may not be called', () => {
  let bench: DeliveryBench;
  let names: NameServer;
  let listener: Server;
  let port: number;
  let accepted = 0;
  let refusals = 0;

  /** Nothing in the meantime connects to the port that all the addresses name. */
  async function connectsToNone(work: () => Promise<unknown>): Promise<void> {
    const before = accepted;
    const attempts = (await connectsDuring(work)).filter((it) => it.port === port);
    expect({ attempts: attempts.map(({ address }) => address), accepted: accepted - before }).toEqual({
      attempts: [],
      accepted: 0,
    });
  }

  /** Neither the existing webhook nor a new one may have it; returns the fault. */
  async function refusalOf(webhook: Webhook, desk: WebhookFixture, endpointUrl: string): Promise<string> {
    const { webhook_id: id, revision_hash } = webhook;
    const refused = await served(() => desk.change(id, { endpoint_url: endpointUrl, revision_hash }));
    expect([endpointUrl, refused.status, errorOf(refused).code, fieldOf(refused)?.field]).toEqual([
      endpointUrl,
      422,
      'validation_error',
      'endpoint_url',
    ]);
    refusals += 1;
    if (refusals % atDepth({ ordinary: 8, full: 2 }) === 0) {
      const created = await served(async () => {
        await bench.test.world.sql('DELETE FROM throttle_hits');
        return desk.create({ endpoint_url: endpointUrl, revision_hash });
      });
      expect([endpointUrl, created.status, fieldOf(created)]).toEqual([endpointUrl, 422, fieldOf(refused)]);
    }
    return fieldOf(refused)?.code ?? '';
  }

  /**
   * A project with twenty webhooks, whose names resolve to permitted addresses while they are
   * saved.
   */
  async function twentyWebhooks(): Promise<{ desk: WebhookFixture; webhooks: Webhook[] }> {
    const { desk, webhook } = await bench.aWebhook({ endpoint_url: url(0), event_types: ['call_ended'] });
    const webhooks = [webhook];
    while (webhooks.length < AT_ONCE) {
      await bench.test.world.sql('DELETE FROM throttle_hits');
      const endpoint_url = url(webhooks.length);
      webhooks.push(await bench.webhookOf(desk, { endpoint_url, event_types: ['call_ended'] }));
    }
    return { desk, webhooks };
  }

  const nameOf = (index: number): string => `h${index}.example.com`;
  const url = (index: number): string => `https://${nameOf(index)}:${port}/calls`;
  const opened = (): void => {
    for (let index = 0; index < AT_ONCE; index += 1) names.tell(nameOf(index), [PUBLIC]);
  };

  beforeAll(async () => {
    // Listens on every address of this machine, so that any connection is noticed.
    listener = createServer((socket) => {
      accepted += 1;
      socket.destroy();
    });
    port = await listenApart(listener, '::');
    names = await NameServer.start();
    opened();
    bench = await DeliveryBench.open({
      ports: [port],
      allowLoopback: false,
      nameServers: [names.address],
    });
    await bench.startWorker();
  });
  afterAll(async () => {
    await bench.close();
    await names.close();
    await new Promise((resolve) => listener.close(resolve));
  });

  it('stands in at least 120 rows here, and a connection would be seen', async () => {
    expect(SPECIAL.length + RESOLVED.length + ODD_HOSTS.length + ODD_URLS.length).toBeGreaterThanOrEqual(120);
    const before = accepted;
    const attempts = await connectsDuring(async () => {
      await once(connect(port, '127.0.0.1').resume(), 'close');
    });
    expect(attempts.filter((it) => it.port === port).map(({ address }) => address)).toEqual(['127.0.0.1']);
    expect(accepted - before).toBe(1);
  });

  it('is not saved, written as an address, as a name that leads there, or oddly', async () => {
    const { desk, webhook } = await bench.aWebhook({ endpoint_url: url(0) });
    const refusedAs = async (endpointUrl: string, codes: readonly string[]): Promise<void> => {
      const code = await refusalOf(webhook, desk, endpointUrl);
      expect([endpointUrl, codes.includes(code)]).toEqual([endpointUrl, true]);
    };
    const tries: (() => Promise<void>)[] = [
      ...[...SPECIAL, ...ownAddresses()].map(
        (address) => () => refusedAs(`https://${literal(address)}:${port}/`, NOT_PUBLIC),
      ),
      ...RESOLVED.map((answer, index) => () => {
        names.tell(`r${index}.example.com`, answer);
        return refusedAs(`https://r${index}.example.com:${port}/`, NOT_PUBLIC);
      }),
      ...ODD_HOSTS.map((host) => () => refusedAs(`https://${host}:${port}/`, [...NOT_PUBLIC, 'url_invalid'])),
      ...ODD_URLS.map((odd) => async () => void (await refusalOf(webhook, desk, odd(`127.0.0.1:${port}`)))),
    ];
    await connectsToNone(async () => {
      while (tries.length > 0) await Promise.all(tries.splice(0, 8).map((it) => it()));
    });
    expect((await desk.items()).map((it) => it.endpoint_url)).toEqual([url(0)]);
  });

  it('is blocked at its delivery where its name has come to lead there since it was saved', async () => {
    const { desk } = await twentyWebhooks();
    for (let tried = 0; tried < RESOLVED.length; tried += AT_ONCE) {
      for (let index = 0; index < AT_ONCE; index += 1)
        names.tell(nameOf(index), RESOLVED[(tried + index) % RESOLVED.length]!);
      await connectsToNone(async () => {
        await bench.call(desk);
        const rows = await bench.settled(desk, tried + AT_ONCE, ['blocked']);
        for (const row of rows)
          expect(row).toMatchObject({
            failure_code: 'address_blocked',
            attempt_count: 1,
            response_status_code: null,
          });
      });
    }
    opened();
  });

  it('is blocked at its delivery however it came to be stored', async () => {
    const one = KINDS.map(([, [address]]) => literal(address!));
    const hosts = [...one, ...ODD_HOSTS].filter((host) => URL.canParse(`https://${host}:${port}/`));
    const tried = atDepth({ ordinary: hosts.filter((_, index) => index % 4 === 0), full: hosts });
    for (let first = 0; first < tried.length; first += AT_ONCE) {
      const { desk, webhooks } = await twentyWebhooks();
      for (const [index, { webhook_id: id }] of webhooks.entries()) {
        const host = tried[(first + index) % tried.length]!;
        await bench.test.world.sql('UPDATE webhook_endpoints SET endpoint_url = $2 WHERE webhook_id = $1', [
          id,
          `https://${host}:${port}/`,
        ]);
      }
      await connectsToNone(async () => {
        await bench.call(desk);
        const rows = await bench.settled(desk, AT_ONCE, ['blocked']);
        for (const row of rows) expect(row).toMatchObject({ failure_code: 'address_blocked' });
      });
    }
  });
});
