import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../support/app.js';
import { aCall } from '../../support/builders.js';
import { bearer } from '../access/callers.js';
import { CANARIES, tracesIn } from '../privacy/canaries.js';

const BODY = { access_type: 'view_transcript', accessed_by: 'user-4711' };

describe('the body of POST /v1/calls/{call_id}/audit-pii-access', () => {
  const callId = 'call-of-the-bodies';
  const test = useTestApp();
  let token: Record<string, string>;

  const post = (id: string, headers: Readonly<Record<string, string>>, body: object | string) =>
    test
      .request()
      .post(`/v1/calls/${id}/audit-pii-access`)
      .set(headers)
      .set('Content-Type', 'application/json')
      .send(body);

  const rows = async (): Promise<number> => (await test.world.sql('SELECT 1 FROM audit_events')).length;

  beforeAll(async () => {
    const tenant = await test.world.aTenant();
    const call = aCall(await test.world.aProject(tenant), { call_id: callId });
    const writer = await test.world.aKey(tenant, 'runtime-ingest');
    await test.request().post('/internal/v1/calls').set('X-API-Key', writer).send([call]).expect(200);
    token = bearer((await test.world.aUser(tenant, { role: 'client_admin' })).token());
  });

  // privacy 7.3
  it.each<[string, object | string, string]>([
    ['nothing', {}, 'access_type'],
    ['no type', { accessed_by: 'u' }, 'access_type'],
    ['an empty type', { ...BODY, access_type: '' }, 'access_type'],
    ['a type in capitals', { ...BODY, access_type: 'View' }, 'access_type'],
    ['a type that begins with a digit', { ...BODY, access_type: '1st' }, 'access_type'],
    ['a type with a blank', { ...BODY, access_type: 'view it' }, 'access_type'],
    ['a type of 65 characters', { ...BODY, access_type: 'a'.repeat(65) }, 'access_type'],
    ['a type with a line after it', { ...BODY, access_type: 'view\n' }, 'access_type'],
    ['a number as a type', { ...BODY, access_type: `a${CANARIES.phone.slice(1)}` }, 'access_type'],
    ['a number in pieces as a type', { ...BODY, access_type: 'a0491_570_156' }, 'access_type'],
    ['a type that is none', { ...BODY, access_type: 7 }, 'access_type'],
    ['types', { ...BODY, access_type: ['view_phone'] }, 'access_type'],
    ['null for a type', { ...BODY, access_type: null }, 'access_type'],
    ['no user', { access_type: 'view_phone' }, 'accessed_by'],
    ['an empty user', { ...BODY, accessed_by: '' }, 'accessed_by'],
    ['a blank user', { ...BODY, accessed_by: '  ' }, 'accessed_by'],
    ['a user of 129 characters', { ...BODY, accessed_by: 'u'.repeat(129) }, 'accessed_by'],
    ['a user with a NUL', { ...BODY, accessed_by: 'u\0' }, 'accessed_by'],
    ['a user that is none', { ...BODY, accessed_by: { id: 'u' } }, 'accessed_by'],
    ['null for a user', { ...BODY, accessed_by: null }, 'accessed_by'],
    ['an empty context', { ...BODY, access_context: '' }, 'access_context'],
    ['a context with capitals', { ...BODY, access_context: 'Portal' }, 'access_context'],
    ['a number as a context', { ...BODY, access_context: 'c0491570156' }, 'access_context'],
    ['null for a context', { ...BODY, access_context: null }, 'access_context'],
    ['a field that everything has', '{"access_type":"a","accessed_by":"u","__proto__":{}}', '__proto__'],
  ])('refuses %s with 422, naming the field and recording nothing', async (_, body, field) => {
    for (const id of [callId, 'call-nowhere']) {
      const response = await post(id, token, body);
      expect(response.status).toBe(422);
      const { details } = response.body as { details: { loc: string[] }[] };
      expect(details.map(({ loc }) => loc)).toContainEqual(['body', field]);
      expect(tracesIn(response.text)).toEqual([]);
    }
    expect(await rows()).toBe(0);
  });

  it.each([
    ['text', '"view_transcript"', 422],
    ['a list', '[]', 422],
    ['half of it', '{"access_type":', 400],
    ['no body', '', 422],
  ])('refuses %s', async (_, body, status) => {
    expect((await post(callId, token, body)).status).toBe(status);
    expect(await rows()).toBe(0);
  });

  // privacy 7.1, 7.3
  it('takes what is just within the limits', async () => {
    const body = { access_type: 'a'.repeat(64), accessed_by: 'u'.repeat(128), access_context: 'v_123456' };
    await post(callId, token, { ...body, access_context: 'v_1234567' }).expect(422);
    await post(callId, token, body).expect(200);
    expect(await rows()).toBe(1);
  });
});
