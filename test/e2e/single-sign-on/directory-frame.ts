import { randomBytes } from 'node:crypto';
import { beforeEach } from 'vitest';
import type { Settings } from '../../../src/config/settings.js';
import type { TestTenant, TestUser } from '../../support/builders.js';
import { perSuite } from '../../support/frames.js';
import { OpenIdProvider, SECRET } from '../../support/openid-provider.js';
import { Browser, usePortal, type PortalFrame } from '../../support/portal-browser.js';

const CONNECTIONS = '/v1/security/sso/connections';

/** A new client with a verified domain and a connection to the test's directory. */
interface ConnectedClient {
  readonly tenant: TestTenant;
  readonly admin: TestUser;
  readonly domain: string;
  readonly connectionId: string;
}

export interface DirectoryFrame extends PortalFrame {
  /** The directory of the client. */
  readonly directory: OpenIdProvider;
  readonly client: () => ConnectedClient;
  readonly browser: () => Browser;
  /** A request of an administrator for a connection. */
  readonly configure: (
    method: 'get' | 'post' | 'patch' | 'delete' | 'put',
    path: string,
    body?: object,
    admin?: TestUser,
  ) => Promise<{ status: number; body: Record<string, unknown> }>;
  /** The address to which the portal redirects a person. */
  readonly locationFor: (browser: Browser, address: string, returnTo?: string) => Promise<string>;
  /** The sessions that came through the connection. */
  readonly sessions: () => Promise<readonly { subject: string; only_client_id: string; amr: string[] }[]>;
  readonly set: (values: string) => Promise<unknown>;
}

/** An application that may call this machine, where the directory listens. */
export function useDirectory(): DirectoryFrame {
  const directory = perSuite(
    () => OpenIdProvider.start(),
    (it) => it.stop(),
  );
  const frame = usePortal({
    settings: (settings: Settings) => ({ ...settings, outbound: { ports: [443], allowLoopback: true } }),
  });
  const { test } = frame;
  let client: ConnectedClient;

  const configure: DirectoryFrame['configure'] = async (method, path, body = {}, admin = client.admin) => {
    const request = test
      .request()
      [method](path.startsWith('/') ? path : `${CONNECTIONS}/${path}`)
      .set('Authorization', `Bearer ${frame.tokenOf(admin)}`);
    const answer = await (method === 'get' ? request : request.send(body));
    return { status: answer.status, body: answer.body as Record<string, unknown> };
  };

  beforeEach(async () => {
    directory.misbehaviour = {};
    const tenant = await test.world.aTenant();
    const admin = await test.world.aUser(tenant, { role: 'client_admin' });
    client = { tenant, admin, domain: `${randomBytes(6).toString('hex')}.example`, connectionId: '' };
    const { body } = await configure('post', CONNECTIONS, {
      name: 'Directory',
      kind: 'oidc',
      issuer: directory.issuer,
      client_id: 'portal',
      client_secret: SECRET,
    });
    client = { ...client, connectionId: String(body['connection_id']) };
    await test.world.sql(
      `INSERT INTO sso_domains (client_id, data_env, domain, token, status, connection_id, created_at, created_by)
       VALUES ($1, $2, $3, 'token', 'verified', $4, now(), 'test')`,
      [tenant.clientId, tenant.dataEnv, client.domain, client.connectionId],
    );
    await frame.test.world.sql(SERVE, [client.connectionId]);
  });

  return {
    ...frame,
    directory,
    client: () => client,
    browser: () => new Browser(test, directory),
    configure,
    locationFor: async (browser, address, returnTo = '/') => {
      const answer = await browser.send('post', '/v1/portal/sign-in/address', {
        address,
        return_to: returnTo,
      });
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
      return (answer.body as { location: string }).location;
    },
    sessions: () =>
      test.world.sql(`SELECT subject, only_client_id, amr FROM portal_sessions WHERE connection_id = $1`, [
        client.connectionId,
      ]),
    set: (values) =>
      test.world.sql(`UPDATE sso_connections SET ${values} WHERE connection_id = $1`, [client.connectionId]),
  };
}

/** The state after a test and the activation. */
const SERVE = `
  UPDATE sso_connections
     SET tested_version = version, serving_version = version, serving = settings, serving_secret_encrypted = secret_encrypted
   WHERE connection_id = $1`;
