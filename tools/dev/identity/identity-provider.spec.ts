import { createPublicKey, verify } from 'node:crypto';
import type { JsonWebKey } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { fetchAccessToken, UnknownUserError } from './access-token.ts';
import { startIdentityProvider } from './identity-provider.ts';
import type { IdentityProvider } from './identity-provider.ts';

const accounts = [
  { email: 'ada@example.com', sub: 'user-ada', dataEnv: 'prod', note: 'client_admin' },
  { email: 'sid@example.com', sub: 'user-sid', dataEnv: 'staging' },
  { email: '"><script>alert(1)</script>@example.com', sub: 'user-odd', dataEnv: 'prod' },
];

const noise = [vi.spyOn(console, 'info'), vi.spyOn(console, 'warn'), vi.spyOn(console, 'log')];
const folder = mkdtempSync(join(tmpdir(), 'identity-provider-'));
const stateFile = join(folder, 'identity.json');
let provider: IdentityProvider;

beforeAll(async () => {
  provider = await startIdentityProvider({ accounts, stateFile });
});

afterEach(() => {
  for (const spy of noise) expect(spy).not.toHaveBeenCalled();
});

afterAll(async () => {
  await provider.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function verified(token: string): Promise<{ header: unknown; claims: Record<string, unknown> }> {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const { keys } = (await (await fetch(provider.jwksUrl)).json()) as {
    keys: (JsonWebKey & { kid: string })[];
  };
  const decode = (part: string) =>
    JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
  const key = keys.find(({ kid }) => kid === decode(header)['kid']);
  expect(key).not.toHaveProperty('d');
  const publicKey = createPublicKey({ key: key ?? {}, format: 'jwk' });
  const signed = Buffer.from(`${header}.${payload}`);
  expect(verify('RSA-SHA256', signed, publicKey, Buffer.from(signature, 'base64url'))).toBe(true);
  return { header: decode(header), claims: decode(payload) };
}

describe('the local identity provider', () => {
  it('gives an access token that its published key verifies, for the API and with the data environment', async () => {
    const before = Math.floor(Date.now() / 1000);
    const { header, claims } = await verified(
      await fetchAccessToken({ issuer: provider.issuer, email: 'ada@example.com' }),
    );

    expect(header).toMatchObject({ alg: 'RS256', typ: 'at+jwt' });
    expect(claims).toMatchObject({
      iss: provider.issuer,
      aud: 'https://api.telephony.local',
      sub: 'user-ada',
      data_env: 'prod',
      client_id: 'portal',
    });
    const { iat, exp } = claims as { iat: number; exp: number };
    expect(iat).toBeGreaterThanOrEqual(before);
    expect(exp - iat).toBe(3600);
  });

  it('puts the environment of the account into the token', async () => {
    const { claims } = await verified(
      await fetchAccessToken({ issuer: provider.issuer, email: 'sid@example.com' }),
    );
    expect(claims).toMatchObject({ sub: 'user-sid', data_env: 'staging' });
  });

  it('refuses an address it does not know', async () => {
    const unknown = fetchAccessToken({ issuer: provider.issuer, email: 'nobody@example.com' });
    await expect(unknown).rejects.toBeInstanceOf(UnknownUserError);
  });

  it('shows the login page to the browser that began the login alone, with every name escaped', async () => {
    const start = await fetch(
      `${provider.issuer}/auth?client_id=portal&response_type=code&scope=openid&code_challenge_method=S256` +
        `&code_challenge=${'A'.repeat(43)}&redirect_uri=${encodeURIComponent('http://localhost:5173/callback')}`,
      { redirect: 'manual' },
    );
    const login = new URL(start.headers.get('location') ?? '', provider.issuer);
    const cookie = start.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');

    const page = await fetch(login, { headers: { cookie } });
    expect(page.status).toBe(200);
    const html = await page.text();
    expect(html).toContain('no passwords');
    expect(html).toContain('ada@example.com');
    expect(html).not.toContain('<script>');

    const forged = await fetch(login, {
      method: 'POST',
      body: new URLSearchParams({ account: 'ada@example.com' }),
    });
    expect(forged.status).toBe(400);
  });

  it('lets the directory client return to a connection, and nowhere else', async () => {
    const ID = '0190a0a0-0000-7000-8000-00000000000a';
    const asked = async (client: string, redirect: string) => {
      const query = new URLSearchParams({
        client_id: client,
        response_type: 'code',
        scope: 'openid profile email',
        code_challenge_method: 'S256',
        code_challenge: 'A'.repeat(43),
        redirect_uri: redirect,
      });
      return (await fetch(`${provider.issuer}/auth?${query}`, { redirect: 'manual' })).status;
    };
    const connection = `http://localhost:3000/v1/portal/oidc/${ID}/callback`;
    expect(await asked('directory', connection)).toBe(303);
    expect(await asked('portal', connection)).toBe(400);
    for (const other of ['https://example.com/', 'http://localhost/callback', `${connection}/x`])
      expect(await asked('directory', other)).toBe(400);
  });

  it('answers nothing while it is switched off', async () => {
    const offFile = join(folder, 'off');
    const directory = await startIdentityProvider({ accounts, offFile });
    const status = async () => (await fetch(`${directory.issuer}/.well-known/openid-configuration`)).status;
    expect(await status()).toBe(200);
    writeFileSync(offFile, '');
    expect(await status()).toBe(503);
    rmSync(offFile);
    expect(await status()).toBe(200);
    await directory.stop();
  });

  it('keeps its issuer and signing key over a restart, so that issued tokens stay valid', async () => {
    const token = await fetchAccessToken({ issuer: provider.issuer, email: 'ada@example.com' });
    const { issuer } = provider;
    await provider.stop();
    provider = await startIdentityProvider({ accounts, stateFile });

    expect(provider.issuer).toBe(issuer);
    expect((await verified(token)).claims).toMatchObject({ iss: issuer });
    expect(statSync(stateFile).mode & 0o777).toBe(0o600);
  });
});
