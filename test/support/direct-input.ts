import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  randomBytes,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';
import { once } from 'node:events';
import { get } from 'node:http';
import type { Response } from 'supertest';
import type { TestApp } from './app.js';
import { aCall, type TestTenant } from './builders.js';

const CURVE = { namedCurve: 'P-256' } as const;

export const MEMBER_FIELD = {
  name: 'member_number',
  label: 'Your member number',
  kind: 'digits',
  required: true,
  max_length: 10,
} as const;

/** An envelope as a page sends it, or a part of one. */
type Sealed = Readonly<Record<string, unknown>>;

/** The Concat KDF of RFC 7518, section 4.6.2, for an A256GCM key. */
function contentKey(secret: Buffer): Buffer {
  const uint32 = (value: number): Buffer => Buffer.from([0, 0, value >> 8, value & 255]);
  const info = Buffer.concat([uint32(7), Buffer.from('A256GCM'), uint32(0), uint32(0), uint32(256)]);
  return createHash('sha256').update(uint32(1)).update(secret).update(info).digest();
}

const keyOf = (jwk: JsonWebKey): KeyObject => createPublicKey({ key: jwk, format: 'jwk' });

/** Encrypts answers as in RFC 7516 and RFC 7518, implemented independently of the page. */
export function seal(answers: object, publicKey: JsonWebKey): Sealed {
  const ours = generateKeyPairSync('ec', CURVE);
  const epk = ours.publicKey.export({ format: 'jwk' });
  const header = Buffer.from(JSON.stringify({ alg: 'ECDH-ES', enc: 'A256GCM', epk })).toString('base64url');
  const secret = diffieHellman({ privateKey: ours.privateKey, publicKey: keyOf(publicKey) });
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', contentKey(secret), iv).setAAD(Buffer.from(header));
  const ciphertext = Buffer.concat([cipher.update(JSON.stringify(answers)), cipher.final()]);
  const text = (bytes: Buffer): string => bytes.toString('base64url');
  return {
    alg: 'ECDH-ES+A256GCM',
    epk,
    protected: header,
    iv: text(iv),
    ciphertext: text(ciphertext),
    tag: text(cipher.getAuthTag()),
  };
}

/**
 * Opens a compact JWE with the runtime's key.
 * @throws if it was sealed for another key, or altered
 */
export function unseal(jwe: string, privateKey: KeyObject): unknown {
  const [header = '', encryptedKey, iv = '', ciphertext = '', tag = ''] = jwe.split('.');
  if (encryptedKey !== '') throw new Error('ECDH-ES has no encrypted key.');
  const { epk } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { epk: JsonWebKey };
  const secret = diffieHellman({ privateKey, publicKey: keyOf(epk) });
  const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');
  const cipher = createDecipheriv('aes-256-gcm', contentKey(secret), bytes(iv))
    .setAAD(Buffer.from(header))
    .setAuthTag(bytes(tag));
  return JSON.parse(Buffer.concat([cipher.update(bytes(ciphertext)), cipher.final()]).toString());
}

/** An open session, with what its runtime and its caller hold. */
export interface OpenedSession {
  readonly sessionId: string;
  readonly callId: string;
  readonly url: string;
  readonly token: string;
  readonly publicKey: JsonWebKey;
  readonly privateKey: KeyObject;
}

/** Properties of a page's request other than its body. */
export interface PageHeaders {
  readonly address?: string;
  readonly origin?: string;
  readonly cookie?: string;
}

let addresses = 0;
/** An address from which no other request comes. */
export const anAddress = (): string => {
  addresses += 1;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
};

/** The runtime of one tenant, with a call for each session. */
export class RuntimeOfForms {
  private constructor(
    readonly test: TestApp,
    readonly tenant: TestTenant,
    private readonly key: string,
    private readonly projectId: string,
  ) {}

  static async start(test: TestApp): Promise<RuntimeOfForms> {
    const tenant = await test.world.aTenant();
    return new RuntimeOfForms(
      test,
      tenant,
      await test.world.aKey(tenant, 'runtime-ingest'),
      await test.world.aProject(tenant),
    );
  }

  /** Reports versions of calls. */
  async report(...calls: Record<string, unknown>[]): Promise<void> {
    const post = () => this.post('/internal/v1/calls', calls);
    let answer = await post();
    // On a machine that is busy with other tests, a store may time out once: nothing is stored
    // then.
    if (answer.status === 503) answer = await post();
    if (answer.status !== 200 || (answer.body as { rejected: number }).rejected > 0)
      throw new Error(`ingest: ${answer.status} ${answer.text}`);
  }

  /** A call with this status, as a record. */
  call(status: string, fields: Record<string, unknown> = {}): Record<string, unknown> {
    return aCall(this.projectId, {
      call_status: status,
      started_at_utc: '2026-11-20T10:00:00.000Z',
      ended_at_utc: null,
      duration_seconds: null,
      ...fields,
    });
  }

  /**
   * Reports a call in progress.
   * @returns its id
   */
  async aCall(): Promise<string> {
    const call = this.call('in_progress');
    await this.report(call);
    return call['call_id'] as string;
  }

  async end(...callIds: string[]): Promise<void> {
    const ended = { revision: 2, ended_at_utc: '2026-11-20T10:04:00.000Z', duration_seconds: 240 };
    await this.report(...callIds.map((callId) => this.call('completed', { call_id: callId, ...ended })));
  }

  /**
   * Requests a session.
   * @param terms replace the usual ones
   */
  ask(callId: string, publicKey: JsonWebKey, terms: object = {}): Promise<Response> {
    const usual = { call_id: callId, fields: [MEMBER_FIELD], public_key: publicKey, expires_in_seconds: 300 };
    return this.post('/internal/v1/direct-input/sessions', { ...usual, ...terms });
  }

  /** Opens a session for a call; a new call if none is named. */
  async open(terms: object = {}, callId?: string): Promise<OpenedSession> {
    const pair = generateKeyPairSync('ec', CURVE);
    const publicKey = pair.publicKey.export({ format: 'jwk' });
    const of = callId ?? (await this.aCall());
    const { status, text } = await this.ask(of, publicKey, terms);
    if (status !== 201) throw new Error(`opening a session: ${status} ${text}`);
    const { session_id: sessionId, url } = JSON.parse(text) as { session_id: string; url: string };
    const token = url.split('#')[1]!;
    return { sessionId, callId: of, url, token, publicKey, privateKey: pair.privateKey };
  }

  collect(sessionId: string, method: 'get' | 'head' = 'get'): Promise<Response> {
    return this.test
      .request()
      [method](`/internal/v1/direct-input/sessions/${sessionId}`)
      .set('X-API-Key', this.key);
  }

  /** Requests the answers, and disconnects before they arrive. */
  async hangUpCollecting(sessionId: string): Promise<void> {
    const address = `${this.test.baseUrl}/internal/v1/direct-input/sessions/${sessionId}`;
    const request = get(address, { headers: { 'X-API-Key': this.key } }).on('error', () => undefined);
    await once(request, 'finish');
    request.destroy();
  }

  private async post(path: string, body: object): Promise<Response> {
    return this.test.request().post(path).set('X-API-Key', this.key).send(body);
  }
}

/** Sends the requests of the page behind a link. */
export class PageOfForms {
  constructor(private readonly test: TestApp) {}

  context(token: unknown, headers: PageHeaders = {}): Promise<Response> {
    return this.send('/v1/direct-input/context', { token }, headers);
  }

  submit(token: unknown, envelope: unknown, headers: PageHeaders = {}): Promise<Response> {
    return this.send('/v1/direct-input/submit', { token, envelope }, headers);
  }

  /**
   * Shows the form to a browser.
   * @returns the cookie that binds it, as the browser sends it back
   */
  async openInBrowser(token: string): Promise<string> {
    const answer = await this.context(token, { origin: 'http://localhost:3000' });
    if (answer.status !== 200) throw new Error(`context: ${answer.status}`);
    return String((answer.headers['set-cookie'] as unknown as string[])[0]).split(';')[0]!;
  }

  private async send(
    path: string,
    body: object,
    { address = anAddress(), origin, cookie }: PageHeaders,
  ): Promise<Response> {
    const request = this.test.request().post(path).set('X-Forwarded-For', address);
    if (origin !== undefined) void request.set('Origin', origin);
    if (cookie !== undefined) void request.set('Cookie', cookie);
    return request.send(body);
  }
}
