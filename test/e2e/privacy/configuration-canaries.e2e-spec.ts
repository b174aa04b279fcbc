import { randomUUID } from 'node:crypto';
import type { Response } from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { section as assistants } from '../../../src/features/configuration/sections/assistant/assistant.section.js';
import { section as dashboard } from '../../../src/features/configuration/sections/dashboard-metadata/dashboard-metadata.section.js';
import { section as emails } from '../../../src/features/configuration/sections/email-delivery/email-delivery.section.js';
import { section as overrides } from '../../../src/features/configuration/sections/testing-overrides/testing-overrides.section.js';
import { section as plugins } from '../../../src/features/configuration/sections/plugin-configuration/plugin-configuration.section.js';
import { section as providers } from '../../../src/features/configuration/sections/provider-configuration/provider-configuration.section.js';
import { section as transfers } from '../../../src/features/configuration/sections/transfer-routing/transfer-routing.section.js';
import { useTestApp } from '../../support/app.js';
import { wordsInFilesOf } from '../../support/cluster-files.js';
import { aNewProject, anOffice, send as sendPlain, snapshotOf } from '../projects/projecting.js';
import type { Snapshot } from '../projects/projecting.js';
import { pathOf } from '../configuration/editing.js';
import type { ProjectFixture } from '../configuration/editing.js';
import {
  aRuntime,
  booking,
  configuration as served,
  draftEtag,
  publishDraft,
  report,
  send,
} from '../releases/releasing.js';
import type { Version } from '../releases/releasing.js';
import {
  CONFIGURATION_CANARIES as SAID,
  CONFIGURATION_TRACES as TRACES,
  dumpOf,
  tracesIn,
} from './canaries.js';

const NOTHING_OF_A_PERSON = 'hydrangea-timetable';

const { customer_destinations_version: _, ...routing } = transfers.example;

/** Sections with a canary in each field that may identify a person. */
const sectionsWith = (label: string) => ({
  assistant: { ...assistants.example, inbound_numbers: [SAID.inboundNumber] },
  'transfer-routing': {
    ...routing,
    customer_destinations: [
      { ...transfers.example.customer_destinations[0]!, label, phone_number: SAID.transferNumber },
      { ...transfers.example.customer_destinations[1]!, sip_uri: SAID.sipUri },
    ],
  },
  'email-delivery': {
    ...emails.example,
    subject_template: NOTHING_OF_A_PERSON,
    recipients: [{ ...emails.example.recipients[0]!, address: SAID.recipient, label: SAID.recipientLabel }],
    reply_to: SAID.replyTo,
  },
  'testing-overrides': { ...overrides.example, test_numbers: [SAID.testNumber] },
  'provider-configuration': {
    ...providers.example,
    stt: { ...providers.example.stt, keywords: [SAID.keyword] },
    telephony: { ...providers.example.telephony, caller_id: SAID.callerId },
  },
  'plugin-configuration': {
    plugins: [
      {
        ...plugins.example.plugins[0]!,
        tools: [],
        settings: { practice_number: 12, greeting: SAID.setting },
      },
    ],
  },
  'dashboard-metadata': {
    ...dashboard.example,
    description: SAID.description,
    labels: [{ name: 'owner', value: SAID.fact }],
  },
});

type Sections = Record<string, Record<string, unknown>>;

const sectionsOf = (response: Response): Sections => (response.body as { sections: Sections }).sections;

// Fails if a field loses its mark, if one of the stored copies of a configuration is plain text, or
// if a response is stored or audited in plain text.
describe('personal data of configurations', () => {
  const test = useTestApp();
  let desk: ProjectFixture;
  /** Another project, into which it is imported. */
  let copy: ProjectFixture;
  let project: Snapshot;
  let key: string;
  const replays: [first: Response, second: Response][] = [];

  /** Sends a request twice with the same idempotency key. */
  const twice = async (
    method: 'put' | 'post' | 'delete',
    path: string,
    others: { body?: object; ifMatch?: string },
    of = desk,
  ): Promise<Response> => {
    const request = { ...others, key: randomUUID() };
    const first = await send(test, of, method, path, request);
    expect(first.status, first.text).toBeLessThan(300);
    replays.push([first, await send(test, of, method, path, request)]);
    return first;
  };

  beforeAll(async () => {
    const office = await anOffice(test);
    project = await aNewProject(test, office);
    const other = await aNewProject(test, office);
    const { project_id: projectId } = project.project;
    desk = { tenant: office.tenant, projectId, admin: office.as, adminId: office.admin.userId };
    copy = { ...desk, projectId: other.project.project_id };
    key = await aRuntime(test, desk);
  });

  /** The whole draft, which accepts all sections at once. */
  const saveAll = async (label: string): Promise<Response> => {
    const sections: Sections = sectionsWith(label);
    const read = await send(test, desk, 'get', 'transfer-routing').expect(200);
    const { customer_destinations_version } = read.body as Record<string, unknown>;
    sections['transfer-routing'] = { ...sections['transfer-routing'], customer_destinations_version };
    const drafted = await send(test, desk, 'get', 'draft').expect(200);
    const etag = drafted.get('ETag');
    return twice('put', 'draft', { body: { sections }, ...(etag === undefined ? {} : { ifMatch: etag }) });
  };

  it('is read, compared, published, rolled back, tested and served as it was saved', async () => {
    await saveAll(SAID.person);
    for (const [name, configuration] of Object.entries(sectionsWith(SAID.person))) {
      if (name === 'dashboard-metadata') continue;
      const read = await send(test, desk, 'get', name).expect(200);
      expect((read.body as { configuration: object }).configuration).toMatchObject(configuration);
    }
    const own = { configuration: sectionsWith(SAID.person)['email-delivery'] };
    await twice('put', 'email-delivery', { body: own });
    await send(test, desk, 'post', 'email-delivery/validate', { body: own }).expect(200);
    await send(test, desk, 'post', 'validate').expect(200);
    const first = (await twice('post', 'publish', { body: {}, ifMatch: await draftEtag(test, desk) }))
      .body as Version;
    expect(sectionsOf(await send(test, desk, 'get', 'versions/1').expect(200))).toMatchObject(
      sectionsWith(SAID.person),
    );

    await saveAll(SAID.recipientLabel);
    const compared = await send(test, desk, 'get', 'versions/compare?from=1&to=draft').expect(200);
    expect((compared.body as { changes: object[] }).changes).toContainEqual({
      section: 'transfer-routing',
      path: 'customer_destinations.0.label',
      op: 'replace',
      from: SAID.person,
      to: SAID.recipientLabel,
    });
    await publishDraft(test, desk);
    const back = await twice('post', 'rollback', { body: { version_number: 1 } });
    expect(back.body).not.toMatchObject({ content_hash: first.content_hash });

    const body = { to_number: SAID.testNumber, use: 'published' };
    await twice('post', 'test-call/request', { body });
    const taken = await test
      .request()
      .post(`/internal/v1/projects/${desk.projectId}/test-calls/take`)
      .set('X-API-Key', key)
      .expect(200);
    expect(taken.body).toMatchObject({
      items: [{ to_number: SAID.testNumber, sections: sectionsWith(SAID.person) }],
    });
    await send(test, desk, 'post', 'transfer-routing/test', {
      body: { destination_id: 'front-desk' },
    }).expect(200);
    const running = await served(test, desk, key).expect(200);
    expect(sectionsOf(running)).toMatchObject(sectionsWith(SAID.person));
    await served(test, desk, key, running.get('ETag')).expect(304);
    const { content_hash: applied } = running.body as Version;
    const reported = await report(test, desk, key, { applied_hash: applied, runtime_id: 'r-1' }).expect(200);
    expect(reported.body).toEqual({ state: 'confirmed', compliance: 'confirmed' });
    const shown = await send(test, desk, 'get', 'dashboard-metadata').expect(200);
    expect(shown.body).toMatchObject({
      description: SAID.description,
      labels: [{ name: 'owner', value: SAID.fact }],
    });
  });

  // workspace 5.8
  it('is known by one hash for one content, and nothing is published twice', async () => {
    await publishDraftOf(booking(['2026-12-25']));
    await send(test, desk, 'put', 'booking', { body: { configuration: booking(['2026-12-25']) } }).expect(
      200,
    );
    const ifMatch = await draftEtag(test, desk);
    const again = await send(test, desk, 'post', 'publish', { body: {}, ifMatch }).expect(200);
    expect(again.body).toMatchObject({ version_number: 4, changed: false });
    const { content_hash: was } = (await send(test, desk, 'get', 'versions/4').expect(200)).body as Version;
    await publishDraftOf(booking(['2026-12-26']));
    const back = await publishDraftOf(booking(['2026-12-25']));
    expect(back.content_hash).toBe(was);
  });

  const publishDraftOf = async (configuration: object): Promise<Version> => {
    await send(test, desk, 'put', 'booking', { body: { configuration } }).expect(200);
    return publishDraft(test, desk);
  };

  it('outlives archive and restore', async () => {
    for (const action of ['archive', 'restore']) {
      const { project: now } = snapshotOf(
        await sendPlain(test, 'get', pathOf(desk, 'lifecycle'), desk.admin).expect(200),
      );
      const body = { revision_token: now.revision_token };
      await sendPlain(test, 'post', pathOf(desk, action), desk.admin, body).expect(200);
    }
    const read = await send(test, desk, 'get', 'transfer-routing').expect(200);
    expect((read.body as { configuration: object }).configuration).toMatchObject(
      sectionsWith(SAID.person)['transfer-routing'],
    );
  });

  // workspace 3.10 to 3.13, 12.1, 12.4, 12.9
  it('is exported, imported, discarded, cloned and taken back as it was saved', async () => {
    const file = await send(test, desk, 'get', 'configuration/export?source=published')
      .buffer(true)
      .expect(200);
    const { sections } = JSON.parse(file.text) as { sections: Sections };
    expect(tracesIn(file.text, TRACES)).not.toEqual([]);
    const ofCopy = async (): Promise<Sections> => {
      const read = await send(test, copy, 'get', 'draft?include=configurations').expect(200);
      return (read.body as { configurations: Sections }).configurations;
    };
    const whole = JSON.parse(file.text) as object;
    await twice('post', 'configuration/import', { body: whole, ifMatch: await draftEtag(test, copy) }, copy);
    expect(await ofCopy()).toMatchObject(sections);
    await send(test, copy, 'post', 'configuration/import?dry_run=true', { body: whole }).expect(200);
    await twice('delete', 'draft', { ifMatch: await draftEtag(test, copy) }, copy);
    const target = { project_id: copy.projectId };
    await twice('post', 'configuration/clone', { body: { target, source: 'published' } });
    // The number of its destinations was discarded, and is not assigned again.
    const { customer_destinations_version: __, ...destinations } = sections['transfer-routing']!;
    expect(await ofCopy()).toMatchObject({ ...sections, 'transfer-routing': destinations });
    const taken = await send(test, copy, 'get', 'draft?include=configurations').expect(200);
    await twice('put', 'draft', { body: taken.body as object }, copy);
    const ifMatch = await draftEtag(test, copy);
    await twice('delete', 'draft/sections/email-delivery', { ifMatch }, copy);
    // A file without the right checksum is refused, and its content is not repeated.
    const odd = { ...whole, project: { display_name: 'Other' }, more: SAID.person };
    const refused = await send(test, copy, 'post', 'configuration/import', { body: odd }).expect(422);
    expect(tracesIn(refused.text, TRACES)).toEqual([]);
  });

  it('comes back whole to who repeats a request', () => {
    expect(replays.length).toBeGreaterThan(5);
    for (const [first, second] of replays) {
      expect(second.get('Idempotent-Replayed')).toBe('true');
      expect([second.status, second.text, second.get('ETag')]).toEqual([
        first.status,
        first.text,
        first.get('ETag'),
      ]);
    }
  });

  // privacy 6.4
  it('does not open in another row', async () => {
    const own = { configuration: sectionsWith(SAID.person)['email-delivery'] };
    await send(test, desk, 'put', 'email-delivery', { body: own }).expect(200);
    const [row] = await test.world.sql<{ configuration: object }>(
      `SELECT configuration FROM project_draft_sections WHERE project_id = $1 AND section = 'email-delivery'`,
      [desk.projectId],
    );
    await test.world.sql(
      `UPDATE project_draft_sections d SET configuration = v.sections -> d.section
         FROM project_versions v
        WHERE d.project_id = $1 AND v.project_id = $1 AND v.version_number = 1 AND d.section = 'email-delivery'`,
      [desk.projectId],
    );
    const refused = await send(test, desk, 'get', 'email-delivery').expect(503);
    expect(tracesIn(refused.text, TRACES)).toEqual([]);
    await test.world.sql(
      `UPDATE project_draft_sections SET configuration = $2 WHERE project_id = $1 AND section = 'email-delivery'`,
      [desk.projectId, row!.configuration],
    );
    await send(test, desk, 'get', 'email-delivery').expect(200);
  });

  describe('at rest', () => {
    const databases = () => {
      const { metadataUrl, storeUrls } = test.databases.superuser;
      return [metadataUrl, ...storeUrls.values()];
    };

    it('would be found where it lies: the search can fail', async () => {
      for (const value of Object.values(SAID)) {
        expect(tracesIn(JSON.stringify({ value }), TRACES), value).not.toEqual([]);
      }
      expect(await dumpOf(databases()[0]!)).toContain(NOTHING_OF_A_PERSON);
    });

    // workspace 1.12; privacy 6.4, 6.6
    it('is in no column of any table of any store', async () => {
      for (const url of databases()) expect(tracesIn(await dumpOf(url), TRACES)).toEqual([]);
    });

    it('is in no file of the cluster, the write-ahead log among them', async () => {
      const found = await wordsInFilesOf(databases(), [...TRACES, NOTHING_OF_A_PERSON]);
      expect(found.filter((line) => !line.endsWith(NOTHING_OF_A_PERSON))).toEqual([]);
      expect(found.some((line) => line.startsWith('base/'))).toBe(true);
      expect(found.some((line) => line.startsWith('pg_wal/'))).toBe(true);
    });

    it('is in no log line', () => {
      expect(test.logs()).toContain('/v1/projects/:project_id/publish');
      expect(tracesIn(test.logs(), TRACES)).toEqual([]);
    });
  });
});
