import { randomUUID } from 'node:crypto';
import type { Test } from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestTenant, TestUser } from '../../support/builders.js';
import { useSharedApp } from '../../support/shared-app.js';
import { bearer } from '../access/callers.js';
import { cloneInto, draftEtagIn } from './cloning.js';
import type { Cloned } from './cloning.js';
import type { ProjectFixture } from './editing.js';
import { anEmptyProject } from './filing.js';
import type { Incoming } from './filing.js';
import { NUMBER } from './numbering.js';
import { assistant, booking, send } from '../releases/releasing.js';

describe('a configuration that is cloned into another tenant', () => {
  const test = useSharedApp();
  let organisationId: string;
  let person: TestUser;
  let desk: ProjectFixture;

  beforeEach(async () => {
    organisationId = `organisation-${randomUUID()}`;
    person = await test.world.aPerson();
    desk = await elsewhere({}, true);
  });

  /** A project of a new tenant whose administrator the person is. */
  const elsewhere = async (options: Partial<TestTenant> = {}, isDefault = false): Promise<ProjectFixture> => {
    const tenant = await test.world.aTenant(options);
    await test.world.assign(person, tenant, { role: 'partner_admin', organisationId, isDefault });
    return {
      tenant,
      projectId: await test.world.aProject(tenant, { lifecycleState: 'setup' }),
      admin: bearer(person.token(tenant.dataEnv)),
      adminId: person.userId,
    };
  };
  /** A person with several clients names one of them. */
  const draft = async (of: ProjectFixture, closed: string): Promise<void> => {
    await send(test, of, 'put', `booking?client_id=${of.tenant.clientId}`, {
      body: { configuration: booking([closed]) },
    }).expect(200);
  };
  /**
   * Saves an assistant with a number.
   * @returns the draft's etag
   */
  const numbered = async (of: ProjectFixture): Promise<string> => {
    const body = { sections: { assistant: { ...assistant(), inbound_numbers: [NUMBER] } } };
    const path = `draft?client_id=${of.tenant.clientId}`;
    return (await send(test, of, 'put', path, { body }).expect(200)).get('ETag')!;
  };
  const clone = (into: ProjectFixture, ...more: Cloned): Test => cloneInto(test, desk, into, ...more);
  const etagOf = (of: ProjectFixture) => draftEtagIn(test, of);

  // workspace 11.12, 12.16
  it('says that a number is answered there, and not by whom', async () => {
    const other = await elsewhere();
    const owner = await anEmptyProject(test, other);
    const etag = await numbered(owner);
    const sent = { body: {}, ifMatch: etag };
    await send(test, owner, 'post', `publish?client_id=${owner.tenant.clientId}`, sent).expect(200);
    await numbered(desk);
    const answer = await clone(other, {}).expect(200);
    const { findings } = (answer.body as Incoming).sections.find(({ section }) => section === 'assistant')!;
    expect(findings).toMatchObject([{ code: 'inbound_number_taken', path: 'inbound_numbers.0' }]);
    expect(answer.text).not.toContain(owner.projectId);
  });

  // workspace 12.16, 12.13
  it.each<[string, () => Partial<TestTenant>]>([
    ['another client', () => ({})],
    ['another environment', () => ({ clientId: desk.tenant.clientId, dataEnv: 'staging' })],
  ])('tells nothing of what stood in a project of %s, nor does its replay', async (_, tenant) => {
    const other = await elsewhere(tenant());
    await draft(other, '2026-12-24');
    await draft(desk, '2026-12-25');
    const etag = await etagOf(other);
    const first = await clone(other, {}, { etag }, { key: 'clone-and-replay' }).expect(200);
    const { changes } = first.body as Incoming;
    expect(changes).toContainEqual({ section: 'booking', path: 'closed_dates.0', op: 'replace' });
    expect([...new Set(changes.flatMap((change) => Object.keys(change)))].toSorted()).toEqual([
      'op',
      'path',
      'section',
    ]);
    expect(first.text).not.toContain('2026-12-24');
    await test.world.sql(
      `UPDATE portal_user_client_assignments SET active = false
        WHERE user_id = $1 AND client_id = $2 AND data_env = $3`,
      [person.userId, other.tenant.clientId, other.tenant.dataEnv],
    );
    const again = await clone(other, {}, { etag }, { key: 'clone-and-replay' }).expect(200);
    expect([again.get('Idempotent-Replayed'), again.text]).toEqual(['true', first.text]);
  });

  // workspace 12.16, 12.6
  it('tells what stood in a project of the same client and environment', async () => {
    await draft(desk, '2026-12-25');
    const other = await anEmptyProject(test, desk);
    await draft(other, '2026-12-24');
    const answer = (await clone(other, {}, { etag: await etagOf(other) }).expect(200)).body as Incoming;
    expect(answer.changes).toContainEqual({
      section: 'booking',
      path: 'closed_dates.0',
      op: 'replace',
      from: '2026-12-24',
      to: '2026-12-25',
    });
  });

  // workspace 12.10
  it.each([
    ['the source', () => desk],
    ['the target', (other: ProjectFixture) => other],
  ])('goes where the roles are of one organisation, also where another one owns %s', async (_, owned) => {
    const other = await elsewhere();
    await test.world.join(person, owned(other).tenant, `an-organisation-${randomUUID()}`);
    await clone(other).expect(200);
    await test.world.sql(
      `UPDATE partner_client_ownerships SET active = false WHERE client_id = $1 AND organisation_id = $2`,
      [owned(other).tenant.clientId, organisationId],
    );
    await clone(other).expect(404);
  });
});
