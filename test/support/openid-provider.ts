import { createHash, createPublicKey, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import jwt from 'jsonwebtoken';
import { inject } from 'vitest';

type Claims = Readonly<Record<string, unknown>>;

/** The ways in which the provider differs from an honest one. */
export interface Misbehaviour {
  /** Merged into the claims of identity tokens; undefined removes a claim. */
  readonly idClaims?: Claims;
  readonly accessClaims?: Claims;
  /** Answers of the token endpoint: an error status, or none at all. */
  readonly token?: number | 'silent';
  readonly discovery?: number | 'silent';
  readonly metadata?: Claims;
  /** Signs identity tokens with an unpublished key. */
  readonly idKey?: string;
  /** Leaves identity tokens unsigned, or signs them with the client's secret. */
  readonly idAlgorithm?: 'none' | 'HS256';
}

/** The client's secret at a directory of the tests. */
export const SECRET = 'a-secret-of-the-directory';

interface Grant {
  readonly subject: string;
  readonly nonce: string;
  readonly challenge: string;
}

/**
 * An OpenID provider whose every answer a test can change. People sign in without a page: `approve`
 * is their click.
 */
export class OpenIdProvider {
  misbehaviour: Misbehaviour = {};
  /** The person in front of a real browser: the provider's page signs them in at once. */
  present: string | null = null;
  /** The lifetime of access tokens in seconds. */
  tokenSeconds = 600;
  givesRefreshTokens = true;
  /** Kinds of grants that were requested, in order. */
  readonly asked: string[] = [];
  readonly revoked: string[] = [];
  private readonly codes = new Map<string, Grant>();
  private readonly refreshTokens = new Map<string, string>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<OpenIdProvider> {
    const server = createServer();
    const provider = new OpenIdProvider(server);
    server.on('request', (request, response) => {
      response.shouldKeepAlive = false;
      void provider.answer(request, response);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return provider;
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  /**
   * Clicks as a person at the address of the sign-in, and returns the query with which the browser
   * comes back.
   */
  approve(location: string, subject: string): URLSearchParams {
    const asked = new URL(location).searchParams;
    const code = randomBytes(16).toString('hex');
    this.codes.set(code, {
      subject,
      nonce: asked.get('nonce') ?? '',
      challenge: asked.get('code_challenge') ?? '',
    });
    return new URLSearchParams({ code, state: asked.get('state') ?? '', iss: this.issuer });
  }

  /** Revokes all refresh tokens, like an administrator of the provider. */
  endGrants(): void {
    this.refreshTokens.clear();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', this.issuer);
    const form = new URLSearchParams(await textOf(request));
    if (pathname === '/auth' && this.present !== null) {
      const asked = new URL(request.url ?? '/', this.issuer);
      const back = this.approve(asked.href, this.present).toString();
      response.writeHead(303, { Location: `${asked.searchParams.get('redirect_uri')}?${back}` }).end();
      return;
    }
    if (pathname === '/sign-out') {
      const back = new URL(request.url ?? '/', this.issuer).searchParams.get('post_logout_redirect_uri');
      response.writeHead(303, { Location: back ?? '/' }).end();
      return;
    }
    if (pathname === '/jwks') return send(response, 200, { keys: [publicKey()] });
    if (pathname === '/.well-known/openid-configuration') {
      return this.unless(this.misbehaviour.discovery, response, () => ({
        issuer: this.issuer,
        authorization_endpoint: `${this.issuer}/auth`,
        token_endpoint: `${this.issuer}/token`,
        revocation_endpoint: `${this.issuer}/revoke`,
        end_session_endpoint: `${this.issuer}/sign-out`,
        jwks_uri: `${this.issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
        authorization_response_iss_parameter_supported: true,
        ...this.misbehaviour.metadata,
      }));
    }
    if (pathname === '/revoke') {
      this.revoked.push(form.get('token') ?? '');
      return send(response, 200, {});
    }
    if (pathname === '/token') {
      this.asked.push(form.get('grant_type') ?? '');
      return this.unless(this.misbehaviour.token, response, () => this.grant(form));
    }
    send(response, 404, {});
  }

  private unless(
    trouble: number | 'silent' | undefined,
    response: ServerResponse,
    answer: () => object | null,
  ): void {
    if (trouble === 'silent') return;
    if (trouble !== undefined) return send(response, trouble, { error: 'server_error' });
    const body = answer();
    if (body === null) send(response, 400, { error: 'invalid_grant' });
    else send(response, 200, body);
  }

  private grant(form: URLSearchParams): object | null {
    if (form.get('grant_type') === 'refresh_token') {
      const token = form.get('refresh_token') ?? '';
      const subject = this.refreshTokens.get(token);
      // Each of them is valid only once.
      this.refreshTokens.delete(token);
      return subject === undefined ? null : this.tokensOf({ subject });
    }
    const code = form.get('code') ?? '';
    const grant = this.codes.get(code);
    this.codes.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    return grant?.challenge === challenge ? this.tokensOf(grant) : null;
  }

  private tokensOf({ subject, nonce }: { subject: string; nonce?: string }): object {
    const now = Math.floor(Date.now() / 1000);
    const { audience } = inject('fixture');
    const common = { iss: this.issuer, sub: subject, iat: now };
    const access = {
      ...common,
      aud: audience,
      exp: now + this.tokenSeconds,
      jti: randomBytes(8).toString('hex'),
    };
    const id = { ...common, aud: 'portal', exp: now + 300, nonce, auth_time: now - 5, amr: ['pwd', 'otp'] };
    const refresh = randomBytes(16).toString('hex');
    if (this.givesRefreshTokens) this.refreshTokens.set(refresh, subject);
    const { idClaims, accessClaims, idKey, idAlgorithm } = this.misbehaviour;
    return {
      token_type: 'Bearer',
      expires_in: this.tokenSeconds,
      access_token: sign({ ...access, ...accessClaims }, 'at+jwt'),
      id_token: idAlgorithm
        ? jwt.sign({ ...id, ...idClaims }, idAlgorithm === 'none' ? '' : SECRET, { algorithm: idAlgorithm })
        : sign({ ...id, ...idClaims }, 'JWT', idKey),
      ...(this.givesRefreshTokens && { refresh_token: refresh }),
    };
  }
}

function sign(claims: Claims, typ: string, pem = inject('fixture').signingKey.pem): string {
  const present = Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined));
  const { kid } = inject('fixture').signingKey;
  return jwt.sign(present, pem, {
    algorithm: 'RS256',
    header: { alg: 'RS256', typ, kid },
    noTimestamp: !('iat' in present),
  });
}

function publicKey(): object {
  const { pem, kid } = inject('fixture').signingKey;
  return { ...createPublicKey(pem).export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request as AsyncIterable<Buffer>) text += chunk.toString();
  return text;
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(body));
}
