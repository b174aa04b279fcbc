import { beforeEach, describe, expect, it } from 'vitest';
import { useSharedApp } from '../../support/shared-app.js';
import { DirectoryFixture, read } from './directory-fixture.js';

interface Group {
  readonly id: string;
  readonly displayName: string;
  readonly members?: readonly { readonly value: string }[];
}

const ROLES = [
  { group: 'Admins', role: 'client_admin' },
  { group: 'Managers', role: 'client_manager' },
  { group: 'Staff', role: 'client_staff' },
];

describe('the groups of a directory', () => {
  const test = useSharedApp();
  let directory: DirectoryFixture;
  let ids: string[];

  beforeEach(async () => {
    await test.world.sql('DELETE FROM throttle_hits');
    directory = await DirectoryFixture.make(test, ROLES);
    ids = [];
    for (const name of ['a', 'b', 'c']) ids.push((await directory.create(`${name}@acme.example`)).id);
  });

  const aGroup = async (displayName: string, ...members: readonly string[]): Promise<Group> => {
    const body = { displayName, members: members.map((value) => ({ value })) };
    return read<Group>(await directory.send('post', '/Groups', body).expect(201));
  };
  const membersOf = async ({ id }: Group): Promise<string[]> =>
    (read<Group>(await directory.send('get', `/Groups/${id}`).expect(200)).members ?? []).map(
      (it) => it.value,
    );
  const roles = (): Promise<(string | null)[]> => Promise.all(ids.map((id) => directory.roleOf(id)));

  // directory 3.6, 4.2
  it.each([
    ['a value with a path', { op: 'Add', path: 'members', value: [{ value: 'b' }] }, ['a', 'b']],
    ['no path', { op: 'ADD', value: { members: [{ value: 'b' }] } }, ['a', 'b']],
    ['a filter', { op: 'rEmOvE', path: 'members[value eq "a"]' }, []],
    ['a value to remove', { op: 'remove', path: 'members', value: [{ value: 'a' }] }, []],
    ['an empty value to remove', { op: 'remove', path: 'members', value: [] }, ['a']],
    ['no value to remove', { op: 'remove', path: 'members' }, []],
    [
      'a replacement',
      { op: 'replace', path: 'members', value: [{ value: 'b' }, { value: 'c' }] },
      ['b', 'c'],
    ],
    [
      'a replacement without a path, with a name',
      { op: 'Replace', value: { displayName: 'Staff', members: [{ value: 'c' }] } },
      ['c'],
    ],
  ])('change members by %s, also twice', async (_, operation, expected) => {
    const named = JSON.parse(
      JSON.stringify(operation).replaceAll(
        /"([abc])"|\\"([abc])\\"/g,
        (__, plain?: string, quoted?: string) => {
          const id = ids['abc'.indexOf(plain ?? quoted!)]!;
          return plain === undefined ? `\\"${id}\\"` : `"${id}"`;
        },
      ),
    ) as object;
    const group = await aGroup('staff', ids[0]!);
    for (let nth = 0; nth < 2; nth += 1) await directory.patch(`/Groups/${group.id}`, named).expect(200);
    const wanted = ids.filter((__, at) => (expected as string[]).includes('abc'[at]!));
    expect(await membersOf(group)).toEqual(wanted.toSorted());
    expect(await roles()).toEqual(ids.map((id) => (wanted.includes(id) ? 'client_staff' : null)));
  });

  // directory 4.2
  it('give the highest role of all groups, and another one as soon as the setup says so', async () => {
    const staff = await aGroup('STAFF', ...ids);
    const managers = await aGroup('managers', ids[1]!);
    await aGroup('Unknown', ids[0]!);
    expect(await roles()).toEqual(['client_staff', 'client_manager', 'client_staff']);
    await directory.send('delete', `/Groups/${managers.id}`).expect(204);
    expect(await roles()).toEqual(['client_staff', 'client_staff', 'client_staff']);
    await directory
      .patch(`/Groups/${staff.id}`, { op: 'replace', value: { displayName: 'Other' } })
      .expect(200);
    expect(await roles()).toEqual([null, null, null]);
    const saved = await directory.save({
      on: true,
      group_roles: [{ group: ' other ', role: 'client_manager' }],
    });
    expect(saved.groups).toEqual([
      { name: 'Other', members: 3, role: 'client_manager' },
      { name: 'Unknown', members: 1, role: null },
    ]);
    expect(await roles()).toEqual(['client_manager', 'client_manager', 'client_manager']);
  });

  // directory 3.4, 3.5
  it('are found by name and externalId, without members where they are excluded', async () => {
    const body = { displayName: 'Staff', externalId: 'G-1', members: [{ value: ids[0]! }] };
    const group = read<Group>(await directory.send('post', '/Groups', body).expect(201));
    expect(
      await directory.list('/Groups?filter=displayName eq "staff"&excludedAttributes=members'),
    ).toMatchObject({
      totalResults: 1,
      Resources: [{ id: group.id, externalId: 'G-1' }],
    });
    const [listed] = (await directory.list('/Groups?filter=externalId eq "G-1"'))
      .Resources as readonly unknown[];
    expect(listed).toEqual(group);
    expect((await directory.list('/Groups?attributes=displayName')).Resources[0]).not.toHaveProperty(
      'members',
    );
    expect(read(await directory.send('post', '/Groups', { displayName: 'STAFF' }).expect(409))).toMatchObject(
      {
        scimType: 'uniqueness',
      },
    );
    // A PUT without members keeps them; one with an empty list removes them.
    await directory.send('put', `/Groups/${group.id}`, { displayName: 'Staff' }).expect(200);
    expect(await membersOf(group)).toEqual([ids[0]]);
    await directory.send('put', `/Groups/${group.id}`, { displayName: 'Staff', members: [] }).expect(200);
    expect(await membersOf(group)).toEqual([]);
  });

  // directory 3.6
  it('ignore members whom the directory does not govern, ten thousand of them', async () => {
    const foreign = await DirectoryFixture.make(test);
    const other = await foreign.create('x@other.example');
    const strangers = Array.from(
      { length: 9_998 },
      (_, nth) => `01a1fc1b-628c-7fa9-95cc-${nth.toString(16).padStart(12, '0')}`,
    );
    const group = await aGroup('Staff', ids[0]!, other.id, ...strangers);
    expect(await membersOf(group)).toEqual([ids[0]]);
    expect(await foreign.roleOf(other.id)).toBeNull();
    await directory.send('get', `/Users/${other.id}`).expect(404);
    const tooMany = { displayName: 'More', members: [...strangers, ...ids].map((value) => ({ value })) };
    await directory.send('post', '/Groups', tooMany).expect(400);
  });

  // directory 4.5, 4.6
  it('cannot remove the last administrator, who loses the sessions and keeps the role', async () => {
    const admins = await aGroup('Admins', ids[0]!);
    const staff = await aGroup('Staff', ids[0]!);
    // The administrator outside the directory leaves.
    await test.world.sql('UPDATE portal_user_client_assignments SET active = false WHERE user_id = $1', [
      directory.admin.userId,
    ]);
    await test.world.sql(
      `INSERT INTO api_keys (client_id, data_env, scope, key_prefix, secret_hash, last_four, description, created_by)
       VALUES ($1, 'prod', 'read-only', $2, 'x', 'abcd', 'of the person', $3)`,
      [directory.tenant.clientId, ids[0]!.slice(0, 8), ids[0]],
    );
    for (const refused of [
      directory.send('delete', `/Groups/${admins.id}`),
      directory.patch(`/Groups/${admins.id}`, { op: 'remove', path: 'members' }),
      directory.patch(`/Users/${ids[0]}`, { op: 'replace', path: 'active', value: 'False' }),
      directory.send('delete', `/Users/${ids[0]}`),
    ]) {
      expect(read(await refused.expect(409))).toMatchObject({ status: '409' });
    }
    expect(await directory.roleOf(ids[0]!)).toBe('client_admin');
    expect(await membersOf(admins)).toEqual([ids[0]]);
    const [key] = await test.world.sql<{ revoked: boolean }>(
      'SELECT revoked_at IS NOT NULL AS revoked FROM api_keys WHERE created_by = $1',
      [ids[0]],
    );
    expect(key).toEqual({ revoked: true });
    // With another administrator, the event takes effect.
    await directory.patch(`/Groups/${admins.id}`, { op: 'add', path: 'members', value: { value: ids[1] } });
    await directory
      .patch(`/Groups/${admins.id}`, { op: 'remove', path: `members[value eq "${ids[0]}"]` })
      .expect(200);
    expect(await roles()).toEqual(['client_staff', 'client_admin', null]);
    expect(await membersOf(staff)).toEqual([ids[0]]);
  });
});
