import { beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, useTestApp } from '../../support/app.js';
import { atDepth } from '../../support/depth.js';
import { newMatchingKey } from '../../support/matching-keys.js';
import { bearer } from '../access/callers.js';
import { aProjectFixture, codeOf, fieldsOf, useProjectFixture } from './editing.js';
import type { ProjectFixture, Section } from './editing.js';
import {
  beside,
  drafted,
  move,
  NUMBER,
  OTHER,
  outcome,
  ownersAmong,
  publish,
  published,
  REFUSED,
  tryMove,
  tryPublish,
  validated,
} from './numbering.js';
import { assistant, booking, draftEtag, save, send } from '../releases/releasing.js';
import { end, tryStage } from '../releases/staging.js';

const ROUNDS = atDepth({ ordinary: 2, full: 10 });

// workspace 11.12
describe('an inbound number', () => {
  const test = useTestApp();
  let night: ProjectFixture;

  const front = useProjectFixture(test);
  beforeEach(async () => {
    night = await beside(test, front);
  });

  const rollback = (desk: ProjectFixture, version_number: number) =>
    send(test, desk, 'post', 'rollback', { body: { version_number } });

  it('belongs to one published project of a client, and the refusal names that one', async () => {
    await published(test, front, NUMBER);
    const refused = await tryPublish(test, night, NUMBER);
    expect(outcome(refused)).toEqual(REFUSED);
    expect(refused.text).toContain(`(${front.projectId})`);
    expect(refused.text).not.toContain(NUMBER);
    await published(test, front);
    expect((await publish(test, night)).status).toBe(200);
  });

  it('is a warning in a draft, and told by validation as publishing tells it', async () => {
    await published(test, front, NUMBER);
    await drafted(test, night, OTHER, NUMBER);
    const { validation } = (await send(test, night, 'get', 'assistant').expect(200)).body as Section;
    expect(validation.status).toBe('warning');
    expect(validation.findings.map(({ severity, code, path }) => [severity, code, path])).toContainEqual([
      'warning',
      'inbound_number_taken',
      'inbound_numbers.1',
    ]);
    const { status, release_findings: findings, sections } = await validated(test, night);
    expect(status).toBe('blocked');
    expect(sections.find(({ section }) => section === 'assistant')).toEqual({
      section: 'assistant',
      ...validation,
    });
    expect(findings).toMatchObject([
      { severity: 'error', code: 'inbound_number_taken', path: 'assistant.inbound_numbers.1' },
    ]);
    const shown = send(test, night, 'post', 'assistant/validate', {
      body: { configuration: { ...assistant(), inbound_numbers: [OTHER] } },
    });
    expect(((await shown.expect(200)).body as Section).validation.findings).toEqual([]);
  });

  it('names no project to those who do not see it', async () => {
    await published(test, front, NUMBER);
    await drafted(test, night, NUMBER);
    const user = await test.world.aUser(night.tenant, { role: 'partner_user' });
    await test.world.assignProject(user, night.tenant, night.projectId);
    const [finding] = (await validated(test, night, bearer(user.token()))).release_findings;
    expect(finding!.code).toBe('inbound_number_taken');
    expect(finding!.message).toMatch(/which you may not see/);
    expect(JSON.stringify(finding)).not.toContain(front.projectId);
  });

  it('of another client, or of another environment, is told of nowhere', async () => {
    await published(test, front, NUMBER);
    const elsewhere = await aProjectFixture(test);
    await drafted(test, elsewhere, NUMBER);
    expect((await validated(test, elsewhere)).release_findings).toEqual([]);
    expect((await publish(test, elsewhere)).status).toBe(200);
    const tenant = await test.world.aTenant({ clientId: front.tenant.clientId, dataEnv: 'staging' });
    const user = await test.world.aUser(tenant, { role: 'partner_admin' });
    const projectId = await test.world.aProject(tenant, { lifecycleState: 'setup' });
    const trial = { tenant, projectId, admin: bearer(user.token('staging')), adminId: user.userId };
    await published(test, trial, NUMBER);
  });

  it('is known by the key of before too, once the keys are rotated', async () => {
    await published(test, front, NUMBER);
    await newMatchingKey(test, front.tenant);
    // A process that has not loaded the tenant's previous key.
    const later = await startTestApp({ databases: test.databases, settings: () => test.settings });
    try {
      await drafted(test, night, NUMBER);
      const [body, ifMatch] = [{}, await draftEtag(later, night)];
      expect(outcome(await send(later, night, 'post', 'publish', { body, ifMatch }))).toEqual(REFUSED);
      await save(later, front, 'booking', booking());
      const again = { body, ifMatch: await draftEtag(later, front) };
      await send(later, front, 'post', 'publish', again).expect(200);
      expect(outcome(await send(later, night, 'post', 'publish', { body, ifMatch }))).toEqual(REFUSED);
      // A process that does not know the new key yet.
      await drafted(test, night, OTHER);
      const fresh = { body, ifMatch: await draftEtag(later, night) };
      await send(later, night, 'post', 'publish', fresh).expect(200);
      const day = await beside(test, front);
      expect(outcome(await tryPublish(test, day, OTHER))).toEqual(REFUSED);
    } finally {
      await later.close();
    }
  });

  it('stays with its project from version to version', async () => {
    await published(test, front, NUMBER);
    await published(test, front, NUMBER, OTHER);
    expect((await rollback(front, 1)).status).toBe(200);
    // The rollback has freed the number that only the second version had.
    await published(test, night, OTHER);
    expect(outcome(await rollback(front, 2))).toEqual([
      422,
      [['assistant.inbound_numbers.1', 'inbound_number_taken']],
    ]);
  });

  it('is free once its project is archived, and taken back by a restore', async () => {
    await published(test, front, NUMBER);
    await move(test, front, 'archive');
    expect(await ownersAmong(test, front)).toEqual([]);
    await move(test, front, 'restore');
    expect(await ownersAmong(test, front)).toEqual([front.projectId]);
    expect(outcome(await tryPublish(test, night, NUMBER))).toEqual(REFUSED);
    await send(test, front, 'post', 'publish', { body: {} }).expect(200);
  });

  // workspace 11.13
  it('that another project has taken meanwhile keeps its project in the archive', async () => {
    await published(test, front, OTHER, NUMBER);
    await move(test, front, 'archive');
    await published(test, night, NUMBER);
    const refused = await tryMove(test, front, 'restore');
    expect(refused.status).toBe(409);
    expect(codeOf(refused)).toBe('inbound_number_taken');
    expect(fieldsOf(refused)).toEqual([['assistant.inbound_numbers.1', 'inbound_number_taken']]);
    expect(refused.text).toContain(`(${night.projectId})`);
    expect(refused.text).not.toContain(NUMBER);
    // Nothing was done: neither the state changed, nor was the free number taken.
    const shown = await send(test, front, 'get', 'lifecycle');
    expect(shown.body).toHaveProperty('project.lifecycle_state', 'archived');
    expect(await ownersAmong(test, front)).toEqual([]);
    await published(test, night);
    await move(test, front, 'restore');
    expect(outcome(await tryPublish(test, night, OTHER))).toEqual(REFUSED);
  });

  it('has one owner where a restore meets a publication', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [one, two] = [await beside(test, front), await beside(test, front)];
      const number = `+6125550${4000 + round}`;
      await published(test, one, number);
      await move(test, one, 'archive');
      await drafted(test, two, number);
      const answers = await Promise.all([tryMove(test, one, 'restore'), publish(test, two)]);
      expect(answers.map(({ status }) => status)).toBeOneOf([
        [200, 422],
        [409, 200],
      ]);
      const refused = answers.find(({ status }) => status !== 200)!;
      expect(fieldsOf(refused)).toEqual([['assistant.inbound_numbers.0', 'inbound_number_taken']]);
      expect(await ownersAmong(test, one, two)).toHaveLength(1);
    }
  });

  it('belongs to a staged version too, until that is taken back', async () => {
    await published(test, front, NUMBER);
    await published(test, night);
    await drafted(test, front, OTHER);
    await tryStage(test, front, { percent: 50 });
    expect(outcome(await tryPublish(test, night, NUMBER))).toEqual(REFUSED);
    expect(outcome(await tryPublish(test, night, OTHER))).toEqual(REFUSED);
    expect(outcome(await tryStage(test, night, { percent: 50 }))).toEqual(REFUSED);
    await end(test, front, 'take-back', 2).expect(200);
    expect((await publish(test, night)).status).toBe(200);
    expect(outcome(await tryPublish(test, night, NUMBER))).toEqual(REFUSED);
  });

  it('passes from the published version to the staged one when that is finished', async () => {
    await published(test, front, NUMBER);
    await drafted(test, front, OTHER);
    await tryStage(test, front, { percent: 50 });
    await end(test, front, 'finish', 2).expect(200);
    await published(test, night, NUMBER);
    expect(outcome(await tryPublish(test, night, OTHER))).toEqual(REFUSED);
  });

  it('holds up no draft that changes nothing, and no dashboards', async () => {
    await published(test, front, NUMBER);
    await published(test, night);
    // As in earlier releases, where two versions could own one number.
    await test.world.sql(`DELETE FROM project_inbound_numbers WHERE project_id = $1`, [front.projectId]);
    await published(test, night, NUMBER);
    const ifMatch = (await send(test, front, 'get', 'assistant').expect(200)).get('ETag')!;
    const body = { configuration: { ...assistant(), inbound_numbers: [NUMBER] } };
    await send(test, front, 'put', 'assistant', { body, ifMatch }).expect(200);
    expect((await publish(test, front)).body).toMatchObject({ changed: false });
    await save(test, front, 'booking', booking());
    expect(outcome(await publish(test, front))).toEqual(REFUSED);
    await send(test, front, 'put', 'draft', {
      body: { sections: { 'dashboard-metadata': { description: 'The front desk.' } } },
      ifMatch: await draftEtag(test, front),
    }).expect(200);
    const { token } = await test.world.aUser(front.tenant, { role: 'client_admin' });
    await send(test, front, 'post', 'dashboard-metadata/publish', { as: bearer(token()) }).expect(200);
  });

  it('goes to one of two that publish at once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [one, two] = [await beside(test, front), await beside(test, front)];
      const [first, second] = [`+6125550${2000 + round}`, `+6125550${3000 + round}`];
      await drafted(test, one, first, second);
      await drafted(test, two, second, first);
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
      expect(await ownersAmong(test, one, two)).toHaveLength(1);
    }
  });
});
