import { beforeEach, describe, expect, it } from 'vitest';
import type { SectionDefinition } from '../../../src/features/configuration/rules/sections/section-definition.js';
import { OWN_SECTIONS } from '../../../src/features/configuration/sections/section-files.js';
import type {
  CustomerDestination,
  TransferRouting,
} from '../../../src/features/configuration/sections/transfer-routing/transfer-routing.schema.js';
import { completeDraft, draftEtag, send } from '../releases/releasing.js';
import { useSharedApp } from '../../support/shared-app.js';
import { TestClock } from '../../support/test-clock.js';
import { withoutIds } from '../../support/without-ids.js';
import { bearer } from '../access/callers.js';
import {
  codeOf,
  fieldsOf,
  historyOf,
  pathOf,
  publish,
  read,
  sectionOf,
  validate,
  write,
  useProjectFixture,
} from './editing.js';

const ROUTING: SectionDefinition = OWN_SECTIONS.find(({ name }) => name === 'transfer-routing')!;
const VERSION = 'customer_destinations_version';

const desk = (more: Partial<CustomerDestination> = {}): CustomerDestination => ({
  destination_id: 'desk',
  label: 'Front desk',
  type: 'phone',
  phone_number: '+61255501234',
  mode: 'cold',
  priority: 10,
  enabled: true,
  business_hours: [{ day: 'monday', opens: '09:00', closes: '17:00' }],
  ...more,
});

const night: CustomerDestination = {
  destination_id: 'night',
  label: 'Night service',
  type: 'sip',
  sip_uri: 'sip:night@pbx.example.com',
  mode: 'cold',
  priority: 20,
  enabled: true,
};

const routing = (more: Partial<TransferRouting> = {}): Record<string, unknown> => {
  const { [VERSION]: _, ...defaults } = ROUTING.defaults as TransferRouting;
  return { ...defaults, enabled: true, customer_destinations: [desk()], ...more };
};

describe('transfer routing', () => {
  const clock = new TestClock();
  const test = useSharedApp({ clock });

  const own = useProjectFixture(test);
  beforeEach(async () => {
    await test.world.sql(`UPDATE projects SET timezone = 'Australia/Sydney' WHERE project_id = $1`, [
      own.projectId,
    ]);
  });

  const save = async (configuration: object, version: number) => {
    const { source, etag } = sectionOf(await read(test, own, ROUTING));
    const request = write(test, own, ROUTING, configuration, { [VERSION]: version });
    return source === 'draft' ? request.set('If-Match', `"${etag}"`) : request;
  };

  // dispatch 8.1
  it('is not published with a costly number, unless an operator has allowed its range', async () => {
    const { clientId, dataEnv } = own.tenant;
    const place = 'customer_destinations.0.phone_number';
    const costly = routing({ customer_destinations: [desk({ phone_number: '+611300975707' })] });
    const saved = sectionOf(await save(costly, 0));
    expect(saved.validation).toMatchObject({
      status: 'blocked',
      findings: [{ severity: 'error', code: 'number_not_dialled', path: place }],
    });
    await completeDraft(test, own);
    const publish = async () =>
      send(test, own, 'post', 'publish', { body: {}, ifMatch: await draftEtag(test, own) });
    const refused = await publish();
    expect([refused.status, fieldsOf(refused)]).toEqual([
      422,
      [[`transfer-routing.${place}`, 'number_not_dialled']],
    ]);
    await test.world.sql(
      `INSERT INTO allowed_number_ranges (client_id, data_env, prefix, allowed_at, allowed_by)
       VALUES ($1, $2, '+611300', now(), 'operator')`,
      [clientId, dataEnv],
    );
    expect((await publish()).status).toBe(200);
  });

  describe('has a version of its customer destinations', () => {
    // workspace 2.2
    it('that counts their changes and no others', async () => {
      expect(sectionOf(await read(test, own, ROUTING))[VERSION]).toBe(0);
      expect(sectionOf(await save(routing(), 0))[VERSION]).toBe(1);
      expect(sectionOf(await save(routing({ fallback: { action: 'voicemail' } }), 1))[VERSION]).toBe(1);
      expect(sectionOf(await save(routing({ customer_destinations: [desk(), night] }), 1))[VERSION]).toBe(2);
      expect(sectionOf(await read(test, own, ROUTING))[VERSION]).toBe(2);
    });

    it('that lives on when it is published', async () => {
      const saved = sectionOf(await save(routing(), 0));
      await publish(test, own, 1, { [ROUTING.name]: saved.configuration });
      expect(sectionOf(await read(test, own, ROUTING))[VERSION]).toBe(1);
      const stale = await save(routing({ customer_destinations: [] }), 0);
      expect([stale.status, codeOf(stale)]).toEqual([409, 'conflict']);
      expect(sectionOf(await save(routing({ customer_destinations: [] }), 1))[VERSION]).toBe(2);
    });

    // workspace 2.1
    it('that a stale writer is refused by, etag or not, and nothing is lost', async () => {
      await save(routing(), 0);
      await save(routing({ customer_destinations: [night] }), 1);
      const refused = await save(routing(), 1);
      expect([refused.status, codeOf(refused)]).toEqual([409, 'conflict']);
      expect(sectionOf(await read(test, own, ROUTING)).configuration).toMatchObject({
        customer_destinations: [night],
        [VERSION]: 2,
      });
      expect(await historyOf(test, own)).toHaveLength(2);
    });

    // workspace 2.1
    it('that must be named, as a whole number, also for the first draft', async () => {
      for (const [version, code] of [
        [undefined, 'missing'],
        ['0', 'integer_type'],
        [0.5, 'integer_type'],
        [null, 'integer_type'],
      ]) {
        const refused = await write(test, own, ROUTING, routing(), { [VERSION]: version }).expect(422);
        expect(fieldsOf(refused)).toEqual([[VERSION, code]]);
      }
      expect(await historyOf(test, own)).toEqual([]);
    });

    const replace = (configuration: object) =>
      test
        .request()
        .put(pathOf(own, 'draft'))
        .set(own.admin)
        .send({ sections: { [ROUTING.name]: configuration } });

    it('that goes up with an edit of the whole draft', async () => {
      await replace({ ...routing(), [VERSION]: 0 }).expect(200);
      expect(sectionOf(await read(test, own, ROUTING))[VERSION]).toBe(1);
    });

    // workspace 2.2
    it('that must be named in the whole draft too, and be the current one', async () => {
      const saved = sectionOf(await save(routing(), 0));
      await publish(test, own, 1, { [ROUTING.name]: saved.configuration });
      const missing = await replace(routing({ customer_destinations: [] })).expect(422);
      expect(fieldsOf(missing)).toEqual([[`sections.transfer-routing.${VERSION}`, 'missing']]);
      for (const version of [0, 2]) {
        const stale = await replace({ ...routing({ customer_destinations: [] }), [VERSION]: version });
        expect([stale.status, codeOf(stale)]).toEqual([409, 'conflict']);
      }
      expect(sectionOf(await read(test, own, ROUTING))).toMatchObject({
        source: 'published',
        configuration: saved.configuration,
      });
      await replace({ ...routing({ customer_destinations: [] }), [VERSION]: 1 }).expect(200);
      expect(sectionOf(await read(test, own, ROUTING))[VERSION]).toBe(2);
    });

    it('that may come back inside of the configuration, as it was read', async () => {
      const { configuration } = sectionOf(await save(routing(), 0));
      const again = await save(configuration, 1);
      expect([again.status, sectionOf(again).configuration]).toEqual([200, configuration]);
    });
  });

  it('is shown to internal staff that names the client, and to nobody of the client', async () => {
    await save(routing(), 0);
    const path = pathOf(own, ROUTING.name);
    for (const role of ['service_admin', 'service_operator'] as const) {
      const staff = bearer((await test.world.aUser(own.tenant, { role })).token());
      await test.request().get(path).set(staff).expect(404);
      const shown = await test
        .request()
        .get(path)
        .query({ client_id: own.tenant.clientId })
        .set(staff)
        .expect(200);
      expect(sectionOf(shown)).toMatchObject({
        [VERSION]: 1,
        configuration: { customer_destinations: [desk()] },
      });
    }
    const client = bearer((await test.world.aUser(own.tenant, { role: 'client_admin' })).token());
    await test.request().get(path).set(client).expect(404);
  });

  it('names the wrong place of a destination', async () => {
    const wrong = { ...desk(), phone_number: '0255501234', extension: '12' };
    const refused = await save(routing({ customer_destinations: [night, wrong] }), 0);
    expect([refused.status, fieldsOf(refused)]).toEqual([
      422,
      expect.arrayContaining([
        ['configuration.customer_destinations.1.phone_number', 'malformed'],
        ['configuration.customer_destinations.1.extension', 'extra_forbidden'],
      ]),
    ]);
  });

  // workspace 1.6
  it('is saved with what breaks a rule, and blocked', async () => {
    const saved = await save(routing({ default_destination_id: 'nobody' }), 0);
    expect(saved.status).toBe(200);
    expect(sectionOf(saved).validation).toMatchObject({
      status: 'blocked',
      findings: [{ severity: 'error', code: 'destination_unknown', path: 'default_destination_id' }],
    });
    expect(sectionOf(await validate(test, own, ROUTING).expect(200)).validation).toEqual(
      sectionOf(saved).validation,
    );
  });

  describe('can be tested', () => {
    const tried = (body: object) =>
      test.request().post(pathOf(own, 'transfer-routing/test')).set(own.admin).send(body);

    beforeEach(() =>
      save(
        routing({
          customer_destinations: [desk({ overflow_destination_id: 'night' }), night],
          triggers: {
            caller_requests_human: true,
            failed_turns: 0,
            intents: [{ intent_id: 'billing', keywords: ['invoice'], destination_id: 'desk' }],
          },
        }),
        0,
      ),
    );

    it('at an instant, by the clock of the project', async () => {
      const open = await tried({ destination_id: 'desk', at_utc: '2026-03-01T22:00:00Z' }).expect(200);
      expect(open.body).toEqual({
        project_id: own.projectId,
        source: 'draft',
        evaluated_at_utc: '2026-03-01T22:00:00.000Z',
        local_time: '2026-03-02T09:00:00+11:00',
        timezone: 'Australia/Sydney',
        outcome: 'transfer',
        reason: 'destination_open',
        destination_id: 'desk',
        steps: [
          {
            destination_id: 'desk',
            label: 'Front desk',
            state: 'open',
            because: 'requested',
            next_opens_at_utc: null,
          },
        ],
        trigger: null,
      });
    });

    // workspace 2.3
    it('with what the caller says, while the destination is closed', async () => {
      const closed = await tried({
        destination_id: 'desk',
        at_utc: '2026-03-02T17:00:00+11:00',
        caller_intent: 'Where is my invoice?',
      }).expect(200);
      expect(closed.body).toMatchObject({
        outcome: 'transfer',
        destination_id: 'night',
        steps: [
          { destination_id: 'desk', state: 'closed', next_opens_at_utc: '2026-03-08T22:00:00.000Z' },
          { destination_id: 'night', state: 'open', because: 'overflow', next_opens_at_utc: null },
        ],
        trigger: { kind: 'intent', intent_id: 'billing', destination_id: 'desk' },
      });
    });

    it('at this moment when none is named', async () => {
      const now = await tried({ destination_id: 'night', at_utc: null, caller_intent: null }).expect(200);
      expect(now.body).toMatchObject({
        evaluated_at_utc: clock.now().toISOString(),
        outcome: 'transfer',
        trigger: null,
      });
    });

    // workspace 2.3
    it('without a trace: no edit, no audit row, no job', async () => {
      const traces = () =>
        test.world.sql(
          `SELECT (SELECT count(*)::int FROM project_section_edits) AS edits,
                  (SELECT count(*)::int FROM audit_events) AS audits,
                  (SELECT count(*)::int FROM project_test_calls) AS calls`,
        );
      const before = await traces();
      const { etag } = sectionOf(await read(test, own, ROUTING));
      await tried({ destination_id: 'desk' }).expect(200);
      expect(await traces()).toEqual(before);
      expect(sectionOf(await read(test, own, ROUTING)).etag).toBe(etag);
    });

    // workspace 2.3
    it('without showing a number', async () => {
      const { text } = await tried({ destination_id: 'desk' }).expect(200);
      expect(withoutIds(text)).not.toMatch(/5550|sip:/);
    });

    it.each<[object, [string, string][]]>([
      [{ destination_id: 'nobody' }, [['destination_id', 'destination_unknown']]],
      [{ destination_id: 'constructor' }, [['destination_id', 'destination_unknown']]],
      [{ destination_id: 'desk', at_utc: 'soon' }, [['at_utc', 'datetime_format']]],
      [{ destination_id: 'desk', at_utc: '2026-03-02T09:00:00' }, [['at_utc', 'datetime_format']]],
      [{ destination_id: 'desk', phone_number: '+61255501235' }, [['phone_number', 'extra_forbidden']]],
    ])('but not with %j', async (body, fields) => {
      const refused = await tried(body).expect(422);
      expect(fieldsOf(refused)).toEqual(fields);
    });

    // workspace 2.3
    it('by a partner_admin alone', async () => {
      const user = await test.world.aUser(own.tenant, { role: 'partner_user' });
      await test.world.assignProject(user, own.tenant, own.projectId);
      const denied = await tried({ destination_id: 'desk' }).set(bearer(user.token())).expect(404);
      expect(codeOf(denied)).toBe('not_found');
    });
  });
});
