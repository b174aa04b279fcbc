import { Body, Controller, Post } from '@nestjs/common';
import { ApiCreatedResponse } from '@nestjs/swagger';
import { beforeAll, describe, expect, it } from 'vitest';
import { Access, Auth } from '../../../src/core/auth/access.decorator.js';
import type { AuthContext } from '../../../src/core/shared/auth-context.js';
import { ClientChoice } from '../../../src/core/http/fields/client-choice.request.js';
import { useTestApp } from '../../support/app.js';
import { bearer } from './callers.js';

const MALFORMED = '{"calls": [';

class ChoiceInBody extends ClientChoice {}

/** A route whose body contains client_id, like the billing routes of the contract. */
@Controller('v1/test/choice')
class ChoiceController {
  @Post()
  @Access({
    scopes: ['client_admin', 'service_admin'],
    client: 'body',
    surface: 'partner',
    keyless: 'It changes nothing.',
  })
  @ApiCreatedResponse({ schema: { type: 'object', properties: { client_id: { type: 'string' } } } })
  choose(@Auth() auth: AuthContext, @Body() _body: ChoiceInBody): { client_id: string } {
    return { client_id: auth.clientId };
  }
}

// access 7.1
describe('where several things are wrong', () => {
  const test = useTestApp({ controllers: [ChoiceController] });
  let writer: string;
  let reader: string;

  beforeAll(async () => {
    const tenant = await test.world.aTenant();
    writer = await test.world.aKey(tenant, 'runtime-ingest');
    reader = await test.world.aKey(tenant, 'read-only');
  });

  const write = (headers: Record<string, string>, body: string, type = 'application/json') =>
    test.request().post('/internal/v1/calls').set(headers).set('Content-Type', type).send(body);

  // Fails if a global body parser runs before the guards. access 7.2
  it('missing credentials come before a body that cannot be read', async () => {
    await write({}, MALFORMED).expect(401);
    await write(bearer('a.b.c'), MALFORMED).expect(401);
    await write({ 'X-API-Key': 'wrong' }, MALFORMED).expect(401);
  });

  it('missing credentials come before a body that is too large or of a wrong type', async () => {
    await write({}, `"${'x'.repeat(11 * 1024 * 1024)}"`).expect(401);
    await write({}, '<calls/>', 'application/xml').expect(401);
  });

  // requests 3.2
  it('a body over 1 MiB is 413 where the route says nothing else', async () => {
    const admin = await test.world.aKey(await test.world.aTenant(), 'partner_admin');
    const create = (bytes: number) =>
      test
        .request()
        .post('/v1/projects')
        .set({ 'X-API-Key': admin, 'Idempotency-Key': `size-${bytes}` })
        .send({ display_name: 'x'.repeat(bytes) });
    expect((await create(1024 * 1024)).status).toBe(413);
    expect((await create(1000 * 1024)).status).toBe(422);
  });

  it('a role that may not comes before a body that cannot be read', async () => {
    await write({ 'X-API-Key': reader }, MALFORMED).expect(404);
    await write({ 'X-API-Key': reader }, '<calls/>', 'application/xml').expect(404);
  });

  // errors 2.7, 2.8; requests 3.1
  it('for those who may, the body is then named', async () => {
    await write({ 'X-API-Key': writer }, MALFORMED).expect(400);
    await write({ 'X-API-Key': writer }, '<calls/>', 'application/xml').expect(415);
    await write({ 'X-API-Key': writer }, `"${'x'.repeat(11 * 1024 * 1024)}"`).expect(413);
  });

  it('a role or a project that is not theirs comes before a wrong parameter', async () => {
    const wrong = { start_date: 'yesterday', nonsense: '1' };
    const get = (key: string, query: object) =>
      test.request().get('/v1/calls/summary').set('X-API-Key', key).query(query);
    await get('wrong', wrong).expect(401);
    await get(writer, wrong).expect(404);
    await get(reader, { ...wrong, project_id: 'project-nowhere' }).expect(404);
    await get(reader, { ...wrong, client_id: 'client-nowhere' }).expect(404);
    await get(reader, wrong).expect(422);
  });

  // access 6.4
  it('a project id that no project can have is 404 like any other, never a fault', async () => {
    for (const projectId of [
      '\0',
      'a\0b',
      'x'.repeat(5000),
      "'; DROP TABLE projects; --",
      '\u{1F600}',
      '../..',
    ]) {
      const response = await test
        .request()
        .get('/v1/calls/summary')
        .set('X-API-Key', reader)
        .query({ project_id: projectId });
      expect(response.status).toBe(404);
    }
  });

  // access 6.3
  it('HEAD is guarded like GET, and other methods lead nowhere', async () => {
    await test.request().head('/v1/calls/summary').expect(401);
    await test.request().head('/v1/calls/summary').set('X-API-Key', writer).expect(404);
    await test.request().head('/v1/calls/summary').set('X-API-Key', reader).expect(200);
    for (const method of ['options', 'put', 'delete', 'post'] as const) {
      await test.request()[method]('/v1/calls/summary').set('X-API-Key', reader).expect(404);
    }
  });

  // access 7.3
  it('a path that leads nowhere is 404 for everyone, with or without credentials', async () => {
    for (const headers of [{}, { 'X-API-Key': reader }, { 'X-API-Key': 'wrong' }]) {
      const response = await test.request().get('/v1/nowhere').set(headers);
      expect([response.status, response.body]).toEqual([404, { error: 'Not found.', status_code: 404 }]);
    }
  });

  describe('and the client is chosen in the body', () => {
    const choose = (headers: Record<string, string>, body: string) =>
      test.request().post('/v1/test/choice').set(headers).set('Content-Type', 'application/json').send(body);

    // access 4.4
    it('the body chooses among the assignments', async () => {
      const [first, second] = [await test.world.aTenant(), await test.world.aTenant()];
      const user = await test.world.aUser(first, { role: 'client_admin', isDefault: true });
      await test.world.assign(user, second, { role: 'service_admin' });
      const session = bearer(user.token());
      const to = (clientId: string) => choose(session, JSON.stringify({ client_id: clientId }));
      expect((await choose(session, '{}')).body).toEqual({ client_id: first.clientId });
      expect((await to(second.clientId)).body).toEqual({ client_id: second.clientId });
      await to('client-nowhere').expect(404);
    });

    // access 7.2
    it('a body that cannot be read chooses nothing, and is 400 only for those who may', async () => {
      const user = await test.world.aUser(await test.world.aTenant(), { role: 'client_admin' });
      await choose({}, MALFORMED).expect(401);
      await choose({ 'X-API-Key': reader }, MALFORMED).expect(404);
      await choose(bearer(user.token()), MALFORMED).expect(400);
      await choose(bearer(user.token()), '{"client_id": 7}').expect(422);
    });
  });
});
