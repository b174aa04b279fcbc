import { describe, expect, it } from 'vitest';
import { obstaclesTo } from './person-roles.policy.js';
import type { PersonPresence } from './person-roles.policy.js';

const WANTED = { subject: 'sub-1', userName: 'Zoe', role: 'client_staff' };
const PERSON = { user_id: 'id-1', display_name: 'Zoë', active: true };
const NOTHING: PersonPresence = { person: null, membership: null, assignment: null };

// operations 4.11
describe('giving a person a role', () => {
  it.each<[string, PersonPresence]>([
    ['a new person', NOTHING],
    ['a person without a role', { ...NOTHING, person: PERSON, membership: true }],
    [
      'the same role',
      {
        ...NOTHING,
        person: PERSON,
        assignment: { role: 'client_staff', active: true, organisation_id: null },
      },
    ],
    [
      'a role that was ended',
      { ...NOTHING, person: PERSON, assignment: { role: 'x', active: false, organisation_id: null } },
    ],
  ])('meets no obstacle: %s', (_, present) => {
    expect(obstaclesTo(WANTED, 'harbour', present)).toEqual([]);
  });

  it.each<[Partial<PersonPresence>, string]>([
    [{ person: { ...PERSON, active: false } }, 'the person sub-1 is not active'],
    [{ membership: false }, 'sub-1 is no longer a member of harbour'],
    [
      { assignment: { role: 'client_admin', active: true, organisation_id: null } },
      'sub-1 is client_admin of the client, and a person has one role there; end-person ends it',
    ],
    [
      { assignment: { role: 'client_staff', active: true, organisation_id: 'lagoon' } },
      'sub-1 is client_staff of the client through lagoon; end-person ends that',
    ],
  ])('is stopped by %j', (change, obstacle) => {
    expect(obstaclesTo(WANTED, 'harbour', { ...NOTHING, person: PERSON, ...change })).toEqual([obstacle]);
  });
});
