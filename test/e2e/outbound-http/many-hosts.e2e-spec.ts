import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OutboundFailure } from '../../../src/core/outbound-http/outbound-failure.js';
import { OutboundHttp } from '../../../src/core/outbound-http/outbound-http.js';
import type { OutboundOptions } from '../../../src/core/outbound-http/outbound-http.js';
import { eventually } from '../../support/eventually.js';
import { TcpReceiver } from './receiver.js';

const HANGING_HOSTS = 200;
const HEALTHY_HOSTS = 50;
const AT_ONCE = 8;

const settled = (asked: readonly Promise<unknown>[]): Promise<string[]> =>
  Promise.all(
    asked.map((one) =>
      one.then(
        () => 'answered',
        (error: Error) => (error instanceof OutboundFailure ? error.code : error.message),
      ),
    ),
  );

describe('many addresses of others', () => {
  let hanging: TcpReceiver;
  let healthy: TcpReceiver;
  let http: OutboundHttp;

  // Every address of 127.0.0.0/8 is a separate host, and both servers listen on all of them.
  const get = (port: number, host: number, signal?: AbortSignal) =>
    http.request({
      holder: port === hanging.port ? 'slow' : 'quick',
      method: 'GET',
      url: `http://127.0.1.${host}:${port}/`,
      timeoutMs: 60_000,
      ...(signal ? { signal } : {}),
    });
  const open = (limits: OutboundOptions['limits'] = {}) => {
    http = new OutboundHttp({ ports: [], allowLoopback: true, limits });
  };

  beforeAll(async () => {
    hanging = await TcpReceiver.start((socket) => socket.resume());
    healthy = await TcpReceiver.start((socket) =>
      socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')),
    );
  });

  beforeEach(() => open());

  afterEach(async () => {
    await http.onApplicationShutdown();
    await eventually(() => expect(hanging.open + healthy.open).toBe(0));
  });

  afterAll(() => Promise.all([hanging.close(), healthy.close()]));

  it('of which 200 hang hold nothing up that answers', async () => {
    // As long as the requests themselves may take, so that none is refused earlier on a busy
    // machine.
    open({ waitMs: 60_000 });
    const stop = new AbortController();
    const held = Array.from({ length: HANGING_HOSTS * AT_ONCE }, (_, index) =>
      get(hanging.port, 1 + (index % HANGING_HOSTS), stop.signal),
    );
    let ended = 0;
    const outcomes = settled(held.map((one) => one.finally(() => (ended += 1))));
    await eventually(() => expect(hanging.open).toBeGreaterThanOrEqual(512));
    const answers = await settled(
      Array.from({ length: HEALTHY_HOSTS * 20 }, (_, index) =>
        get(healthy.port, 1 + (index % HEALTHY_HOSTS)),
      ),
    );
    expect(new Set(answers)).toEqual(new Set(['answered']));
    expect(ended).toBe(0);
    stop.abort();
    expect(new Set(await outcomes)).toEqual(new Set(['cancelled']));
  });

  it('leave half of all slots to others, however many of one holder hang', async () => {
    open({ total: 8, waitMs: 50 });
    const stop = new AbortController();
    let ended = 0;
    const held = settled(
      Array.from({ length: 8 }, (_, host) =>
        get(hanging.port, 1 + host, stop.signal).finally(() => (ended += 1)),
      ),
    );
    await eventually(() => expect([hanging.open, ended]).toEqual([4, 4]));
    expect(await settled([10, 11, 12, 13].map((host) => get(healthy.port, host)))).toEqual(
      Array.from({ length: 4 }, () => 'answered'),
    );
    stop.abort();
    expect((await held).toSorted()).toEqual([
      ...Array.from({ length: 4 }, () => 'busy'),
      ...Array.from({ length: 4 }, () => 'cancelled'),
    ]);
  });

  it('have so many connections each, and a request beyond waits and is not lost', async () => {
    open({ waitMs: 60_000 });
    const before = healthy.connections;
    const answers = await settled(Array.from({ length: 100 }, () => get(healthy.port, 1)));
    expect(new Set(answers)).toEqual(new Set(['answered']));
    expect(healthy.connections - before).toBeLessThanOrEqual(AT_ONCE);
  });

  it('are busy for a request that finds no connection in time, which blames no receiver', async () => {
    open({ perKey: 1, waitMs: 50 });
    const stop = new AbortController();
    const held = settled([get(hanging.port, 1, stop.signal)]);
    await eventually(() => expect(hanging.open).toBe(1));
    expect(await settled([get(hanging.port, 1)])).toEqual(['busy']);
    expect(await settled([get(healthy.port, 1)])).toEqual(['answered']);
    stop.abort();
    expect(await held).toEqual(['cancelled']);
  });

  it('never have more connections in all than there may be', async () => {
    open({ connections: 4, total: 1024 });
    const stop = new AbortController();
    const held = settled([1, 2, 3, 4].map((host) => get(hanging.port, host, stop.signal)));
    await eventually(() => expect(hanging.open).toBe(4));
    expect(await settled([get(healthy.port, 5)])).toEqual(['busy']);
    stop.abort();
    await held;
    await eventually(() => expect(hanging.open).toBe(0));
    expect(await settled([get(healthy.port, 5)])).toEqual(['answered']);
  });

  it('keep no connection once half of all there may be are open', async () => {
    open({ connections: 4, total: 1024 });
    const before = healthy.connections;
    const rounds = [1, 2, 3, 4, 5, 6, 7, 8];
    for (const host of rounds) expect(await settled([get(healthy.port, host)])).toEqual(['answered']);
    expect(healthy.connections - before).toBe(rounds.length);
    await eventually(() => expect(healthy.open).toBeLessThanOrEqual(2));
  });
});
