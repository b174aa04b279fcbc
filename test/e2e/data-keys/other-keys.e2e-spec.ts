import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Settings } from '../../../src/config/settings.js';
import type { AddressResponse } from '../../../src/features/email-routing/lookup/address.response.js';
import {
  UnsubscribeTokens,
  type UnsubscribeRow,
} from '../../../src/features/email-routing/lookup/unsubscribe-tokens.service.js';
import {
  hashInvitationToken,
  newInvitationToken,
} from '../../../src/features/people/rules/invitation.policy.js';
import { admitCredentialsOf, startTestApp, useTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { aCall } from '../../support/builders.js';
import type { TestTenant } from '../../support/builders.js';
import { eventually } from '../../support/eventually.js';
import { perSuite } from '../../support/frames.js';
import { KmsServer } from '../../support/kms-server.js';
import { useOperator } from '../../support/operator.js';
import { postCalls } from '../../support/post-calls.js';
import { bearer } from '../access/callers.js';

const folder = mkdtempSync(join(tmpdir(), 'telephony-keys-'));
const kms = new KmsServer();

describe('keys of the deployment', () => {
  const test = useTestApp();
  let other: Settings;
  const changed = perSuite(
    async () => {
      vi.stubEnv('AWS_ENDPOINT_URL_KMS', await kms.start());
      vi.stubEnv('AWS_REGION', 'ap-southeast-2');
      vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
      vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
      other = {
        ...test.settings,
        keyProvider: { kind: 'aws-kms', keyId: 'alias/telephony' },
        otherKeyProviders: [test.settings.keyProvider],
        apiKeys: { pepper: randomBytes(32), otherPeppers: [test.settings.apiKeys.pepper] },
        cursors: { secret: randomBytes(32), otherSecrets: [test.settings.cursors.secret] },
      };
      return startWith(other);
    },
    async (app) => {
      await app.close();
      await kms.stop();
      vi.unstubAllEnvs();
      rmSync(folder, { recursive: true });
    },
  );
  const operate = useOperator(() => changed);
  let tenant: TestTenant;
  let project: string;
  let reader: string;

  /** Starts a process with other settings on the same databases. */
  const startWith = (settings: Settings): Promise<TestApp> =>
    startTestApp({ databases: test.databases, settings: () => settings });
  const as = async <T>(settings: Settings, work: (app: TestApp) => Promise<T>): Promise<T> => {
    const app = await startWith(settings);
    try {
      return await work(app);
    } finally {
      await app.close();
    }
  };
  /** The changed settings without the old pepper. */
  const alone = (): Settings => ({ ...other, apiKeys: { ...other.apiKeys, otherPeppers: [] } });
  const summaryAs = async (app: TestApp): Promise<unknown> => {
    admitCredentialsOf(app);
    const answer = await app.request().get('/v1/calls/c-1').set('X-API-Key', reader);
    return answer.status === 200 ? (answer.body as { summary: unknown }).summary : answer.status;
  };
  const pageAs = async (app: TestApp, cursor?: string) => {
    admitCredentialsOf(app);
    const answer = await app
      .request()
      .get('/v1/calls/list')
      .query({ page_size: 1, ...(cursor !== undefined && { cursor }) })
      .set('X-API-Key', reader);
    return { status: answer.status, next: (answer.body as { next_cursor?: string }).next_cursor };
  };

  beforeAll(async () => {
    tenant = await test.world.aTenant();
    project = await test.world.aProject(tenant);
    reader = await test.world.aKey(tenant, 'full-access');
    await test.world.permitPii(tenant, 'full-access', 'summary');
    await postCalls(
      test,
      tenant,
      ['c-1', 'c-2', 'c-3'].map((call_id) => aCall(project, { call_id, summary: 'What was said.' }) as never),
    );
  });

  // requests 7.3
  it('accept cursors under two secrets', async () => {
    const { next } = await pageAs(test);
    expect(await pageAs(changed, next)).toMatchObject({ status: 200 });
    expect((await pageAs(changed, (await pageAs(changed)).next)).status).toBe(200);
  });

  // access 3.10
  it('accept API keys under two peppers, and store each under the noted one when it is used', async () => {
    const countsOf = async () =>
      (await operate('rotations')).result.find((line) => line.includes('API keys'));
    await test.world.sql('UPDATE api_keys SET revoked_at = now() WHERE scope <> $1', ['full-access']);
    const unused = await test.world.aKey(tenant, 'read-only');
    expect(await summaryAs(changed)).toBe('What was said.');
    expect(await countsOf()).toBe('0 API keys under the current pepper, 2 under another');
    expect(await summaryAs(test)).toBe('What was said.');

    expect((await operate('rotate-api-key-pepper')).isDone).toBe(true);
    await expect(startWith(test.settings)).rejects.toThrow(/API_KEY_PEPPER is not the one/);
    const { pepper } = other.apiKeys;
    const before = { ...test.settings, apiKeys: { ...test.settings.apiKeys, otherPeppers: [pepper] } };
    const noted = '1 API keys under the current pepper, 1 under another';
    await as(before, async (app) => {
      await eventually(async () => {
        await summaryAs(changed);
        expect(await countsOf()).toBe(noted);
      });
      expect(await summaryAs(app)).toBe('What was said.');
    });
    expect(await countsOf()).toBe(noted);
    await as(alone(), async (app) => {
      admitCredentialsOf(app);
      const refused = await app.request().get('/v1/calls/c-1').set('X-API-Key', unused);
      expect(refused.status).toBe(401);
    });
  });

  // people 3.3, email-routing 3.5, 3.8
  it('find what links of mails need under two peppers, and links to unsubscribe ever after', async () => {
    const [admin, invited] = [await test.world.aUser(tenant, { role: 'client_admin' }), newInvitationToken()];
    const post = (app: TestApp, path: string, body: object) => {
      admitCredentialsOf(app);
      return app.request().post(`/v1${path}`).set(bearer(admin.token())).send(body);
    };
    const add = (app: TestApp, email: string) =>
      post(app, `/portal/email-routing/addresses?client_id=${tenant.clientId}`, { email, label: 'Desk' });
    const rowOf = async (id: string) =>
      (
        await test.world.sql<UnsubscribeRow & { status: string }>(
          'SELECT * FROM email_addresses WHERE address_id = $1::uuid',
          [id],
        )
      )[0]!;
    const mailedTo = async ({ app }: TestApp, id: string) =>
      app.get(UnsubscribeTokens, { strict: false }).of(tenant, await rowOf(id));
    const idOf = async (email: string) =>
      ((await add(test, email).expect(200)).body as AddressResponse).address_id;
    const ids = [await idOf('first@example.com'), await idOf('second@example.com')] as const;
    const links = [await mailedTo(test, ids[0]), await mailedTo(test, ids[1])] as const;
    await test.world.sql(
      `INSERT INTO person_invitations (client_id, data_env, invitation_id, role, email_sealed, email_hash, token_hash, sent_at,
                                       expires_at, created_by)
       VALUES ($1, $2, gen_random_uuid(), 'client_manager', '', '1', $3, now(), now() + interval '1 day', $4)`,
      [
        tenant.clientId,
        tenant.dataEnv,
        hashInvitationToken(test.settings.apiKeys.pepper, invited),
        admin.userId,
      ],
    );

    await post(changed, '/portal/invitations/preview', { token: invited }).expect(200);
    expect(await mailedTo(changed, ids[0])).toBe(links[0]);
    await post(changed, '/email-routing/unsubscribe', { token: links[0] }).expect(200);
    expect(await rowOf(ids[0])).toMatchObject({ status: 'removed' });
    await add(changed, 'second@example.com').expect(409);

    const turned = await operate('rotate-api-key-pepper');
    expect(turned.result[0]).toBe('2 addresses for notices are now stored under the current pepper');
    await as(alone(), async (app) => {
      await post(app, '/portal/invitations/preview', { token: invited }).expect(404);
      await add(app, 'second@example.com').expect(409);
      expect(await mailedTo(app, ids[1])).toBe(links[1]);
      await post(app, '/email-routing/unsubscribe', { token: links[1] }).expect(200);
    });
    expect(await rowOf(ids[1])).toMatchObject({ status: 'removed' });
    expect((await operate('rotate-api-key-pepper')).result[0]).toMatch(/^0 addresses/);
  });

  // privacy 6.10
  it('wrap the data keys again: another provider, then another master key', async () => {
    expect(await summaryAs(changed)).toBe('What was said.');
    const first = await operate('rotate-master-key');
    expect(first).toMatchObject({ isDone: true });
    expect(first.said).toMatch(/1 of 1 tenants, 2 keys wrapped/);
    expect(first.result).toEqual([
      expect.stringMatching(/^2 data keys wrapped by aws-kms:[0-9a-f]{8}, the current one$/),
    ]);
    // Nothing is left to do, and the old provider is no longer needed.
    expect((await operate('rotate-master-key')).said).toBe('');
    expect(await as({ ...other, otherKeyProviders: [] }, summaryAs)).toBe('What was said.');

    const masterKeyFile = join(folder, 'master.key');
    writeFileSync(masterKeyFile, randomBytes(32).toString('base64'));
    const local = { kind: 'local', masterKeyFile, mustBeRandom: true } as const;
    // KMS is now only the other provider.
    const back = { ...other, keyProvider: local, otherKeyProviders: [other.keyProvider] };
    expect(await as(back, summaryAs)).toBe('What was said.');
    expect(
      await test.world.sql(
        `SELECT action, metadata FROM audit_events WHERE client_id = $1 AND action = 'data_key.wrapped_again'`,
        [tenant.clientId],
      ),
    ).toMatchObject([{ metadata: { keys: 2 } }]);
  });
});
