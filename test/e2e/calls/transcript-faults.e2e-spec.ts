import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { aCall } from '../../support/builders.js';
import type { TestTenant } from '../../support/builders.js';
import { createTestDatabases } from '../../support/databases.js';
import type { TestDatabases } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { FaultProxy, storeABehind } from '../../support/fault-proxy.js';
import { postCalls } from '../../support/post-calls.js';
import { reseal, SEAL_FAULTS } from '../../support/sealed-calls.js';
import { tracesIn } from '../privacy/canaries.js';
import { PERSONAL } from './personal-call.js';

const SPOKEN = 'my tortoise Bartholomew ate the invoice';
const REDACTED = 'my pet ate the invoice';

interface World {
  readonly test: TestApp;
  readonly tenant: TestTenant;
  readonly project: string;
  readonly key: string;
}

/** A tenant that lets its full-access key read spoken transcripts. */
async function aPermittingTenant(test: TestApp): Promise<World> {
  const tenant = await test.world.aTenant();
  await test.world.permitPii(tenant, 'full-access', 'transcript');
  const key = await test.world.aKey(tenant, 'full-access');
  return { test, tenant, project: await test.world.aProject(tenant), key };
}

async function posted({ test, tenant, project }: World): Promise<string> {
  const call = aCall(project, PERSONAL);
  await postCalls(test, tenant, [call]);
  return call['call_id'] as string;
}

const text = ({ test, key }: World, callId: string, app = test) =>
  app.request().get(`/v1/calls/${callId}/transcript-download`).set('X-API-Key', key);
const pdf = ({ test, key }: World, callId: string, app = test) =>
  app.request().get(`/v1/calls/${callId}/transcript/pdf`).set('X-API-Key', key);

describe('a transcript that does not open', () => {
  let world: World;

  beforeAll(async () => {
    world = await aPermittingTenant(await startTestApp());
  });
  beforeEach(() => world.test.world.sql('DELETE FROM throttle_hits'));
  afterAll(() => world.test.close());

  // Fails if an unreadable form gives 500, or if one form affects the other. calls-transcripts 1.2,
  // 1.3; privacy 3.7
  it.each(SEAL_FAULTS)(
    'because it %s is not there: the redaction is shown in place of what was spoken',
    async (_, spoil) => {
      const { test, tenant } = world;
      const [callId, donor] = [await posted(world), await posted(world)];
      expect((await text(world, callId)).text).toContain(SPOKEN);
      await spoil(test, { tenant, callId, column: 'transcript_encrypted' }, donor);
      const response = await text(world, callId);
      expect([response.status, tracesIn(response.text)]).toEqual([200, []]);
      expect(response.text).toContain(REDACTED);
      await pdf(world, callId).expect(200);
      await spoil(test, { tenant, callId, column: 'redacted_transcript_encrypted' }, donor);
      await text(world, callId).expect(404);
      await pdf(world, callId).expect(404);
    },
  );

  // calls-transcripts 1.3; privacy 3.7
  it.each(SEAL_FAULTS)(
    'because the redaction %s leaves what was spoken to whom it is permitted',
    async (_, spoil) => {
      const { test, tenant } = world;
      const [callId, donor] = [await posted(world), await posted(world)];
      await spoil(test, { tenant, callId, column: 'redacted_transcript_encrypted' }, donor);
      expect((await text(world, callId)).text).toContain(SPOKEN);
      const reader = { ...world, key: await test.world.aKey(tenant, 'read-only') };
      const refused = await text(reader, callId);
      expect([refused.status, tracesIn(refused.text)]).toEqual([404, []]);
    },
  );

  // calls-transcripts 1.3; privacy 3.7
  it.each([
    'I said so',
    '{"lines":[]}',
    '[]',
    '[{"role":"boss","text":"x","offset_ms":0}]',
    '[{"role":"agent"}]',
  ])('because it holds %s is not there', async (content) => {
    const { test, tenant } = world;
    const callId = await posted(world);
    await reseal(test, { tenant, callId, column: 'transcript_encrypted' }, content);
    expect((await text(world, callId)).text).toContain(REDACTED);
    await reseal(test, { tenant, callId, column: 'redacted_transcript_encrypted' }, content);
    await text(world, callId).expect(404);
  });

  describe('because its key is unavailable', () => {
    const folder = mkdtempSync(join(tmpdir(), 'telephony-transcripts-'));
    let stranger: TestApp;

    beforeAll(async () => {
      const file = join(folder, 'master.key');
      writeFileSync(file, randomBytes(32).toString('base64'), { mode: 0o600 });
      stranger = await startTestApp({
        databases: world.test.databases,
        settings: () => ({
          ...world.test.settings,
          keyProvider: { kind: 'local', masterKeyFile: file, mustBeRandom: true },
        }),
      });
    });
    afterAll(async () => {
      await stranger.close();
      rmSync(folder, { recursive: true });
    });

    // calls-transcripts 1.6, 5.1
    it('is 503, which may pass, and leaves no audit row', async () => {
      const callId = await posted(world);
      for (const request of [text, pdf]) {
        const response = await request(world, callId, stranger);
        expect([response.status, (response.body as { code: string }).code]).toEqual([
          503,
          'dependency_unavailable',
        ]);
      }
      const rows = await world.test.world.sql(
        `SELECT outcome FROM audit_events WHERE action = 'transcript_downloaded' AND metadata->>'call_id' = $1`,
        [callId],
      );
      expect(rows).toEqual([]);
      expect(stranger.logs()).toContain('contents of a call cannot be opened');
      expect(tracesIn(stranger.logs())).toEqual([]);
    });
  });

  // privacy 9.1
  it('leaves nothing of it in the log', () => {
    expect(tracesIn(world.test.logs())).toEqual([]);
  });
});

describe.each(['refuse', 'black hole'] as const)('a store that is gone (%s)', (mode) => {
  let databases: TestDatabases;
  let proxy: FaultProxy;
  let world: World;

  beforeAll(async () => {
    databases = await createTestDatabases();
    proxy = await FaultProxy.before(databases.storeUrls.get('store-a')!);
    const test = await startTestApp({
      databases,
      settings: storeABehind(proxy, databases),
    });
    world = await aPermittingTenant(test);
  });
  afterAll(async () => {
    await world.test.close();
    await proxy.close();
    await databases.drop();
  });

  // calls-transcripts 1.6, 4.2
  it('makes downloads 503 while it lasts, counts none of them, and heals', async () => {
    const callId = await posted(world);
    await proxy.become(mode);
    for (const request of [text, pdf]) {
      const response = await request(world, callId);
      expect([response.status, (response.body as { code: string }).code]).toEqual([
        503,
        'dependency_unavailable',
      ]);
    }
    await proxy.heal();
    await eventually(async () => expect((await text(world, callId)).status).toBe(200));
    expect((await text(world, callId)).headers['ratelimit']).toContain('"caller";r=8;');
  });
});
