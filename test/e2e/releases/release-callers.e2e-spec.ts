import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SectionDefinition } from '../../../src/features/configuration/rules/sections/section-definition.js';
import { OWN_SECTIONS } from '../../../src/features/configuration/sections/section-files.js';
import { useSharedApp } from '../../support/shared-app.js';
import { bearer } from '../access/callers.js';
import {
  codeOf,
  exampleOf,
  fieldsOf,
  sectionOf,
  write,
  useProjectFixture,
} from '../configuration/editing.js';
import type { Section } from '../configuration/editing.js';
import { assistant, booking, completeDraft, draftEtag, publishDraft, save, send } from './releasing.js';

const named = (name: string): SectionDefinition => OWN_SECTIONS.find((section) => section.name === name)!;
const GOVERNANCE = named('governance');
const PROVIDERS = named('provider-configuration');

describe('releases', () => {
  const test = useSharedApp();
  let key: Readonly<Record<string, string>>;

  const desk = useProjectFixture(test);
  beforeEach(async () => {
    key = { 'X-API-Key': await test.world.aKey(desk.tenant, 'partner_admin') };
  });

  const rollback = (version_number: number, as: Readonly<Record<string, string>>) =>
    send(test, desk, 'post', 'rollback', { body: { version_number }, as });
  const publish = async (as: Readonly<Record<string, string>>) =>
    send(test, desk, 'post', 'publish', { body: {}, ifMatch: await draftEtag(test, desk), as });
  const currentVersion = async () =>
    (
      await test.world.sql<{ latest_published_version: number | null }>(
        `SELECT latest_published_version FROM projects WHERE project_id = $1`,
        [desk.projectId],
      )
    )[0]!.latest_published_version;

  // From the contract's table: only people who are signed in may write governance and testing
  // overrides.
  describe.each(['governance', 'testing-overrides'])('that change %s', (name) => {
    const { example, defaults } = named(name);
    const change = () =>
      send(test, desk, 'put', 'draft', {
        body: { sections: { [name]: example, assistant: assistant() } },
      }).expect(200);
    const refusal = [[name, 'bearer_required']];

    // workspace 5.11
    it('are published by a person, and by no key', async () => {
      await change();
      const refused = await publish(key);
      expect([refused.status, codeOf(refused), fieldsOf(refused)]).toEqual([
        422,
        'validation_error',
        refusal,
      ]);
      expect(refused.text).toContain("partner_admin's bearer token");
      expect(await currentVersion()).toBeNull();
      expect((await publish(desk.admin)).status).toBe(200);
    });

    // workspace 5.11
    it('are rolled back to by a person, and by no key', async () => {
      await change();
      await publishDraft(test, desk);
      await send(test, desk, 'put', 'draft', {
        body: { sections: { [name]: defaults } },
      }).expect(200);
      await publishDraft(test, desk);
      const refused = await rollback(1, key);
      expect([refused.status, codeOf(refused), fieldsOf(refused)]).toEqual([
        422,
        'validation_error',
        refusal,
      ]);
      expect(await currentVersion()).toBe(2);
      expect((await rollback(1, desk.admin)).status).toBe(200);
    });
  });

  it('that change nothing of it are made with a key as before', async () => {
    await write(test, desk, GOVERNANCE).expect(200);
    await publishDraft(test, desk);
    await save(test, desk, 'booking', booking());
    expect((await publish(key)).status).toBe(200);
    expect((await rollback(1, key)).status).toBe(200);
  });

  it('of dashboards alone leave governance where it is', async () => {
    await save(test, desk, 'booking', booking());
    await publishDraft(test, desk);
    await send(test, desk, 'put', 'draft', {
      body: {
        sections: {
          governance: exampleOf(GOVERNANCE),
          'dashboard-metadata': { timezone: 'Australia/Perth' },
        },
      },
    }).expect(200);
    const { token } = await test.world.aUser(desk.tenant, { role: 'client_admin' });
    await send(test, desk, 'post', 'dashboard-metadata/publish', { as: bearer(token()) }).expect(200);
    const [row] = await test.world.sql<{ pii_permissions: unknown }>(
      `SELECT pii_permissions FROM project_governance WHERE project_id = $1`,
      [desk.projectId],
    );
    expect(row).toEqual({ pii_permissions: null });
  });

  describe('of a section that does not go with the defaults of another', () => {
    const own = {
      ...(PROVIDERS.defaults as Record<string, unknown>),
      llm: { routing: 'own_accounts', accounts: [] },
    };
    const put = async (name: string, configuration: unknown): Promise<Section> =>
      sectionOf(await write(test, desk, named(name), configuration, {}).expect(200));

    // Fails if defaults are published that validation has not looked at.
    it('are refused before they block every later one', async () => {
      await completeDraft(test, desk);
      const { validation } = await put('provider-configuration', own);
      expect(validation.status).toBe('blocked');
      const refused = await publish(desk.admin);
      expect(refused.status).toBe(422);
      expect(new Set(fieldsOf(refused).map(([, code]) => code))).toEqual(new Set(['account_missing']));
      await put('provider-configuration', PROVIDERS.defaults);
      await publishDraft(test, desk);
      await save(test, desk, 'booking', booking());
      await publishDraft(test, desk);
    });

    it('are refused with an older version too', async () => {
      await save(test, desk, 'booking', booking());
      await publishDraft(test, desk);
      await test.world.sql(
        `UPDATE project_versions SET sections = jsonb_build_object('provider-configuration', $2::jsonb)
          WHERE project_id = $1`,
        [desk.projectId, JSON.stringify(own)],
      );
      await send(test, desk, 'put', 'draft', {
        body: {
          sections: { 'provider-configuration': PROVIDERS.defaults, booking: booking(['2026-12-25']) },
        },
        ...{ key: randomUUID() },
      }).expect(200);
      await publishDraft(test, desk);
      const refused = await rollback(1, desk.admin);
      expect(refused.status).toBe(422);
      expect(new Set(fieldsOf(refused).map(([, code]) => code))).toEqual(new Set(['account_missing']));
    });
  });

  // workspace 1.7
  it('that a section stands in the way of are told by the write that does it', async () => {
    const routing = named('transfer-routing');
    await write(test, desk, routing).expect(200);
    await write(test, desk, named('identity-verification'), {
      ...(named('identity-verification').defaults as Record<string, unknown>),
      on_failure: { action: 'transfer', destination_id: 'front-desk' },
    }).expect(200);
    await publishDraft(test, desk);
    const current = sectionOf(await send(test, desk, 'get', 'transfer-routing').expect(200));
    const { customer_destinations_version: version, ...rest } = current.configuration;
    const off = { ...rest, customer_destinations: [] };
    const response = await write(test, desk, routing, off, { customer_destinations_version: version });
    expect(response.status, response.text).toBe(200);
    expect(sectionOf(response).validation.findings).toContainEqual(
      expect.objectContaining({ severity: 'warning', code: 'section_conflict' }),
    );
  });
});
