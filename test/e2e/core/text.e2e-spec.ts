import { connect } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { aCall } from '../../support/builders.js';
import type { TestTenant, TestUser } from '../../support/builders.js';
import { useSharedApp } from '../../support/shared-app.js';

interface Answer {
  /** Whether the sender had been asked to continue. */
  readonly wasContinued: boolean;
  readonly status: number;
  readonly headers: string;
  readonly body: unknown;
}

interface NamedFields {
  readonly field_errors?: readonly { readonly field: string; readonly message: string }[];
}

/** The locations that an answer names, in the general or the partner's envelope. */
const fieldsOf = ({ body }: Answer): string[] => {
  const { error } = body as { error: NamedFields & { readonly details?: NamedFields } };
  const fields = error.field_errors ?? error.details?.field_errors ?? [];
  return fields.map(({ field, message }) => `${field}: ${message}`);
};

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';

const LATIN = (text: string): Buffer => Buffer.from(text, 'latin1');

describe('text that is no Unicode', () => {
  const test = useSharedApp();
  let tenant: TestTenant;
  let project: string;
  let user: TestUser;
  let writer: string;
  let reader: string;

  beforeAll(async () => {
    tenant = await test.world.aTenant();
    project = await test.world.aProject(tenant);
    user = await test.world.aUser(tenant, { role: 'partner_admin' });
    await test.world.assignProject(user, tenant, project);
    writer = await test.world.aKey(tenant, 'runtime-ingest');
    reader = await test.world.aKey(tenant, 'read-only');
  });

  /** Sends a request byte for byte, because clients correct invalid ones. */
  const send = (
    start: string,
    headers: Record<string, string> = {},
    body: Buffer = Buffer.alloc(0),
  ): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(test.baseUrl);
      const socket = connect(Number(port), hostname);
      const all = { Host: 'x', Connection: 'close', 'Content-Length': String(body.length), ...headers };
      const lines = [`${start} HTTP/1.1`, ...Object.entries(all).map(([name, value]) => `${name}: ${value}`)];
      const received: Buffer[] = [];
      socket.on('data', (chunk) => received.push(chunk)).on('error', reject);
      socket.on('end', () => {
        const whole = Buffer.concat(received).toString('utf8');
        const [head = '', text = ''] = whole.replace(CONTINUE, '').split('\r\n\r\n');
        resolve({
          wasContinued: whole.startsWith(CONTINUE),
          status: Number(head.split(' ')[1]),
          headers: head.toLowerCase(),
          body: text === '' ? null : (JSON.parse(text) as unknown),
        });
      });
      socket.write(Buffer.concat([LATIN(`${lines.join('\r\n')}\r\n\r\n`), body]));
    });

  const session = (): Record<string, string> => ({ Authorization: `Bearer ${user.token()}` });
  const json = (): Record<string, string> => ({ ...session(), 'Content-Type': 'application/json' });
  const secrets = () => `POST /v1/projects/${project}/secrets`;

  const expectOwnHeaders = ({ headers }: Answer, requestId: string): void => {
    expect(`${headers}\r`).toMatch(new RegExp(`x-request-id: ${requestId}\r`));
    expect(headers).toContain('cache-control: no-store');
    expect(headers).toContain('x-content-type-options: nosniff');
  };

  // requests 1.7, 2.1, 2.3
  it.each([
    ['a control character in a header', 'GET /v1/health', { 'X-Name': 'a\x01b' }],
    ['an unknown method', 'BREW /v1/health', {}],
    ['a control character in the address', 'GET /v1/he\x01alth', {}],
    ['a length that is none', 'POST /v1/health', { 'Content-Length': 'four' }],
    ['two lengths', 'POST /v1/health', { 'Content-Length': '4', 'Transfer-Encoding': 'chunked' }],
    ['headers that are too large', 'GET /v1/health', { 'X-Name': 'a'.repeat(200 * 1024) }],
    ['a tunnel', 'CONNECT example.com:443', {}],
  ])('and what is no HTTP, as %s, is answered as an error', async (_, start, headers) => {
    const answer = await send(start, headers);
    expect([answer.status, answer.body]).toEqual([
      400,
      { error: expect.objectContaining({ code: 'validation_failed' }) as object, status_code: 400 },
    ]);
    expectOwnHeaders(answer, '[0-9a-f-]{36}');
    expect(answer.headers).toMatch(/connection: close/);
    expect(answer.headers).toMatch(/content-type: application\/json; charset=utf-8/);
  });

  // Fails if Node or Express responds itself. requests 1.9, 2.1, 2.3, 3.12; errors 2.14
  it.each([
    ['an expectation that is not known', 'GET /v1/health', { Expect: '200-ok' }, 417],
    ['one more', 'POST /v1/nowhere', { Expect: 'x' }, 417],
    ['an upgrade', 'GET /v1/nowhere', { Connection: 'close, Upgrade', Upgrade: 'x' }, 404],
    ['an address without a path', 'POST http://?x', {}, 404],
    ['an address with a host that is none', 'GET http://[::1/v1/nowhere', {}, 404],
    ['an address of another protocol', 'POST rtsp://x', {}, 404],
  ])('and %s is answered as an error', async (_, start, headers, status) => {
    const answer = await send(start, { 'X-Request-ID': 'mine', ...headers });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ status_code: status });
    expectOwnHeaders(answer, 'mine');
  });

  // Fails if a sender gets `100 Continue` before it is identified. requests 3.12
  it('and a sender that waits for 100 Continue gets it when its body is wanted', async () => {
    const body = Buffer.from('{}');
    const expecting = { 'Content-Type': 'application/json', Expect: '100-continue' };
    const refused = await send(secrets(), expecting, body);
    expect([refused.status, refused.wasContinued]).toEqual([401, false]);
    const headers = { ...session(), ...expecting, 'Idempotency-Key': 'expecting' };
    const read = await send(secrets(), headers, body);
    expect([read.status, read.wasContinued]).toEqual([422, true]);
    const large = await send(secrets(), { ...headers, 'Content-Length': String(2 * 1024 * 1024) });
    expect([large.status, large.wasContinued]).toEqual([413, false]);
  });

  describe('in a JSON body', () => {
    // requests 4.1; errors 2.1
    it('is 400 with the place of the byte, and nothing is stored', async () => {
      const body = LATIN('{"secret_name":"CRM_KEY","value":"p\xe4ssword"}');
      const answer = await send(secrets(), { ...json(), 'Idempotency-Key': 'latin-1-secret' }, body);
      expect([answer.status, fieldsOf(answer)]).toEqual([
        400,
        ['body: must be UTF-8; byte 35, counted from 0, is not part of a character'],
      ]);
      expect(await test.world.sql('SELECT 1 FROM project_secrets WHERE project_id = $1', [project])).toEqual(
        [],
      );
    });

    // requests 4.2
    it.each([
      ['a text', '{"secret_name":"CRM_KEY","value":"abc\\ud83d"}', 'value'],
      ['a nested text', '{"secret_name":["x",{"y":"\\udc00"}]}', 'secret_name.1.y'],
      ['a name', '{"\\ud800":1}', '(unnamed)'],
    ])('as half of a surrogate pair in %s is 400 naming it', async (_, body, place) => {
      const answer = await send(secrets(), { ...json(), 'Idempotency-Key': 'halves' }, Buffer.from(body));
      expect([answer.status, fieldsOf(answer)]).toEqual([
        400,
        [`${place}: must be well-formed Unicode; it contains half of a surrogate pair`],
      ]);
    });

    // access 7.1
    it('is looked at only after who calls, and what they may', async () => {
      const body = LATIN('{"a":"\xe4"}');
      const type = { 'Content-Type': 'application/json' };
      expect((await send(secrets(), type, body)).status).toBe(401);
      expect((await send(secrets(), { ...type, 'X-API-Key': reader }, body)).status).toBe(404);
    });

    // requests 4.9
    it.each([
      ['an array', 'application/json', JSON.stringify],
      [
        'lines',
        'application/x-ndjson',
        (calls: object[]) => calls.map((it) => JSON.stringify(it)).join('\n'),
      ],
    ])('is taken behind a byte order mark as %s', async (_, type, write) => {
      const body = Buffer.from(`\ufeff${write([aCall(project), aCall(project)])}`);
      const headers = { 'X-API-Key': writer, 'Content-Type': type };
      const answer = await send('POST /internal/v1/calls', headers, body);
      expect([answer.status, answer.body]).toMatchObject([200, { accepted: 2, rejected: 0 }]);
    });

    // requests 4.8
    it('is found by an agent whose accents are composed in another way', async () => {
      const call = aCall(project, { agent_name: 'Zoe\u0308' });
      const headers = { 'X-API-Key': writer, 'Content-Type': 'application/json' };
      await send('POST /internal/v1/calls', headers, Buffer.from(JSON.stringify([call])));
      for (const agent of ['Zo\u00eb', 'Zoe\u0308']) {
        const day = (call['started_at_utc'] as string).slice(0, 10);
        const query = new URLSearchParams({ project_id: project, agent, start_date: day, end_date: day });
        const { body } = await send(`GET /v1/calls/list?${query.toString()}`, { 'X-API-Key': reader });
        expect(body).toMatchObject({ items: [{ call_id: call['call_id'] }] });
      }
    });

    // requests 4.3; errors 2.8
    it.each(['iso-8859-1', 'utf-16', '"latin1"', 'UTF-16LE', 'us-ascii'])(
      'of charset %s is 415',
      async (charset) => {
        const type = { 'Content-Type': `application/json; charset=${charset}` };
        const answer = await send(secrets(), { ...session(), ...type }, Buffer.from('{}'));
        expect(answer.status).toBe(415);
      },
    );

    it.each(['utf-8', 'UTF-8', '"utf-8"'])('is read as charset %s', async (charset) => {
      const type = { 'Content-Type': `application/json; charset=${charset}` };
      const answer = await send(
        `POST /v1/projects/${project}/booking/validate`,
        { ...session(), ...type },
        Buffer.from('{}'),
      );
      expect(answer.status).toBe(200);
    });
  });

  describe('in a batch of calls', () => {
    const PATH = 'POST /internal/v1/calls';
    const ingest = (body: Buffer, type: string) =>
      send(PATH, { 'X-API-Key': writer, 'Content-Type': type }, body);
    const call = (fields: Record<string, unknown> = {}): string => JSON.stringify(aCall(project, fields));

    // requests 4.5
    it('as NDJSON costs its own line', async () => {
      const bad = LATIN(call({ agent_name: 'Zo\xeb' }));
      const body = Buffer.concat([Buffer.from(`${call()}\n`), bad, Buffer.from(`\n${call()}\n`)]);
      const answer = await ingest(body, 'application/x-ndjson');
      expect(answer).toMatchObject({ status: 200, body: { accepted: 2, rejected: 1 } });
      const { errors } = answer.body as { errors: object[] };
      expect(errors).toMatchObject([{ index: 1, call_id: null, code: 'invalid_json', field: 'record' }]);
      expect(JSON.stringify(errors)).toContain(`byte ${bad.indexOf(0xeb)}, counted from 0`);
    });

    it('as an array is 400 with the place of the byte', async () => {
      const body = Buffer.concat([
        Buffer.from(`[${call()},`),
        LATIN(call({ agent_name: 'Zo\xeb' })),
        LATIN(']'),
      ]);
      const answer = await ingest(body, 'application/json');
      expect([answer.status, fieldsOf(answer)]).toEqual([
        400,
        [`body: must be UTF-8; byte ${body.indexOf(0xeb)}, counted from 0, is not part of a character`],
      ]);
    });

    // requests 4.5
    it.each(['application/json', 'application/x-ndjson'])(
      'as half of a surrogate pair costs its own record of %s',
      async (type) => {
        const [good, bad] = [call(), call({ agent_name: 'Zo' }).replace('Zo', 'Zo\\ud800')];
        const text = type.endsWith('ndjson') ? `${bad}\n${good}` : `[${bad},${good}]`;
        const answer = await ingest(Buffer.from(text), type);
        expect(answer).toMatchObject({
          status: 200,
          body: { accepted: 1, errors: [{ index: 0, code: 'invalid_value', field: 'agent_name' }] },
        });
      },
    );

    it('of another charset is 415', async () => {
      for (const type of ['application/json', 'application/x-ndjson']) {
        const answer = await ingest(Buffer.from(call()), `${type}; charset=iso-8859-1`);
        expect(answer.status).toBe(415);
      }
    });
  });

  describe('in the address and the headers', () => {
    const key = () => ({ 'X-API-Key': reader });

    // requests 4.1
    it.each(['%ff', '%ed%a0%80', 'caf%E9', '%C3'])('as ?project_id=%s is 400 naming it', async (value) => {
      const answer = await send(`GET /v1/calls/summary?solution_id=a&project_id=${value}`, key());
      expect([answer.status, fieldsOf(answer)]).toEqual([
        400,
        ['project_id: must be UTF-8; a percent-encoded byte of it is not part of a character'],
      ]);
    });

    it.each([
      ['/v1/projects/%ff/lifecycle', 'project_id'],
      ['/v1/projects/a%ed%a0%80b/booking', 'project_id'],
      ['/v1/calls/%80', 'call_id'],
    ])('in the path %s is 400 naming it', async (path, name) => {
      expect((await send(`GET ${path}`)).status).toBe(401);
      const answer = await send(`GET ${path}`, session());
      expect([answer.status, fieldsOf(answer)]).toEqual([
        400,
        [`${name}: must be UTF-8; a percent-encoded byte of it is not part of a character`],
      ]);
    });

    // requests 4.4
    it.each(['Idempotency-Key', 'If-Match', 'X-Request-ID'])('in %s is 400 naming it', async (name) => {
      const answer = await send(`PUT /v1/projects/${project}/booking`, { ...json(), [name]: '"caf\xe9"' });
      expect([answer.status, fieldsOf(answer)]).toEqual([
        400,
        [`${name}: must be UTF-8; a byte of it is not part of a character`],
      ]);
      expect(answer.headers).toMatch(/x-request-id: [0-9a-f-]{36}/);
    });

    it('that is UTF-8 is taken as it is', async () => {
      const raw = Buffer.from('é').toString('latin1');
      expect((await send('GET /v1/partner/me', { ...session(), 'If-Match': raw })).status).toBe(200);
      expect((await send('GET /v1/calls/summary?solution_id=%C3%A9', key())).status).toBe(200);
    });
  });

  describe('a path that cannot be decoded', () => {
    // access 7.4
    it.each(['/v1/projects/%zz', '/v1/projects/%', '/v1/projects/a%4/lifecycle'])(
      '%s is 401, then 404 in the envelope of its surface',
      async (path) => {
        expect((await send(`GET ${path}`)).status).toBe(401);
        const answer = await send(`GET ${path}`, session());
        const absent = await send(`GET ${path.replace(/a?%\w*/, 'nowhere')}`, session());
        expect(answer.status).toBe(404);
        const bare = ({ body }: Answer) => JSON.stringify(body).replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, 'id');
        expect(bare(answer)).toBe(bare(absent));
        expect(answer.headers).toContain('cache-control: no-store');
        expect(answer.headers).toMatch(/x-request-id: \S+/);
      },
    );

    // access 7.3
    it('that leads to no route is 404 for everyone', async () => {
      for (const path of ['/%zz', '/nowhere/%ff', '/docs/%zz']) {
        expect(await send(`GET ${path}`)).toMatchObject({
          status: 404,
          body: { error: 'Not found.', status_code: 404 },
        });
      }
    });
  });

  // access 6.3; requests 1.3
  it('is a path only as it is written', async () => {
    for (const path of [
      '/V1/calls/summary',
      '/v1/CALLS/summary',
      '/v1/calls/summary/',
      '/v1/%63alls/summary',
      '//v1/calls/summary',
    ]) {
      expect([path, (await send(`GET ${path}`, { 'X-API-Key': reader })).status]).toEqual([path, 404]);
    }
    for (const path of ['/INTERNAL/v1/calls', '/internal/V1/calls', '/internal/v1/calls/']) {
      expect([path, (await send(`POST ${path}`, { 'X-API-Key': writer })).status]).toEqual([path, 404]);
    }
  });
});
