import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OutboundFailure } from '../../../src/core/outbound-http/outbound-failure.js';
import type { OutboundFailureCode } from '../../../src/core/outbound-http/outbound-failure.js';
import { OutboundHttp } from '../../../src/core/outbound-http/outbound-http.js';
import { countConnects } from '../../support/connect-attempts.js';
import { NameServer } from '../../support/name-server.js';
import { listenApart } from '../../support/ports.js';
import { ODD_HOSTS, ODD_URLS, ownAddresses, SPECIAL_ADDRESSES } from './hostile-addresses.js';

const SPECIAL = Object.entries(SPECIAL_ADDRESSES).flatMap(([kind, addresses]) =>
  addresses.map((address) => ({ kind, address })),
);
const PUBLIC = ['8.8.8.8', '2606:4700::1111'] as const;
const NAME = 'hooks.example.com';

describe('an address of others', () => {
  let listener: Server;
  let names: NameServer;
  let http: OutboundHttp;
  let port: number;
  let accepted = 0;

  beforeAll(async () => {
    // Listens on every IPv4 and IPv6 address of this machine, and counts connections to any of
    // them.
    listener = createServer((socket) => {
      accepted += 1;
      socket.destroy();
    });
    port = await listenApart(listener, '::');
    names = await NameServer.start();
    http = new OutboundHttp({ ports: [port], allowLoopback: false, nameServers: [names.address] });
  });

  afterAll(async () => {
    await http.onApplicationShutdown();
    await names.close();
    await new Promise((resolve) => listener.close(resolve));
  });

  const failureOf = (asked: Promise<unknown>): Promise<OutboundFailureCode | 'none'> =>
    asked.then(
      () => 'none',
      (error: Error) => {
        if (error instanceof OutboundFailure) return error.code;
        throw error;
      },
    );

  /** Checks an address when it is saved and when it is connected. */
  async function refuses(url: string): Promise<void> {
    const before = accepted;
    const attempts = await countConnects(async () => {
      expect(await failureOf(http.check(url))).toBe('address_blocked');
      expect(
        await failureOf(http.request({ holder: 'one', method: 'POST', url, body: '{}', timeoutMs: 2000 })),
      ).toBe('address_blocked');
    });
    expect({ attempts, accepted: accepted - before }).toEqual({ attempts: 0, accepted: 0 });
  }

  const literal = (address: string): string => (address.includes(':') ? `[${address}]` : address);

  it('stands in at least 120 rows here', () => {
    expect(SPECIAL.length * 2 + ODD_HOSTS.length + ODD_URLS.length).toBeGreaterThanOrEqual(120);
  });

  it.each(SPECIAL)('$address ($kind) is never connected to', ({ address }) =>
    refuses(`https://${literal(address)}:${port}/`),
  );

  it.each(SPECIAL)('a name that leads to $address ($kind) is never connected to', async ({ address }) => {
    names.tell(NAME, [address]);
    await refuses(`https://${NAME}:${port}/`);
  });

  it.each(ODD_HOSTS)('the host %j is never connected to', (host) => refuses(`https://${host}:${port}/`));

  it.each(ODD_URLS.map((url) => url('127.0.0.1')))('the address %j is never connected to', (url) =>
    refuses(url.replace('127.0.0.1', `127.0.0.1:${port}`)),
  );

  it('that is one of this machine is never connected to', async () => {
    for (const address of ownAddresses()) await refuses(`https://${literal(address)}:${port}/`);
  });

  it.each([
    { mixed: 'a public and a private one', answer: [PUBLIC[0], '10.0.0.1'] },
    { mixed: 'a public one of IPv4 and loopback of IPv6', answer: [PUBLIC[0], '::1'] },
    { mixed: 'a public one of IPv6 and loopback of IPv4', answer: ['127.0.0.1', PUBLIC[1]] },
    {
      mixed: 'thirty public ones and a link-local one',
      answer: [...new Array<string>(30).fill('8.8.4.4'), '169.254.169.254'],
    },
  ])('is blocked as a whole where its name leads to $mixed', async ({ answer }) => {
    names.tell(NAME, answer);
    await refuses(`https://${NAME}:${port}/`);
  });

  it.each(
    SPECIAL.filter(({ kind }) =>
      ['loopback', 'private', 'cloud metadata', 'IPv4-mapped', 'NAT64'].includes(kind),
    ),
  )(
    'that was public when it was checked and leads to $address when it is connected to is not',
    async ({ address }) => {
      names.tell(NAME, [...PUBLIC], [address]);
      const url = `https://${NAME}:${port}/`;
      const before = accepted;
      await http.check(url);
      const attempts = await countConnects(async () => {
        expect(await failureOf(http.request({ holder: 'one', method: 'GET', url, timeoutMs: 2000 }))).toBe(
          'address_blocked',
        );
      });
      expect({ attempts, accepted: accepted - before }).toEqual({ attempts: 0, accepted: 0 });
    },
  );

  it('is not called at a port that is not allowed', async () => {
    names.tell(NAME, [...PUBLIC]);
    for (const other of [22, 25, 80, 443, 5432, port + 1]) await refuses(`https://${NAME}:${other}/`);
  });

  it('takes name servers that fail or do not know it for what they are', async () => {
    names.tell('broken.example.com', 'fails');
    expect(await failureOf(http.check(`https://broken.example.com:${port}/`))).toBe('dns_failed');
    expect(await failureOf(http.check(`https://absent.example.com:${port}/`))).toBe('dns_failed');
  });

  it('on this machine is connected to under the development switch alone, and counted here', async () => {
    const open = new OutboundHttp({ ports: [], allowLoopback: true, nameServers: [names.address] });
    for (const host of ['127.0.0.1', '127.9.9.9', '[::1]', 'localhost', 'LocalHost.', '0x7f.1']) {
      const before = accepted;
      const attempts = await countConnects(async () => {
        const asked = open.request({
          holder: 'one',
          method: 'GET',
          url: `http://${host}:${port}/`,
          timeoutMs: 5000,
        });
        expect(await failureOf(asked)).toBe('connection_failed');
      });
      expect(attempts).toBeGreaterThan(0);
      expect(accepted).toBeGreaterThan(before);
    }
    for (const url of [
      'http://10.0.0.1/',
      'http://8.8.8.8/',
      'https://0.0.0.0/',
      'http://hooks.example.com/',
      'https://[::ffff:127.0.0.1]/',
    ]) {
      expect(await failureOf(open.request({ holder: 'one', method: 'GET', url, timeoutMs: 2000 }))).toBe(
        'address_blocked',
      );
    }
    await open.onApplicationShutdown();
  });
});
