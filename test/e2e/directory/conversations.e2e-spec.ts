import { beforeEach, describe, expect, it } from 'vitest';
import { useSharedApp } from '../../support/shared-app.js';
import { DirectoryFixture, read, type ScimList } from './directory-fixture.js';

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
const PATCH_OP = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

/** The ids that the service assigned to the resources of one directory. */
interface Ids {
  user: string;
  group: string;
}

/** One request as a directory sends it, built from the known ids. */
type Step = (ids: Ids) => readonly [method: 'post' | 'put' | 'patch' | 'delete', path: string, body?: object];

const patch = (...operations: readonly object[]): object => ({ schemas: [PATCH_OP], Operations: operations });

/** A directory's requests, by their purpose. */
interface Conversation {
  readonly createUser: Step;
  readonly createGroup: Step;
  /** Changes that lead to the same state in any order. */
  readonly changes: readonly Step[];
  readonly disable: Step;
  readonly enable: Step;
  readonly leaveGroup: Step;
  readonly deleteUser: Step;
}

const ENTRA: Conversation = {
  createUser: () => [
    'post',
    '/Users',
    {
      schemas: [USER, ENTERPRISE],
      externalId: 'mei.tanaka',
      userName: 'mei@acme.example',
      active: true,
      displayName: 'Mei Tanaka',
      emails: [{ primary: true, type: 'work', value: 'mei@acme.example' }],
      meta: { resourceType: 'User' },
      name: { formatted: 'Mei Tanaka', familyName: 'Tanaka', givenName: 'Mei' },
      roles: [],
      [ENTERPRISE]: { department: 'Front desk' },
    },
  ],
  createGroup: () => [
    'post',
    '/Groups',
    {
      schemas: [GROUP, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
      externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
      displayName: 'Telephony',
      meta: { resourceType: 'Group' },
    },
  ],
  changes: [
    ({ user }) => [
      'patch',
      `/Users/${user}`,
      patch(
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'mei.sato@acme.example' },
        { op: 'Replace', path: 'name.familyName', value: 'Sato' },
      ),
    ],
    ({ user }) => [
      'patch',
      `/Users/${user}`,
      patch({ op: 'Add', value: { displayName: 'Mei Sato', [`${ENTERPRISE}:department`]: 'Sales' } }),
    ],
    ({ user, group }) => [
      'patch',
      `/Groups/${group}`,
      patch({ op: 'Add', path: 'members', value: [{ $ref: null, value: user }] }),
    ],
  ],
  disable: ({ user }) => [
    'patch',
    `/Users/${user}`,
    patch({ op: 'Replace', path: 'active', value: 'False' }),
  ],
  enable: ({ user }) => ['patch', `/Users/${user}`, patch({ op: 'Replace', path: 'active', value: 'True' })],
  leaveGroup: ({ user, group }) => [
    'patch',
    `/Groups/${group}`,
    patch({ op: 'Remove', path: 'members', value: [{ $ref: null, value: user }] }),
  ],
  deleteUser: ({ user }) => ['delete', `/Users/${user}`],
};

const OKTA: Conversation = {
  createUser: () => [
    'post',
    '/Users',
    {
      schemas: [USER],
      userName: 'mei@acme.example',
      name: { givenName: 'Mei', familyName: 'Tanaka' },
      emails: [{ primary: true, value: 'mei@acme.example', type: 'work' }],
      displayName: 'Mei Tanaka',
      locale: 'en-US',
      externalId: '00ujl29u0le5T6Aj10h7',
      groups: [],
      password: '1mz050nq',
      active: true,
    },
  ],
  createGroup: () => ['post', '/Groups', { schemas: [GROUP], displayName: 'Telephony', members: [] }],
  changes: [
    ({ user }) => [
      'put',
      `/Users/${user}`,
      {
        schemas: [USER],
        id: user,
        userName: 'mei@acme.example',
        name: { givenName: 'Mei', middleName: '', familyName: 'Sato' },
        emails: [{ primary: true, value: 'mei.sato@acme.example', type: 'work', display: 'mei' }],
        displayName: 'Mei Sato',
        active: true,
        groups: [],
        meta: { resourceType: 'User' },
      },
    ],
    ({ group }) => [
      'patch',
      `/Groups/${group}`,
      patch({ op: 'replace', value: { id: group, displayName: 'Telephony' } }),
    ],
    ({ user, group }) => [
      'patch',
      `/Groups/${group}`,
      patch({ op: 'add', path: 'members', value: [{ value: user, display: 'mei@acme.example' }] }),
    ],
  ],
  disable: ({ user }) => ['patch', `/Users/${user}`, patch({ op: 'replace', value: { active: false } })],
  enable: ({ user }) => ['patch', `/Users/${user}`, patch({ op: 'replace', value: { active: true } })],
  leaveGroup: ({ user, group }) => [
    'patch',
    `/Groups/${group}`,
    patch({ op: 'remove', path: `members[value eq "${user}"]` }),
  ],
  deleteUser: ({ user }) => ['delete', `/Users/${user}`],
};

/** How the requests arrive. */
interface Delivery {
  readonly times: 1 | 2;
  readonly isReversed: boolean;
}

const ONCE: Delivery = { times: 1, isReversed: false };

// directory 4.5, 5.1
describe.each([
  ['Entra', ENTRA],
  ['Okta', OKTA],
])('a conversation as %s has it', (_, conversation) => {
  const test = useSharedApp();
  let directory: DirectoryFixture;
  let ids: Ids;

  beforeEach(async () => {
    await test.world.sql('DELETE FROM throttle_hits');
    directory = await DirectoryFixture.make(test, [{ group: 'telephony', role: 'client_manager' }]);
    ids = { user: '', group: '' };
  });

  /** Sends a request; a directory expects 404 and 409 for an event that arrives twice. */
  async function play(step: Step, times: number): Promise<void> {
    for (let nth = 0; nth < times; nth += 1) {
      const [method, path, body] = step(ids);
      const { status } = await directory.send(method, path, body);
      expect(nth === 0 ? [200, 201, 204] : [200, 201, 204, 404, 409]).toContain(status);
    }
  }

  const found = async (path: string, name: string, value: string): Promise<string> => {
    const filter = encodeURIComponent(`${name} eq "${value}"`);
    const list = read<ScimList>(
      await directory.send('get', `${path}?filter=${filter}&startIndex=1&count=100`),
    );
    return list.Resources[0]?.id ?? '';
  };

  /** Everything that the conversation determines, without ids and times. */
  async function state(): Promise<object> {
    const user = await directory.send('get', `/Users/${ids.user}`);
    const group = read<{ members: { value: string }[] }>(await directory.send('get', `/Groups/${ids.group}`));
    const { id: __, meta: ___, ...attributes } = read<Record<string, unknown>>(user);
    const [account] = await test.world.sql<{ display_name: string }>(
      'SELECT display_name FROM portal_users WHERE user_id = $1',
      [ids.user],
    );
    return {
      attributes: user.status === 200 ? attributes : null,
      name: account?.display_name,
      role: await directory.roleOf(ids.user),
      isMember: group.members.some(({ value }) => value === ids.user),
    };
  }

  /** Runs the conversation up to a state, and returns all states on the way. */
  async function states({ times, isReversed }: Delivery): Promise<object[]> {
    await play(conversation.createUser, times);
    ids.user = await found('/Users', 'userName', 'mei@acme.example');
    await play(conversation.createGroup, times);
    ids.group = await found('/Groups', 'displayName', 'Telephony');
    const changes = isReversed ? conversation.changes.toReversed() : conversation.changes;
    for (const step of changes) await play(step, times);
    const seen = [await state()];
    for (const step of [
      conversation.disable,
      conversation.enable,
      conversation.leaveGroup,
      conversation.deleteUser,
    ]) {
      await play(step, times);
      seen.push(await state());
    }
    return seen;
  }

  it('gives and ends the role of the group', async () => {
    const [changed, disabled, enabled, alone, deleted] = await states(ONCE);
    const attributes = {
      userName: 'mei@acme.example',
      displayName: 'Mei Sato',
      active: true,
      emails: [{ value: 'mei.sato@acme.example', type: 'work', primary: true }],
    };
    expect(changed).toMatchObject({ attributes, name: 'Mei Sato', role: 'client_manager', isMember: true });
    expect(disabled).toMatchObject({ attributes: { active: false }, role: null, isMember: true });
    expect(enabled).toEqual(changed);
    expect(alone).toMatchObject({ attributes, role: null, isMember: false });
    expect(deleted).toMatchObject({ attributes: null, role: null, isMember: false });
  });

  it.each<[string, Delivery, number]>([
    ['with every request twice', { times: 2, isReversed: false }, 1],
    ['with changes that arrive in another order', { times: 1, isReversed: true }, 1],
    ['as a whole again', ONCE, 2],
  ])('ends in the same states %s', async (__, delivery, rounds) => {
    const expected = await states(ONCE);
    const first = ids.user;
    await directory.send('delete', `/Groups/${ids.group}`).expect(204);
    await test.world.sql('DELETE FROM throttle_hits');
    if (rounds === 1)
      directory = await DirectoryFixture.make(test, [{ group: 'telephony', role: 'client_manager' }]);
    expect(await states(delivery)).toEqual(expected);
    expect(ids.user === first).toBe(rounds === 2);
  });

  it('keeps a person out who was disabled before the group arrived', async () => {
    await play(conversation.createUser, 1);
    ids.user = await found('/Users', 'userName', 'mei@acme.example');
    await play(conversation.disable, 1);
    await play(conversation.createGroup, 1);
    ids.group = await found('/Groups', 'displayName', 'Telephony');
    await play(conversation.changes.at(-1)!, 1);
    expect(await state()).toMatchObject({ role: null, isMember: true });
    await play(conversation.enable, 1);
    expect(await state()).toMatchObject({ role: 'client_manager' });
  });
});
