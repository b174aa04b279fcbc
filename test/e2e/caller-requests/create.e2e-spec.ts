import { describe, expect, it } from 'vitest';
import { perTest } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { withoutIds } from '../../support/without-ids.js';
import { ASKED, aCallerRequestFixture, MANUAL } from './caller-request-fixture.js';

const NUMBER = '+61 491 570 156';

describe('POST /v1/compliance/caller-requests', () => {
  const clock = new TestClock(new Date('2026-10-02T00:00:00Z'));
  const test = useSharedApp({ clock });
  const desk = perTest(() => aCallerRequestFixture(test));

  // caller-requests 1.1, 1.2, 1.3, 1.5, 2.1, 3.1, 4.2, 4.6
  it('answers 201 with the whole item, and leaves out what has no value', async () => {
    const project = await test.world.aProject(desk.tenant);
    const body = { ...ASKED, source_project_id: project, support_ticket_reference: 'TICKET-7' };
    const response = await desk.create(body).expect(201);
    expect(response.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      tracking_id: 'REQ-0001',
      revision_number: 1,
      request_type: 'access',
      received_at_utc: '2026-10-01T02:00:00.000Z',
      due_at_utc: '2026-10-31T01:00:00.000Z',
      due_date_local: '2026-10-31',
      timezone: 'Australia/Sydney',
      due_state: 'normal',
      days_remaining: 29,
      caller_display: '+61 *** *** 156',
      contact_kind: 'phone',
      identifier_kind: 'phone',
      data_found_state: 'manual_review_required',
      data_found_label: 'Manual review required',
      project_labels: [project],
      status: 'needs_review',
      status_label: 'Needs review',
      linked_support_ticket_reference: 'TICKET-7',
      access_mode: 'transition',
    });
    const { id } = response.body as { id: string };
    const about = { request_id: id, tracking_id: 'REQ-0001' };
    expect(await desk.audits()).toEqual([
      {
        action: 'caller_request.created',
        actor_id: desk.staffId,
        metadata: {
          ...about,
          request_type: 'access',
          identifier_kind: 'phone',
          contact_kind: 'phone',
          source: 'internal',
        },
      },
      {
        action: 'caller_request.support_linked',
        actor_id: desk.staffId,
        metadata: { ...about, support_ticket_reference: 'TICKET-7' },
      },
    ]);
  });

  // caller-requests 3.1
  it.each([
    ['the project', 'Europe/Berlin', '2026-10-31T03:00:00.000Z'],
    ['the client', null, '2026-10-31T01:00:00.000Z'],
  ])('falls due by the clock of %s', async (_, zone, due) => {
    const fields: { source_project_id?: string } = {};
    if (zone !== null) {
      fields.source_project_id = await test.world.aProject(desk.tenant);
      await test.world.sql('UPDATE projects SET timezone = $2 WHERE project_id = $1', [
        fields.source_project_id,
        zone,
      ]);
    }
    expect(await desk.made(fields)).toMatchObject({ timezone: zone ?? 'Australia/Sydney', due_at_utc: due });
  });

  // caller-requests 4.3
  it('stores of a manual identifier its first letter, and no hash', async () => {
    const { body } = (await desk.create(MANUAL).expect(201)) as { body: unknown };
    expect(body).toMatchObject({ caller_display: 'J***', identifier_kind: 'manual' });
    const rows = await test.world.sql(
      'SELECT identifier_hash, hash_key_id FROM caller_requests WHERE client_id = $1',
      [desk.tenant.clientId],
    );
    expect(rows).toEqual([{ identifier_hash: null, hash_key_id: null }]);
  });

  // Fails if a request that is repeated with its key is stored twice. caller-requests 4.1
  it('is stored once for a key, and each time without one', async () => {
    const ask = () => desk.create(ASKED).set('Idempotency-Key', 'once');
    const made = await ask().expect(201);
    const replay = await ask().expect(201);
    expect(replay.body).toEqual(made.body);
    expect(replay.headers['idempotent-replayed']).toBe('true');
    expect((await desk.create(ASKED).expect(201)).body).not.toEqual(made.body);
    const changed = desk.create({ ...ASKED, request_type: 'deletion' }).set('Idempotency-Key', 'once');
    expect((await changed).status).toBe(422);
  });

  // caller-requests 1.4
  it('names the first request about the same number to internal staff, however it was written', async () => {
    const first = await desk.made();
    const second = await desk.made({ caller_identifier: '+61491570156' });
    const third = await desk.made({ caller_identifier: '+61 (491) 570-156' });
    const other = await desk.made({ caller_identifier: '+61 491 570 157' });
    expect(first).not.toHaveProperty('duplicate_of_tracking_id');
    expect(other).not.toHaveProperty('duplicate_of_tracking_id');
    expect([second['duplicate_of_tracking_id'], third['duplicate_of_tracking_id']]).toEqual([
      first.tracking_id,
      first.tracking_id,
    ]);
    const seen = await desk.list({}, desk.admin).expect(200);
    expect(seen.text).not.toContain('duplicate_of_tracking_id');
    const key = { 'X-API-Key': await test.world.aKey(desk.tenant, 'support-ingest') };
    expect((await desk.create(ASKED, key).expect(201)).body).not.toHaveProperty('duplicate_of_tracking_id');
  });

  // Fails if two tenants share a key, or a hash.
  it('knows nothing of the requests of other clients about the same number', async () => {
    const other = await aCallerRequestFixture(test);
    await other.made();
    expect(await desk.made()).not.toHaveProperty('duplicate_of_tracking_id');
  });

  // caller-requests 6.2
  it('takes requests from a support-ingest key, with and without its client', async () => {
    const key = { 'X-API-Key': await test.world.aKey(desk.tenant, 'support-ingest') };
    await desk.create({ ...ASKED, source: 'support_ingest' }, key).expect(201);
    const without = test.request().post('/v1/compliance/caller-requests').set(key).send(ASKED);
    expect((await without.expect(201)).body).toMatchObject({
      tracking_id: 'REQ-0002',
      access_mode: 'transition',
    });
  });

  const without = (name: string): object =>
    Object.fromEntries(Object.entries(ASKED).filter(([it]) => it !== name));

  // caller-requests 4.1, 4.4, 9.1; errors 1.10
  it.each<[string, object, string]>([
    ...['request_type', 'identifier_kind', 'contact_kind', 'received_at_utc', 'source'].map(
      (name): [string, object, string] => [`no ${name}`, without(name), name],
    ),
    ['no identifier of a phone', without('caller_identifier'), 'caller_identifier'],
    ['an empty identifier', { ...ASKED, caller_identifier: ' ' }, 'caller_identifier'],
    ['a number without a country code', { ...ASKED, caller_identifier: '0491 570 156' }, 'caller_identifier'],
    ['an identifier that is no text', { ...ASKED, caller_identifier: 61491570156 }, 'caller_identifier'],
    ['an unknown type', { ...ASKED, request_type: 'rectification' }, 'request_type'],
    [
      'a ticket that is a telephone number',
      { ...ASKED, support_ticket_reference: '0491570156' },
      'support_ticket_reference',
    ],
    ['an unknown kind', { ...ASKED, identifier_kind: 'email' }, 'identifier_kind'],
    ['an unknown contact', { ...ASKED, contact_kind: 'fax' }, 'contact_kind'],
    ['an unknown source', { ...ASKED, source: 'web' }, 'source'],
    ['a time without a zone', { ...ASKED, received_at_utc: '2026-10-01T02:00:00' }, 'received_at_utc'],
    [
      'a receipt more than five minutes ahead',
      { ...ASKED, received_at_utc: '2026-10-02T00:05:00.001Z' },
      'received_at_utc',
    ],
    ['a day that does not exist', { ...ASKED, received_at_utc: '2026-02-30T02:00:00Z' }, 'received_at_utc'],
    [
      'a ticket of other characters',
      { ...ASKED, support_ticket_reference: 'a b' },
      'support_ticket_reference',
    ],
    [
      'a ticket that is too long',
      { ...ASKED, support_ticket_reference: 'x'.repeat(129) },
      'support_ticket_reference',
    ],
    ['a project id of other characters', { ...ASKED, source_project_id: 'a/b' }, 'source_project_id'],
    ['a null', { ...ASKED, source_project_id: null }, 'source_project_id'],
    ['a field that does not exist', { ...ASKED, priority: 1 }, 'priority'],
  ])('refuses %s with 400, naming the field, and stores nothing', async (_, body, field) => {
    const response = await desk.create(body).expect(400);
    expect(response.body).toEqual({
      code: 'validation_failed',
      message: expect.any(String) as string,
      field_errors: { [field]: expect.any(String) as string },
      request_id: expect.any(String) as string,
    });
    expect(withoutIds(response.text)).not.toContain('0491');
    expect(await desk.stored()).toEqual({ requests: 0, changes: 0, audits: 0 });
  });

  it.each([
    ['an empty object', {}],
    ['a list', [ASKED]],
  ])('refuses %s with 400 in the same shape', async (_, body) => {
    const response = await desk.create(body).expect(400);
    expect(response.body).toMatchObject({
      code: 'validation_failed',
      request_id: expect.any(String) as string,
    });
  });

  // caller-requests 4.8
  it('takes a receipt of a clock that is five minutes ahead', async () => {
    const received = '2026-10-02T00:05:00.000Z';
    expect(await desk.made({ received_at_utc: received })).toMatchObject({ received_at_utc: received });
  });

  // caller-requests 4.5
  it.each([
    ['project', 'source_project_id', `UPDATE projects SET timezone = 'Mars/Olympus' WHERE client_id = $1`],
    ['client', 'client_id', `UPDATE clients SET timezone = 'Mars/Olympus' WHERE client_id = $1`],
  ])('refuses with 400 when the zone of the %s cannot be resolved', async (of, field, spoil) => {
    const project = await test.world.aProject(desk.tenant);
    await test.world.sql(spoil, [desk.tenant.clientId]);
    const body = of === 'project' ? { ...ASKED, source_project_id: project } : ASKED;
    const response = await desk.create(body).expect(400);
    expect(response.body).toMatchObject({
      code: 'validation_failed',
      field_errors: { [field]: expect.any(String) as string },
    });
    expect(await desk.stored()).toEqual({ requests: 0, changes: 0, audits: 0 });
  });

  // caller-requests 6.4
  it.each(['foreign', 'absent', 'archived'])('answers a project that is %s with 404', async (kind) => {
    const foreign = await test.world.aTenant();
    const projects: Record<string, string> = {
      foreign: await test.world.aProject(foreign),
      absent: 'project-nowhere',
      archived: await test.world.aProject(desk.tenant, { lifecycleState: 'archived' }),
    };
    const response = await desk.create({ ...ASKED, source_project_id: projects[kind] }).expect(404);
    expect(response.body).toEqual({
      code: 'not_found',
      message: 'Not found.',
      request_id: expect.any(String) as string,
    });
    expect(await desk.stored()).toEqual({ requests: 0, changes: 0, audits: 0 });
  });

  // caller-requests 4.7
  it('answers 503 and stores nothing when the number cannot be hashed', async () => {
    await test.world.sql(
      `INSERT INTO tenant_data_keys (client_id, data_env, purpose, generation, key_id, wrapped_key, provider_id)
       VALUES ($1, 'prod', 'matching', 1, 'elsewhere', '\\x00', 'another-provider')`,
      [desk.tenant.clientId],
    );
    const response = await desk.create().expect(503);
    expect(response.body).toMatchObject({ code: 'caller_identifier_hmac_unavailable' });
    expect(response.text).not.toContain(NUMBER);
    expect(await desk.stored()).toEqual({ requests: 0, changes: 0, audits: 0 });
    // A manually entered identifier is not hashed.
    await desk.create(MANUAL).expect(201);
  });

  // Fails if the request is stored in another transaction than its audit row. caller-requests 4.6
  it('stores nothing when its audit row cannot be written, and loses no number by it', async () => {
    await desk.made();
    const refuse = `ALTER TABLE audit_events ADD CONSTRAINT none_of_these CHECK (action <> 'caller_request.created') NOT VALID`;
    await test.world.sql(refuse);
    try {
      await desk.create().expect(500);
    } finally {
      await test.world.sql('ALTER TABLE audit_events DROP CONSTRAINT none_of_these');
    }
    expect(await desk.stored()).toEqual({ requests: 1, changes: 1, audits: 1 });
    expect(await desk.made()).toMatchObject({ tracking_id: 'REQ-0002' });
  });
});
