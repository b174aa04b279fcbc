import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NameServer } from '../../../../test/support/name-server.js';
import { TestClock } from '../../../../test/support/test-clock.js';
import { OutboundHttp } from '../../../core/outbound-http/outbound-http.js';
import { PageFetch } from './page-fetch.service.js';

const TENANT = { clientId: 'client-a', dataEnv: 'prod' } as const;
const PAGE = 'https://pages.example.com/hours';

let names: NameServer;
beforeAll(async () => {
  names = await NameServer.start();
});
afterAll(() => names.close());

// knowledge 2.3, 3.4
describe('a page whose name changes its address', () => {
  it.each([
    ['127.0.0.1'],
    ['10.0.0.1'],
    ['169.254.169.254'],
    ['100.100.100.200'],
    ['::1'],
    ['fe80::1'],
    ['fd00:ec2::254'],
    ['::ffff:169.254.169.254'],
    ['64:ff9b::a9fe:a9fe'],
    ['2002:7f00:1::'],
  ])('to %s is not fetched, though it was public before', async (address) => {
    const outbound = new OutboundHttp({ ports: [443], allowLoopback: false, nameServers: [names.address] });
    names.tell('pages.example.com', ['93.184.215.14'], [address]);
    await outbound.check(PAGE);
    expect(await new PageFetch(outbound, new TestClock()).fetch(TENANT, PAGE)).toBe('address_blocked');
    await outbound.onApplicationShutdown();
  });
});

// knowledge 3.4
describe('a page behind slow redirects', () => {
  it('has 20 s with all of them', async () => {
    const clock = new TestClock();
    const asked: string[] = [];
    const server = createServer(({ url = '' }, response) => {
      asked.push(url);
      clock.advance(11_000);
      response.writeHead(302, { location: `${url}x` }).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const outbound = new OutboundHttp({ ports: [443], allowLoopback: true });
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    expect(await new PageFetch(outbound, clock).fetch(TENANT, address)).toBe('fetch_failed');
    expect(asked).toEqual(['/', '/x']);
    await outbound.onApplicationShutdown();
    server.closeAllConnections();
    server.close();
  });
});
