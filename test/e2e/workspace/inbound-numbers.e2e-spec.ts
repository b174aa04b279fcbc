import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { Response } from 'supertest';
import type { ValidationResponse } from '../../../src/features/workspace/releases/releases.response.js';
import { LocalKeyProvider } from '../../../src/core/privacy/local-key-provider.js';
import { claimNumbers } from '../../../src/features/workspace/configuration/claim-numbers.js';
import { InboundNumbers } from '../../../src/features/workspace/configuration/inbound-numbers.service.js';
import { SealedSections } from '../../../src/features/workspace/configuration/sealed-sections.service.js';
import { startTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { atDepth } from '../../support/depth.js';
import { bearer } from '../access/callers.js';
import { aDesk, fieldsOf } from './editing.js';
import type { Desk, Section } from './editing.js';
import { assistant, booking, draftEtag, save, send } from './releasing.js';
import { end, tryStage } from './staging.js';

const NUMBER = '+61255501200';
const OTHER = '+61255501201';
const ROUNDS = atDepth({ ordinary: 2, full: 10 });
const REFUSED = [422, [['assistant.inbound_numbers.0', 'inbound_number_taken']]];

// workspace 11.12
describe('an inbound number', () => {
  let test: TestApp;
  let front: Desk;
  let night: Desk;

  beforeAll(async () => {
    test = await startTestApp();
  });
  beforeEach(async () => {
    front = await aDesk(test);
    night = await beside(front);
  });
  afterAll(() => test.close());

  /** Another project of the same client, and the same person. */
  const beside = async (desk: Desk): Promise<Desk> => ({
    ...desk,
    projectId: await test.world.aProject(desk.tenant, { lifecycleState: 'setup' }),
  });
  const drafted = async (desk: Desk, ...inbound_numbers: string[]): Promise<void> => {
    const ifMatch = (await send(test, desk, 'get', 'assistant').expect(200)).get('ETag')!;
    const configuration = { ...assistant(), inbound_numbers };
    await send(test, desk, 'put', 'assistant', { body: { configuration }, ifMatch }).expect(200);
  };
  const publish = async (desk: Desk): Promise<Response> =>
    send(test, desk, 'post', 'publish', { body: {}, ifMatch: await draftEtag(test, desk) });
  const published = async (desk: Desk, ...numbers: string[]): Promise<void> => {
    await drafted(desk, ...numbers);
    const response = await publish(desk);
    expect(response.status, response.text).toBe(200);
  };
  const rollback = (desk: Desk, version_number: number) =>
    send(test, desk, 'post', 'rollback', { body: { version_number } });
  const outcome = (response: Response) => [
    response.status,
    response.status === 422 ? fieldsOf(response) : null,
  ];
  const move = async (desk: Desk, to: 'archive' | 'restore'): Promise<void> => {
    const { project } = (await send(test, desk, 'get', 'lifecycle').expect(200)).body as {
      project: { revision_token: string };
    };
    await send(test, desk, 'post', to, { body: { revision_token: project.revision_token } }).expect(200);
  };
  const validated = async (desk: Desk, as = desk.admin): Promise<ValidationResponse> =>
    (await send(test, desk, 'post', 'validate', { body: {}, key: null, as }).expect(200))
      .body as ValidationResponse;

  it('belongs to one published project of a client, and the refusal names that one', async () => {
    await published(front, NUMBER);
    await drafted(night, NUMBER);
    const refused = await publish(night);
    expect(outcome(refused)).toEqual(REFUSED);
    expect(refused.text).toContain(`(${front.projectId})`);
    expect(refused.text).not.toContain(NUMBER);
    await published(front);
    expect((await publish(night)).status).toBe(200);
  });

  it('is a warning in a draft, and told by validation as publishing tells it', async () => {
    await published(front, NUMBER);
    await drafted(night, OTHER, NUMBER);
    const { validation } = (await send(test, night, 'get', 'assistant').expect(200)).body as Section;
    expect(validation.status).toBe('warning');
    expect(validation.findings.map(({ severity, code, path }) => [severity, code, path])).toContainEqual([
      'warning',
      'inbound_number_taken',
      'inbound_numbers.1',
    ]);
    const { status, release_findings: findings } = await validated(night);
    expect(status).toBe('blocked');
    expect(findings).toMatchObject([
      { severity: 'error', code: 'inbound_number_taken', path: 'assistant.inbound_numbers.1' },
    ]);
    const shown = send(test, night, 'post', 'assistant/validate', {
      body: { configuration: { ...assistant(), inbound_numbers: [OTHER] } },
    });
    expect(((await shown.expect(200)).body as Section).validation.findings).toEqual([]);
  });

  it('names no project to those who do not see it', async () => {
    await published(front, NUMBER);
    await drafted(night, NUMBER);
    const user = await test.world.aUser(night.tenant, { role: 'partner_user' });
    await test.world.assignProject(user, night.tenant, night.projectId);
    const [finding] = (await validated(night, bearer(user.token()))).release_findings;
    expect(finding!.code).toBe('inbound_number_taken');
    expect(finding!.message).toMatch(/one that you do not see/);
    expect(JSON.stringify(finding)).not.toContain(front.projectId);
  });

  it('of another client, or of another environment, is told of nowhere', async () => {
    await published(front, NUMBER);
    const elsewhere = await aDesk(test);
    await drafted(elsewhere, NUMBER);
    expect((await validated(elsewhere)).release_findings).toEqual([]);
    expect((await publish(elsewhere)).status).toBe(200);
    const tenant = await test.world.aTenant({ clientId: front.tenant.clientId, dataEnv: 'staging' });
    const user = await test.world.aUser(tenant, { role: 'partner_admin' });
    const projectId = await test.world.aProject(tenant, { lifecycleState: 'setup' });
    const trial = { tenant, projectId, admin: bearer(user.token('staging')), adminId: user.userId };
    await published(trial, NUMBER);
  });

  it('is known by the key of before too, once the keys are rotated', async () => {
    await published(front, NUMBER);
    const { clientId, dataEnv } = front.tenant;
    const provider = await LocalKeyProvider.open(inject('fixture').masterKeyFile, true);
    const wrapped = await provider.wrap(randomBytes(32), {
      client_id: clientId,
      data_env: dataEnv,
      purpose: 'matching',
    });
    await test.world.sql(
      `INSERT INTO tenant_data_keys (client_id, data_env, purpose, generation, key_id, wrapped_key, provider_id)
       VALUES ($1, $2, 'matching', 2, 'key-2', $3, $4)`,
      [clientId, dataEnv, wrapped, provider.id],
    );
    // A process that has not met the tenant's key of before.
    const later = await startTestApp({ databases: test.databases, settings: () => test.settings });
    try {
      await drafted(night, NUMBER);
      const body = {};
      const ifMatch = await draftEtag(later, night);
      expect(outcome(await send(later, night, 'post', 'publish', { body, ifMatch }))).toEqual(REFUSED);
      await save(later, front, 'booking', booking());
      const again = { body, ifMatch: await draftEtag(later, front) };
      await send(later, front, 'post', 'publish', again).expect(200);
      expect(outcome(await send(later, night, 'post', 'publish', { body, ifMatch }))).toEqual(REFUSED);
    } finally {
      await later.close();
    }
  });

  it('stays with its project from version to version', async () => {
    await published(front, NUMBER);
    await published(front, NUMBER, OTHER);
    expect((await rollback(front, 1)).status).toBe(200);
    // The rollback has freed the one that the second version had more.
    await published(night, OTHER);
    expect(outcome(await rollback(front, 2))).toEqual([
      422,
      [['assistant.inbound_numbers.1', 'inbound_number_taken']],
    ]);
  });

  it('is free once its project is archived, and not given back by a restore', async () => {
    await published(front, NUMBER);
    await move(front, 'archive');
    await published(night, NUMBER);
    await move(front, 'restore');
    const again = await send(test, front, 'post', 'publish', { body: {} });
    expect(outcome(again)).toEqual(REFUSED);
    await move(night, 'archive');
    await send(test, front, 'post', 'publish', { body: {} }).expect(200);
    await move(night, 'restore');
    expect(outcome(await send(test, night, 'post', 'publish', { body: {} }))).toEqual(REFUSED);
  });

  it('belongs to a staged version too, until that is taken back', async () => {
    await published(front, NUMBER);
    await published(night);
    await drafted(front, OTHER);
    await tryStage(test, front, { percent: 50 });
    await drafted(night, NUMBER);
    expect(outcome(await publish(night))).toEqual(REFUSED);
    await drafted(night, OTHER);
    expect(outcome(await publish(night))).toEqual(REFUSED);
    expect(outcome(await tryStage(test, night, { percent: 50 }))).toEqual(REFUSED);
    await end(test, front, 'take-back', 2).expect(200);
    expect((await publish(night)).status).toBe(200);
    await drafted(night, NUMBER);
    expect(outcome(await publish(night))).toEqual(REFUSED);
  });

  it('passes from the published version to the staged one when that is finished', async () => {
    await published(front, NUMBER);
    await drafted(front, OTHER);
    await tryStage(test, front, { percent: 50 });
    await end(test, front, 'finish', 2).expect(200);
    await published(night, NUMBER);
    await drafted(night, OTHER);
    expect(outcome(await publish(night))).toEqual(REFUSED);
  });

  it('holds up no draft that changes nothing, and no dashboards', async () => {
    await published(front, NUMBER);
    await published(night);
    // As two versions of before numbers belonged to one.
    await test.world.sql(`DELETE FROM project_inbound_numbers WHERE project_id = $1`, [front.projectId]);
    await published(night, NUMBER);
    await drafted(front, NUMBER);
    expect((await publish(front)).body).toMatchObject({ changed: false });
    await save(test, front, 'booking', booking());
    expect(outcome(await publish(front))).toEqual(REFUSED);
    await send(test, front, 'put', 'draft', {
      body: { sections: { 'dashboard-metadata': { description: 'The front desk.' } } },
      ifMatch: await draftEtag(test, front),
    }).expect(200);
    const { token } = await test.world.aUser(front.tenant, { role: 'client_admin' });
    await send(test, front, 'post', 'dashboard-metadata/publish', { as: bearer(token()) }).expect(200);
  });

  it('goes to one of two that publish at once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [one, two] = [await beside(front), await beside(front)];
      const [first, second] = [`+6125550${2000 + round}`, `+6125550${3000 + round}`];
      await drafted(one, first, second);
      await drafted(two, second, first);
      const etags = await Promise.all([one, two].map((desk) => draftEtag(test, desk)));
      const answers = await Promise.all(
        [one, two].map((desk, index) =>
          send(test, desk, 'post', 'publish', { body: {}, ifMatch: etags[index]! }),
        ),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
      const refused = answers.find(({ status }) => status === 422)!;
      expect(fieldsOf(refused).map(([, code]) => code)).toEqual([
        'inbound_number_taken',
        'inbound_number_taken',
      ]);
      expect(await owners(front, one, two)).toHaveLength(1);
    }
  });

  /** The projects that own numbers, of these. */
  const owners = async ({ tenant }: Desk, ...of: Desk[]): Promise<string[]> =>
    (
      await test.world.sql<{ project_id: string }>(
        `SELECT DISTINCT project_id FROM project_inbound_numbers WHERE client_id = $1 AND project_id = ANY($2)`,
        [tenant.clientId, of.map(({ projectId }) => projectId)],
      )
    ).map(({ project_id: id }) => id);

  describe('that was published before numbers belonged to one', () => {
    const claim = async (): Promise<string[]> => {
      const lines: string[] = [];
      const [sealed, numbers] = [test.app.get(SealedSections), test.app.get(InboundNumbers)];
      const store = {
        query: (text: string, values: readonly unknown[]) => test.world.sql(text, [...values]),
      };
      await claimNumbers(sealed, numbers, store, (line) => lines.push(line));
      return lines.filter((line) => line.startsWith(front.tenant.clientId));
    };
    const forget = () => test.world.sql(`DELETE FROM project_inbound_numbers`);

    it('is given to its project by the operator, and stays there in a second run', async () => {
      await published(front, NUMBER);
      await forget();
      expect([await claim(), await claim()]).toEqual([[], []]);
      await drafted(night, NUMBER);
      expect(outcome(await publish(night))).toEqual(REFUSED);
    });

    it('is told of where two projects have it, and given to one', async () => {
      await published(front, NUMBER);
      await forget();
      await published(night, NUMBER, OTHER);
      await forget();
      const [owner, loser] = [front.projectId, night.projectId].toSorted() as [string, string];
      const told = `${front.tenant.clientId} prod: ${loser} answers numbers that belong to ${owner}`;
      expect([await claim(), await claim()]).toEqual([[told], [told]]);
      expect(await owners(front, front, night)).toEqual([owner]);
    });

    it('is none of an archived project', async () => {
      await published(front, NUMBER);
      await move(front, 'archive');
      expect(await claim()).toEqual([]);
      expect(await owners(front, front)).toEqual([]);
    });
  });
});
