import { describe, expect, it } from 'vitest';
import { PlatformError } from '../../../core/shared/platform-error.js';
import { attributesOf } from './attributes.policy.js';
import { readFilter, readListQuery } from './filter.policy.js';
import { permits } from './resources.policy.js';
import { roleOfGroups } from './role-of-groups.policy.js';
import { readUser, shownName, type UserAttributes } from './user-attributes.policy.js';
import { patchedUser } from './user-patch.policy.js';

const USER: UserAttributes = {
  userName: 'mei@acme.example',
  externalId: 'x-1',
  displayName: 'Mei Tanaka',
  formatted: null,
  givenName: 'Mei',
  familyName: 'Tanaka',
  emails: [
    { value: 'mei@acme.example', type: 'work', primary: true },
    { value: 'mei@home.example', type: 'home', primary: false },
  ],
  active: true,
};

const patched = (...operations: readonly unknown[]): UserAttributes =>
  patchedUser(USER, attributesOf({ Operations: operations }));

const codeOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof PlatformError) return error.entry.code;
    throw error;
  }
  return 'none';
};

// directory 3.6
describe('the operations on a person', () => {
  it.each<[string, object, Partial<UserAttributes>]>([
    ['a boolean', { op: 'replace', path: 'active', value: false }, { active: false }],
    ['a boolean as text', { op: 'Replace', path: 'ACTIVE', value: 'False' }, { active: false }],
    [
      'no path',
      { op: 'REPLACE', value: { active: 'false', displayName: 'M' } },
      { active: false, displayName: 'M' },
    ],
    ['a path as a name', { op: 'add', value: { 'name.familyName': 'Sato' } }, { familyName: 'Sato' }],
    ['an object with a path', { op: 'replace', path: 'name', value: { givenName: 'M' } }, { givenName: 'M' }],
    [
      'the schema in the path',
      { op: 'replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:userName', value: 'm' },
      { userName: 'm' },
    ],
    ['an attribute to remove', { op: 'remove', path: 'externalId' }, { externalId: null }],
    [
      'a name to remove',
      { op: 'Remove', path: 'name' },
      { givenName: null, familyName: null, formatted: null },
    ],
    [
      'a filter',
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'm@acme.example' },
      { emails: [{ ...USER.emails[0]!, value: 'm@acme.example' }, USER.emails[1]!] },
    ],
    [
      'a filter that selects no address yet',
      { op: 'add', path: 'emails[type eq "other"].value', value: 'm@other.example' },
      { emails: [{ value: 'm@other.example', type: 'other', primary: false }, ...USER.emails] },
    ],
    ['a filter to remove', { op: 'remove', path: 'emails[primary eq true]' }, { emails: [USER.emails[1]!] }],
    [
      'more addresses',
      { op: 'add', path: 'emails', value: [{ value: 'MEI@acme.example', type: 'work' }] },
      { emails: [{ value: 'MEI@acme.example', type: 'work', primary: false }, USER.emails[1]!] },
    ],
    ['other addresses', { op: 'replace', path: 'emails', value: [] }, { emails: [] }],
    ['an unknown attribute', { op: 'replace', path: 'nickName', value: 'M' }, {}],
    [
      'another schema',
      {
        op: 'add',
        path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
        value: 'x',
      },
      {},
    ],
    ['a name that every object has', { op: 'add', path: 'constructor', value: 'x' }, {}],
  ])('take %s', (_, operation, changed) => {
    expect(patched(operation)).toEqual({ ...USER, ...changed });
  });

  it.each([
    ['another op', { op: 'move', path: 'active' }, 'directory_invalid_syntax'],
    ['no value', { op: 'add', path: 'displayName' }, 'directory_invalid_syntax'],
    ['a removal without a path', { op: 'remove' }, 'directory_invalid_syntax'],
    ['a value that is not an object', { op: 'replace', value: 'x' }, 'directory_invalid_syntax'],
    [
      'a path with two filters',
      { op: 'remove', path: 'emails[type eq "a" or type eq "b"]' },
      'directory_invalid_path',
    ],
    ['a prototype', { op: 'add', path: '__proto__.polluted', value: 'x' }, 'directory_invalid_path'],
    ['an open bracket', { op: 'remove', path: `${'emails['.repeat(9_999)}` }, 'directory_invalid_path'],
    ['a userName to remove', { op: 'remove', path: 'userName' }, 'directory_invalid_value'],
    ['a number as a name', { op: 'replace', path: 'displayName', value: 1 }, 'directory_invalid_value'],
    ['another active', { op: 'replace', path: 'active', value: 'yes' }, 'directory_invalid_value'],
  ])('refuse %s', (_, operation, code) => {
    expect(codeOf(() => patched(operation))).toBe(code);
  });

  it('are a list of one to a thousand', () => {
    const one = { op: 'add', path: 'displayName', value: 'M' };
    expect(codeOf(() => patched(...Array<object>(1_000).fill(one)))).toBe('none');
    expect(codeOf(() => patched(...Array<object>(1_001).fill(one)))).toBe('directory_invalid_syntax');
    expect(codeOf(() => patched())).toBe('directory_invalid_syntax');
  });
});

// directory 3.3, 3.4
describe('a person as it is sent', () => {
  it('has names in any letter case, one primary address, and each address once', () => {
    const emails = [
      { VALUE: 'a@x.example', Primary: 'true' },
      { value: 'A@X.example' },
      { value: 'b@x.example', primary: true },
    ];
    expect(readUser(attributesOf({ USERNAME: ' a ', Emails: emails }))).toMatchObject({
      userName: 'a',
      active: true,
      emails: [
        { value: 'a@x.example', type: null, primary: true },
        { value: 'b@x.example', type: null, primary: false },
      ],
    });
    expect(codeOf(() => readUser(attributesOf({ userName: 'a'.repeat(257) })))).toBe(
      'directory_invalid_value',
    );
  });

  it.each<[Partial<UserAttributes>, string]>([
    [{}, 'Mei Tanaka'],
    [{ displayName: null, formatted: 'Dr. Tanaka' }, 'Dr. Tanaka'],
    [{ displayName: null, familyName: null }, 'Mei'],
    [{ displayName: null, givenName: null, familyName: null }, 'mei@acme.example'],
    [{ displayName: '𝕄'.repeat(81) }, '𝕄'.repeat(80)],
  ])('is shown by its name: %j', (own, name) => {
    expect(shownName({ ...USER, ...own })).toBe(name);
  });
});

// directory 3.5
describe('the query of a list', () => {
  it.each([
    ['userName eq "a b"', 'userName', 'a b'],
    [' EXTERNALID  EQ  "\\u0041" ', 'externalId', 'A'],
    ['urn:ietf:params:scim:schemas:core:2.0:Group:displayName eq "x"', 'displayName', 'x'],
    ['id eq "x"', 'id', 'x'],
  ])('filters by %s', (text, attribute, value) => {
    expect(readFilter(text)).toEqual({ attribute, value });
  });

  it.each([
    '',
    'userName',
    'userName sw "a"',
    'active eq true',
    'userName eq a',
    'userName eq "a" and id eq "b"',
    `${'('.repeat(50_000)}userName eq "a"`,
    `userName eq "${'\\'.repeat(50_001)}"`,
  ])('refuses the filter %.40s', (text) => {
    expect(codeOf(() => readFilter(text))).toBe('directory_invalid_filter');
  });

  it.each([
    [{}, 1, 100],
    [{ startIndex: '0', count: '201' }, 1, 200],
    [{ STARTINDEX: '7', Count: '-1' }, 7, 0],
  ])('has a page: %j', (sent, startIndex, count) => {
    expect(readListQuery(sent)).toMatchObject({ startIndex, count });
  });
});

// directory 3.7
it.each([
  [undefined, true],
  ['*', true],
  ['W/"3"', true],
  ['"3"', true],
  ['W/"2", W/"3"', true],
  ['W/"2"', false],
  ['3', false],
])('a write with If-Match %s of revision 3', (header, isPermitted) => {
  expect(permits(header, 3)).toBe(isPermitted);
});

// directory 4.1, 4.2
it.each([
  [[], null],
  [['Other'], null],
  [[' staff '], 'client_staff'],
  [['STAFF', 'admins'], 'client_admin'],
] as const)('the role of %j', (groups, role) => {
  const roles = [
    { group: 'Staff', role: 'client_staff' },
    { group: 'Admins', role: 'client_admin' },
  ] as const;
  expect(roleOfGroups(groups, roles)).toBe(role);
});
