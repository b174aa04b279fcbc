import { beforeEach, describe, expect, it } from 'vitest';
import { useSharedApp } from '../../support/shared-app.js';
import { DirectoryFixture, read, SCIM } from './directory-fixture.js';
import { bearer } from '../access/callers.js';

const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

describe('the people of a directory', () => {
  const test = useSharedApp();
  let directory: DirectoryFixture;

  beforeEach(async () => {
    await test.world.sql('DELETE FROM throttle_hits');
    directory = await DirectoryFixture.make(test);
  });

  // directory 3.1, 3.3, 3.4
  it('are made once, found by their names, and kept as they were sent', async () => {
    const sent = {
      externalId: '7A9-x',
      displayName: 'Mei Tanaka',
      name: { givenName: 'Mei', familyName: 'Tanaka' },
      emails: [{ value: 'mei@acme.example', type: 'work', primary: true }],
      title: 'unknown attributes have no effect',
      'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Front desk' },
    };
    const made = await directory.create('Mei@acme.example', sent);
    const { title: _, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': __, ...kept } = sent;
    expect(made).toEqual({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      id: made.id,
      userName: 'Mei@acme.example',
      active: true,
      ...kept,
      meta: {
        resourceType: 'User',
        created: expect.any(String) as string,
        lastModified: expect.any(String) as string,
        location: `${SCIM}/Users/${made.id}`,
        version: 'W/"1"',
      },
    });
    for (const filter of [
      'userName eq "mei@ACME.example"',
      'externalId eq "7A9-x"',
      'displayName eq "mei tanaka"',
      `id eq "${made.id}"`,
      'urn:ietf:params:scim:schemas:core:2.0:User:userName Eq "mei@acme.example"',
    ]) {
      expect((await directory.list(`/Users?filter=${encodeURIComponent(filter)}`)).Resources).toEqual([made]);
    }
    for (const filter of ['externalId eq "7a9-x"', 'userName eq "nobody"', 'id eq "nobody"']) {
      expect(await directory.list(`/Users?filter=${encodeURIComponent(filter)}`)).toMatchObject({
        totalResults: 0,
      });
    }
    const again = await directory.send('post', '/Users', { userName: 'mei@acme.example' }).expect(409);
    expect(again.headers['content-type']).toMatch(/^application\/scim\+json/);
    expect(read(again)).toEqual({
      schemas: [ERROR],
      status: '409',
      scimType: 'uniqueness',
      detail:
        'Another person of the directory has this userName. Change that person, or send another userName.',
    });
    const [account] = await test.world.sql<{ display_name: string }>(
      'SELECT display_name FROM portal_users WHERE user_id = $1',
      [made.id],
    );
    expect(account).toEqual({ display_name: 'Mei Tanaka' });
    expect(await directory.roleOf(made.id)).toBeNull();
  });

  // directory 3.5
  it('are listed page by page, with numbers out of range as the nearest allowed ones', async () => {
    for (const name of ['a', 'b', 'c']) await directory.create(`${name}@acme.example`);
    const names = async (query: string): Promise<string[]> =>
      (await directory.list(`/Users?${query}`)).Resources.map(({ userName }) => userName[0]!);
    expect(await names('startIndex=2&count=1')).toEqual(['b']);
    expect(await names('startIndex=-5&count=2000')).toEqual(['a', 'b', 'c']);
    expect(await names('count=-1')).toEqual([]);
    expect(await names('startIndex=9')).toEqual([]);
    expect(await names('sortBy=userName&attributes=userName')).toEqual(['a', 'b', 'c']);
    expect(await directory.list('/Users?count=0')).toMatchObject({ totalResults: 3, Resources: [] });
    for (const query of ['startIndex=x', 'filter=userName co "a"', `filter=${'('.repeat(5_000)}`]) {
      const refused = await directory.send('get', `/Users?${query}`).expect(400);
      expect(read(refused)).toMatchObject({ schemas: [ERROR], status: '400' });
    }
  });

  // directory 3.7
  it('have a version, which a change may require', async () => {
    const made = await directory.create('a@acme.example');
    const renamed = { op: 'replace', path: 'displayName', value: 'Ann' };
    const changed = await directory
      .patch(`/Users/${made.id}`, renamed)
      .set('If-Match', made.meta.version)
      .expect(200);
    expect(changed.headers['etag']).toBe('W/"2"');
    expect((await directory.patch(`/Users/${made.id}`, renamed).expect(200)).headers['etag']).toBe('W/"2"');
    const stale = await directory
      .send('delete', `/Users/${made.id}`)
      .set('If-Match', made.meta.version)
      .expect(412);
    expect(read(stale)).toMatchObject({ status: '412' });
    await directory.send('put', `/Users/${made.id}`, { userName: 'b@acme.example' }).expect(200);
    expect(read(await directory.send('get', `/Users/${made.id}`).expect(200))).toMatchObject({
      userName: 'b@acme.example',
      meta: { version: 'W/"3"' },
    });
  });

  // directory 3.9
  it('return as the same person after they were deleted', async () => {
    const made = await directory.create('a@acme.example');
    await directory.send('delete', `/Users/${made.id}`).expect(204);
    await directory.send('delete', `/Users/${made.id}`).expect(404);
    await directory.send('get', `/Users/${made.id}`).expect(404);
    expect(await directory.list('/Users')).toMatchObject({ totalResults: 0 });
    expect((await directory.create('A@acme.example')).id).toBe(made.id);
  });

  // directory 2.5
  it('are 401 to everyone without a token of a directory that is on, and it is 401 elsewhere', async () => {
    const key = await test.world.aKey(directory.tenant, 'full-access');
    const path = `${SCIM}/Users`;
    for (const headers of [{}, { 'X-API-Key': key }, bearer(directory.admin.token()), bearer(key)]) {
      const refused = await test.request().get(path).set(headers).expect(401);
      expect(read(refused)).toMatchObject({ schemas: [ERROR], status: '401' });
    }
    await test.request().get('/v1/calls/list').set(bearer(directory.token)).expect(401);
    await test.request().get('/v1/calls/list').set({ 'X-API-Key': directory.token }).expect(401);
    await directory.send('get', '/Users').expect(200);
    await directory.save({ on: false, group_roles: [] });
    await expect.poll(async () => (await directory.send('get', '/Users')).status).toBe(401);
  });

  // directory 3.2
  it.each([
    ['no JSON', '{', 400, 'invalidSyntax'],
    ['a list', '[]', 400, 'invalidSyntax'],
    ['no userName', '{}', 400, 'invalidValue'],
    ['a userName that is a number', '{"userName":1}', 400, 'invalidValue'],
    ['another active', '{"userName":"a","active":"maybe"}', 400, 'invalidValue'],
    [
      'eleven addresses',
      JSON.stringify({ userName: 'a', emails: Array(11).fill({ value: 'a' }) }),
      400,
      'invalidValue',
    ],
    ['too many bytes', `{"userName":"${'a'.repeat(1024 * 1024)}"}`, 413, undefined],
  ])('are not made from %s', async (_, body, status, scimType) => {
    const refused = await test
      .request()
      .post(`${SCIM}/Users`)
      .set({ ...bearer(directory.token), 'Content-Type': 'application/scim+json' })
      .send(body)
      .expect(status);
    const answer = read<{ status: string; scimType?: string }>(refused);
    expect([answer.status, answer.scimType]).toEqual([String(status), scimType]);
  });
});
