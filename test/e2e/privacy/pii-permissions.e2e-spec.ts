import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemContext, UNPROVEN } from '../../../src/core/shared/auth-context.js';
import type { AuthContext } from '../../../src/core/shared/auth-context.js';
import { PiiPolicyEntity } from '../../../src/core/privacy/pii/pii-policy.entity.js';
import { MetadataStore } from '../../../src/core/database/metadata/metadata-store.js';
import { PII_KINDS } from '../../../src/core/privacy/pii/pii-permission.policy.js';
import { PiiPermissions } from '../../../src/core/privacy/pii/pii-permissions.service.js';
import { startTestApp, useTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import type { TestTenant } from '../../support/builders.js';
import { createTestDatabases, withClient } from '../../support/databases.js';
import type { TestDatabases } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { FaultProxy, metadataBehind } from '../../support/fault-proxy.js';
import { watchForCrashes } from '../faults/probing.js';

const NOTHING = { rawCaller: false, summary: false, transcript: false };
const EVERYTHING = { rawCaller: true, summary: true, transcript: true };

const asking = (tenant: TestTenant, scope: AuthContext['scope'] = 'client_admin'): AuthContext => ({
  ...tenant,
  scope,
  principal: {
    kind: 'bearer',
    id: '0196a000-0000-7000-8000-000000000001',
    organisationId: null,
    ...UNPROVEN,
  },
});

const warningsOf = (test: TestApp): string[] =>
  test
    .logs()
    .split('\n')
    .filter((line) => line.includes('PII permission unavailable'));

describe('the PII permission of a tenant', () => {
  const test = useTestApp();
  let tenant: TestTenant;
  let permissions: PiiPermissions;

  beforeAll(async () => {
    permissions = test.app.get(PiiPermissions);
  });
  beforeEach(async () => {
    tenant = await test.world.aTenant();
  });

  // privacy 1.2
  it('is none where the tenant has said nothing, and that is no warning', async () => {
    const before = warningsOf(test).length;
    expect(await permissions.of(asking(tenant))).toEqual(NOTHING);
    expect(warningsOf(test)).toHaveLength(before);
  });

  // privacy 1.2
  it.each([
    ['raw_caller', { ...NOTHING, rawCaller: true }],
    ['summary', { ...NOTHING, summary: true }],
    ['transcript', { ...NOTHING, transcript: true }],
  ] as const)('of %s alone permits nothing else', async (kind, expected) => {
    await test.world.permitPii(tenant, 'client_admin', kind);
    expect(await permissions.of(asking(tenant))).toEqual(expected);
  });

  // privacy 1.2, 1.7
  it('belongs to one role', async () => {
    await test.world.permitPii(tenant, 'client_admin', ...PII_KINDS);
    expect(await permissions.of(asking(tenant, 'client_admin'))).toEqual(EVERYTHING);
    for (const scope of ['client_manager', 'partner_admin', 'full-access', 'runtime-ingest'] as const) {
      expect(await permissions.of(asking(tenant, scope)), scope).toEqual(NOTHING);
    }
    expect(await permissions.of(systemContext(tenant, 'test'))).toEqual(NOTHING);
  });

  // Fails if the lookup leaves out either half of the tenant. privacy 1.3
  it('belongs to one client in one environment', async () => {
    const staging = await test.world.aTenant({ clientId: tenant.clientId, dataEnv: 'staging' });
    const neighbour = await test.world.aTenant();
    await test.world.permitPii(staging, 'client_admin', ...PII_KINDS);
    await test.world.permitPii(neighbour, 'client_admin', ...PII_KINDS);
    expect(await permissions.of(asking(tenant))).toEqual(NOTHING);
    expect(await permissions.of(asking(staging))).toEqual(EVERYTHING);
  });

  // Fails if a permission is cached. privacy 1.6
  it.each([
    ['refused', 'UPDATE pii_policies SET allowed = false WHERE client_id = $1'],
    ['deleted', 'DELETE FROM pii_policies WHERE client_id = $1'],
  ])('that is %s between two requests is gone in the second', async (_, statement) => {
    await test.world.permitPii(tenant, 'client_admin', ...PII_KINDS);
    expect(await permissions.of(asking(tenant))).toEqual(EVERYTHING);
    await test.world.sql(statement, [tenant.clientId]);
    expect(await permissions.of(asking(tenant))).toEqual(NOTHING);
  });

  // privacy 1.7
  it.each([
    ['a scope that writes calls', 'prod', 'runtime-ingest', 'summary'],
    ['a scope that writes tickets', 'prod', 'support-ingest', 'summary'],
    ['background work', 'prod', 'system', 'summary'],
    ['an unknown kind', 'prod', 'client_admin', 'recording'],
    ['an unknown environment', 'test', 'client_admin', 'summary'],
  ])('cannot be stored for %s', async (_, dataEnv, role, kind) => {
    const insert = test.world.sql(
      `INSERT INTO pii_policies (client_id, data_env, role, kind, allowed, updated_by)
       VALUES ($1, $2, $3, $4, true, 'test')`,
      [tenant.clientId, dataEnv, role, kind],
    );
    await expect(insert).rejects.toMatchObject({ code: '23514' });
  });

  // Each fault breaks the policy of a tenant that permits everything, and can repair it.
  describe.each([
    [
      'holds an unknown kind',
      [
        'ALTER TABLE pii_policies DROP CONSTRAINT pii_policies_kind_check',
        `UPDATE pii_policies SET kind = 'caller +61491570156' WHERE kind = 'raw_caller'`,
      ],
      [
        `UPDATE pii_policies SET kind = 'raw_caller' WHERE kind LIKE 'caller %'`,
        `ALTER TABLE pii_policies ADD CONSTRAINT pii_policies_kind_check CHECK (kind IN ('raw_caller', 'summary', 'transcript'))`,
      ],
    ],
    [
      'says "true" as a word',
      ['ALTER TABLE pii_policies ALTER COLUMN allowed TYPE text USING allowed::text'],
      ['ALTER TABLE pii_policies ALTER COLUMN allowed TYPE boolean USING allowed::boolean'],
    ],
    [
      'has lost its table',
      ['ALTER TABLE pii_policies RENAME TO pii_policies_lost'],
      ['ALTER TABLE pii_policies_lost RENAME TO pii_policies'],
    ],
    [
      'has lost a column',
      ['ALTER TABLE pii_policies RENAME COLUMN allowed TO permitted'],
      ['ALTER TABLE pii_policies RENAME COLUMN permitted TO allowed'],
    ],
    [
      'may not be read',
      ['REVOKE SELECT ON pii_policies FROM telephony_requests'],
      ['GRANT SELECT ON pii_policies TO telephony_requests'],
    ],
  ])('whose policy %s', (_, breaking, mending) => {
    // privacy 1.8
    it('is none, with one warning that names nobody, until it is mended', async () => {
      await test.world.permitPii(tenant, 'client_admin', ...PII_KINDS);
      const before = warningsOf(test).length;
      for (const statement of breaking) await test.world.sql(statement);
      try {
        expect(await permissions.of(asking(tenant))).toEqual(NOTHING);
        const warnings = warningsOf(test).slice(before);
        expect(warnings).toHaveLength(1);
        expect(warnings[0]).toContain('"level":"warn"');
        expect(warnings[0]).not.toMatch(/491570156|pii_policies|SELECT|client-/);
      } finally {
        for (const statement of mending) await test.world.sql(statement);
      }
      expect(await permissions.of(asking(tenant))).toEqual(EVERYTHING);
    });
  });

  // privacy 1.1
  it('is none while the policy is locked by somebody else', async () => {
    await test.world.permitPii(tenant, 'client_admin', ...PII_KINDS);
    await withClient(test.databases.superuser.metadataUrl, async (client) => {
      await client.query('BEGIN; LOCK TABLE pii_policies IN ACCESS EXCLUSIVE MODE');
      expect(await permissions.of(asking(tenant))).toEqual(NOTHING);
    });
    expect(await permissions.of(asking(tenant))).toEqual(EVERYTHING);
  });
});

describe('the PII permission from a metadata store that fails', () => {
  let databases: TestDatabases;
  let proxy: FaultProxy;
  let test: TestApp;
  let tenant: TestTenant;
  const crashes = watchForCrashes();

  beforeAll(async () => {
    databases = await createTestDatabases();
    proxy = await FaultProxy.before(databases.metadataUrl);
    test = await startTestApp({
      databases,
      settings: metadataBehind(proxy.url),
    });
    tenant = await test.world.aTenant();
    await test.world.permitPii(tenant, 'client_admin', ...PII_KINDS);
  });
  afterAll(async () => {
    await test.close();
    await proxy.close();
    await databases.drop();
    crashes.stop();
  });

  // privacy 1.1
  it.each(['refuse', 'reset', 'black hole', 'freeze'] as const)(
    '(%s) is none for everybody who asks and heals by itself',
    async (mode) => {
      const permissions = test.app.get(PiiPermissions);
      expect(await permissions.of(asking(tenant))).toEqual(EVERYTHING);
      const before = warningsOf(test).length;

      await proxy.become(mode);
      // More than there are connections, so that some wait for one first.
      const answers = await Promise.all(Array.from({ length: 12 }, () => permissions.of(asking(tenant))));
      expect(answers).toEqual(answers.map(() => NOTHING));
      expect(warningsOf(test).slice(before)).toHaveLength(answers.length);

      await proxy.heal();
      await eventually(async () => expect(await permissions.of(asking(tenant))).toEqual(EVERYTHING));
      expect(crashes.seen).toEqual([]);
    },
  );

  // Fails if the lookup has no bound of its own: connecting takes 0.8 s to fail, and asking 0.9 s.
  // privacy 1.9
  it.each(['black hole', 'freeze'] as const)('(%s) is not waited for to the end', async (mode) => {
    const permissions = test.app.get(PiiPermissions);
    const store = test.app.get(MetadataStore);
    const read = (): Promise<unknown> =>
      store.read(asking(tenant), (db) => db.repo(PiiPolicyEntity).find({ role: 'client_admin' }));
    await eventually(read);
    await proxy.become(mode);
    try {
      // Closed connections fail at once; from the second read on, there is no answer at all.
      await expect(read()).rejects.toThrow();
      const ended: string[] = [];
      await Promise.all([
        read().catch(() => ended.push('the read')),
        permissions.of(asking(tenant)).then(() => ended.push('the permission')),
      ]);
      expect(ended).toEqual(['the permission', 'the read']);
    } finally {
      await proxy.heal();
    }
  });
});
