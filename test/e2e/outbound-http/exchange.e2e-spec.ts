import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { OutboundFailure } from '../../../src/core/outbound-http/outbound-failure.js';
import { OutboundHttp } from '../../../src/core/outbound-http/outbound-http.js';
import type { OutboundOptions } from '../../../src/core/outbound-http/outbound-http.js';
import type { OutboundRequest } from '../../../src/core/outbound-http/outbound-request.js';
import { CertificateAuthority } from '../../support/certificate-authority.js';
import { eventually } from '../../support/eventually.js';
import { NameServer } from '../../support/name-server.js';
import { Receiver, TcpReceiver } from './receiver.js';

const NAME = 'hooks.example.com';
const OTHER = 'other.example.com';
const OLD = 'old.example.com';
// Long enough for the busiest machine; tests of timeouts set their own.
const AMPLE_MS = 20_000;

/** How the request failed: code and reason. */
const failing = async (asked: Promise<unknown>): Promise<string> => {
  const error: unknown = await asked.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof OutboundFailure)) throw new Error('It did not fail as it should.', { cause: error });
  return error.message;
};

describe('an exchange with an address of others', () => {
  const authority = new CertificateAuthority();
  let names: NameServer;
  let receiver: Receiver;
  let expired: Receiver;
  let http: OutboundHttp;
  const clients: OutboundHttp[] = [];
  const tcp: TcpReceiver[] = [];

  const client = (changes: Partial<OutboundOptions> = {}): OutboundHttp => {
    const made = new OutboundHttp({
      ports: [receiver.port, expired.port],
      allowLoopback: true,
      nameServers: [names.address],
      ca: authority.pem,
      ...changes,
    });
    clients.push(made);
    return made;
  };
  const post = (changes: Partial<OutboundRequest> = {}, by = http) =>
    by.request({
      holder: 'one',
      method: 'POST',
      url: `https://${NAME}:${receiver.port}/calls?x=1#fragment`,
      headers: { 'content-type': 'application/json' },
      body: '{"a":1}',
      timeoutMs: AMPLE_MS,
      ...changes,
    });
  const serve = async (...accept: Parameters<typeof TcpReceiver.start>): Promise<string> => {
    const server = await TcpReceiver.start(...accept);
    tcp.push(server);
    return `http://127.0.0.1:${server.port}/`;
  };
  const answering = (text: string): Promise<string> =>
    serve((socket) => socket.once('data', () => socket.write(text)));

  beforeAll(async () => {
    names = await NameServer.start();
    receiver = await Receiver.start(authority, {
      [NAME]: [NAME],
      [OTHER]: ['another.example.com'],
    });
    expired = await Receiver.start(authority, { [OLD]: [OLD] }, 21);
    for (const name of [NAME, OTHER, OLD]) names.tell(name, ['127.0.0.1']);
  });

  beforeEach(() => {
    receiver.answer = (response) => response.end('ok');
    receiver.received.length = 0;
    receiver.connections = 0;
    names.questions.length = 0;
    names.tell(NAME, ['127.0.0.1']);
    http = client();
  });

  afterEach(async () => {
    vi.unstubAllEnvs();
    await Promise.all(clients.splice(0).map((made) => made.onApplicationShutdown()));
    await Promise.all(tcp.splice(0).map((server) => server.close()));
  });

  afterAll(async () => {
    await Promise.all([receiver.close(), expired.close(), names.close()]);
  });

  it('keeps the name in the handshake and in Host, and gives back what was answered', async () => {
    receiver.answer = (response) => {
      response
        .writeHead(202, { 'Retry-After': '7', 'X-Two': ['a', 'b'], 'X-Other': 'not asked for' })
        .end('taken');
    };
    const answer = await post({ answerHeaders: ['retry-after', 'x-two', 'x-absent'] });
    expect(answer).toEqual({
      status: 202,
      headers: { 'retry-after': '7', 'x-two': 'a, b' },
      body: Buffer.from('taken'),
      isCut: false,
      durationMs: expect.any(Number) as number,
    });
    expect(receiver.received).toEqual([
      { serverName: NAME, host: `${NAME}:${receiver.port}`, body: '{"a":1}' },
    ]);
  });

  it('asks for a name without its final dot, as certificates have it', async () => {
    expect((await post({ url: `https://${NAME}.:${receiver.port}/` })).status).toBe(200);
    expect(receiver.received[0]).toMatchObject({ serverName: NAME, host: `${NAME}:${receiver.port}` });
  });

  it('holds the certificate against the name, its authority and its time, and sends nothing where it is wrong', async () => {
    const at = (name: string, port: number) => ({ url: `https://${name}:${port}/` });
    expect(await failing(post(at(OTHER, receiver.port)))).toBe('tls_failed (ERR_TLS_CERT_ALTNAME_INVALID)');
    expect(await failing(post(at(OLD, expired.port)))).toBe('tls_failed (CERT_HAS_EXPIRED)');
    const strict = client({ ca: new CertificateAuthority().pem });
    expect(await failing(post({}, strict))).toMatch(/^tls_failed \(/);
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    expect(await failing(post({}, client({ ca: new CertificateAuthority().pem })))).toMatch(/^tls_failed \(/);
    // An IP address is compared with the addresses of the certificate.
    expect(await failing(post(at('127.0.0.1', receiver.port)))).toMatch(
      /^tls_failed \(ERR_TLS_CERT_ALTNAME_INVALID/,
    );
    expect([...receiver.received, ...expired.received]).toEqual([]);
  });

  it('asks for no name where there is only an address, and holds the certificate against that', async () => {
    const numbered = await Receiver.start(authority, { '': ['127.0.0.1'] });
    expect((await post({ url: `https://127.0.0.1:${numbered.port}/` })).status).toBe(200);
    expect(numbered.received).toMatchObject([{ serverName: false, host: `127.0.0.1:${numbered.port}` }]);
    await numbered.close();
  });

  it('takes what is no TLS, and what hangs up in the handshake, for a failed handshake', async () => {
    for (const accept of [
      (socket: { end(text: string): unknown }) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
      (socket: { destroy(): unknown }) => void socket.destroy(),
    ]) {
      const plain = await serve(accept);
      expect(await failing(post({ url: plain.replace('http:', 'https:') }))).toMatch(/^tls_failed \(/);
    }
  });

  it('keeps the connection for the next request, and resolves the name for each new one alone', async () => {
    for (let round = 0; round < 3; round += 1) await post();
    expect(receiver.connections).toBe(1);
    expect(names.questions.sort()).toEqual([`A ${NAME}`, `AAAA ${NAME}`]);
    receiver.answer = (response) => response.setHeader('connection', 'close').end();
    await post();
    await post();
    expect(receiver.connections).toBe(2);
    expect(names.questions).toHaveLength(4);
  });

  it('refuses the next connection where the name has flipped to a private address meanwhile', async () => {
    names.tell(NAME, ['127.0.0.1'], ['10.0.0.1']);
    receiver.answer = (response) => response.setHeader('connection', 'close').end();
    expect((await post()).status).toBe(200);
    expect(await failing(post())).toBe('address_blocked (not_public)');
    expect(receiver.connections).toBe(1);
  });

  it('goes to another vetted address where the first one refuses', async () => {
    // Nothing listens at the second address: the receiver is only at 127.0.0.1.
    names.tell(NAME, ['127.0.0.7', '127.0.0.1']);
    expect((await post()).status).toBe(200);
  });

  it('closes a connection that nothing uses', async () => {
    await post();
    expect(receiver.open).toBe(1);
    await eventually(() => expect(receiver.open).toBe(0), 100);
  });

  it.each([301, 302, 303, 307, 308])('follows no redirect: %i is the answer', async (status) => {
    receiver.answer = (response) =>
      response.writeHead(status, { location: `https://${NAME}:${receiver.port}/next` }).end();
    const answer = await post({ answerHeaders: ['location'] });
    expect(answer).toMatchObject({
      status,
      headers: { location: expect.stringContaining('/next') as string },
    });
    expect(receiver.received).toHaveLength(1);
  });

  it('reads 16 KiB of an endless body and closes the connection', async () => {
    let written = 0;
    receiver.answer = (response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(64 * 1024, 'x'))) written += 64 * 1024;
      };
      response.on('drain', more);
      more();
    };
    const answer = await post();
    expect({ bytes: answer.body.length, isCut: answer.isCut }).toEqual({ bytes: 16 * 1024, isCut: true });
    await eventually(() => expect(receiver.open).toBe(0));
    // The buffers of two sockets hold some megabytes on loopback.
    expect(written).toBeLessThan(32 * 1024 * 1024);
  });

  it('reads as much of a body as is asked for, and says whether there was more', async () => {
    receiver.answer = (response) => response.end('0123456789');
    expect(await post({ maxAnswerBytes: 10 })).toMatchObject({
      body: Buffer.from('0123456789'),
      isCut: false,
    });
    expect(await post({ maxAnswerBytes: 9 })).toMatchObject({ body: Buffer.from('012345678'), isCut: true });
    expect(await post({ maxAnswerBytes: 0 })).toMatchObject({ body: Buffer.alloc(0), isCut: true });
  });

  it('bounds the whole exchange: connecting, a silent name server, no headers, a body that drips', async () => {
    const quick = { timeoutMs: 300 };
    const silent = await serve(() => undefined);
    expect(await failing(post({ ...quick, url: silent.replace('http:', 'https:') }))).toBe(
      'timeout (exchange)',
    );
    expect(await failing(post({ ...quick, url: silent }))).toBe('timeout (exchange)');
    names.tell(NAME, 'is silent');
    expect(await failing(post(quick))).toBe('timeout (exchange)');
    const dripping = await serve((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10000\r\n\r\n');
      const drip = setInterval(() => socket.write('x'), 10);
      socket.on('close', () => clearInterval(drip));
    });
    expect(await failing(post({ ...quick, url: dripping }))).toBe('timeout (exchange)');
    const informing = await serve((socket) => {
      const drip = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 10);
      socket.on('close', () => clearInterval(drip));
    });
    expect(await failing(post({ ...quick, url: informing }))).toBe('timeout (exchange)');
    expect(await failing(post({ url: silent, headersTimeoutMs: 200 }))).toBe(
      'timeout (UND_ERR_HEADERS_TIMEOUT)',
    );
    await eventually(() => expect(tcp.map(({ open }) => open).slice(1)).toEqual([0, 0]));
  });

  // Rules: webhooks 7.1.
  it.each(['100 Continue', '102 Processing', '103 Early Hints'])(
    'passes over %s, on a connection that is kept',
    async (interim) => {
      const [head, rest] = [`HTTP/1.1 ${interim}\r\n`, '\r\nHTTP/1.1 204 No Content\r\n\r\n'];
      const url = await serve((socket) =>
        socket.on('data', () => socket.write(head, () => setImmediate(() => socket.write(rest)))),
      );
      const plain = client({ ports: [Number(new URL(url).port)] });
      for (let time = 1; time <= 2; time += 1)
        expect(await post({ url }, plain)).toMatchObject({ status: 204 });
      expect(tcp.at(-1)!.connections).toBe(1);
    },
  );

  it('says so where the connection is refused, reset, or closed too early', async () => {
    const gone = await TcpReceiver.start(() => undefined);
    const url = `http://127.0.0.1:${gone.port}/`;
    await gone.close();
    expect(await failing(post({ url }))).toBe('connection_failed (ECONNREFUSED)');
    const resetting = await serve((socket) => socket.once('data', () => socket.resetAndDestroy()));
    expect(await failing(post({ url: resetting }))).toMatch(
      /^connection_failed \((ECONNRESET|UND_ERR_SOCKET)\)$/,
    );
    const short = await serve((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort')),
    );
    expect(await failing(post({ url: short }))).toMatch(/^connection_failed \(/);
  });

  it('takes what is no HTTP, and headers beyond 16 KiB, for no answer', async () => {
    const gibberish = await answering('SSH-2.0-OpenSSH_9.6\r\n');
    expect(await failing(post({ url: gibberish }))).toMatch(/^invalid_response \(/);
    const huge = await answering(`HTTP/1.1 200 OK\r\nX-Huge: ${'x'.repeat(20_000)}\r\n\r\n`);
    expect(await failing(post({ url: huge }))).toMatch(/^invalid_response \(/);
    const many = await answering(`HTTP/1.1 200 OK\r\n${'X-Many: 1\r\n'.repeat(5000)}\r\n`);
    expect(await failing(post({ url: many }))).toMatch(/^invalid_response \(/);
  });

  it('sends nothing that is too large, or that is not a header, or that belongs to the connection', async () => {
    expect(await failing(post({ body: 'x'.repeat(256 * 1024 + 1) }))).toBe('payload_too_large (body)');
    expect(await failing(post({ headers: { 'x-huge': 'x'.repeat(16 * 1024) } }))).toBe(
      'payload_too_large (headers)',
    );
    expect(await failing(post({ url: `https://${NAME}/${'x'.repeat(8192)}` }))).toBe(
      'address_blocked (too_long)',
    );
    expect(await failing(post({ headers: { 'x-a': 'b\r\nx-c: d' } }))).toMatch(/^invalid_request \(/);
    for (const name of ['Host', 'connection', 'Content-Length', 'transfer-encoding']) {
      expect(await failing(post({ headers: { [name]: '1' } }))).toBe(`invalid_request (header ${name})`);
    }
    expect(receiver.received).toEqual([]);
    expect((await post({ body: 'x'.repeat(256 * 1024) })).status).toBe(200);
  });

  it('obeys no proxy of the environment', async () => {
    const proxy = await serve(() => undefined);
    for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY']) {
      vi.stubEnv(name, proxy);
      vi.stubEnv(name.toLowerCase(), proxy);
    }
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    expect((await post({}, client())).status).toBe(200);
    expect(tcp[0]?.connections).toBe(0);
  });

  it('ends when the caller gives up, and when the process ends', async () => {
    receiver.answer = () => undefined;
    const gaveUp = new AbortController();
    const first = failing(post({ signal: gaveUp.signal }));
    await eventually(() => expect(receiver.received).toHaveLength(1));
    gaveUp.abort();
    expect(await first).toBe('cancelled (signal)');
    expect(await failing(post({ signal: gaveUp.signal }))).toBe('cancelled (signal)');
    const second = failing(post());
    await eventually(() => expect(receiver.received).toHaveLength(2));
    await http.onApplicationShutdown();
    expect(await second).toBe('cancelled (signal)');
    expect(await failing(post())).toBe('cancelled (signal)');
    await eventually(() => expect(receiver.open).toBe(0));
  });
});
