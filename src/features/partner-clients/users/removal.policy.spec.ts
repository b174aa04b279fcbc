import { describe, expect, it } from 'vitest';
import { refusalToRemove, type AssignedUser } from './removal.policy.js';

const admin = (user_id: string): AssignedUser => ({ user_id, role: 'partner_admin' });
const user = (user_id: string): AssignedUser => ({ user_id, role: 'partner_user' });

// partner-clients 6.5
describe('removing an assigned person', () => {
  it.each<[string, AssignedUser[], string, ReturnType<typeof refusalToRemove>]>([
    ['nobody is assigned', [], 'zoe', 'absent'],
    ['another person is', [user('mei')], 'zoe', 'absent'],
    ['the person is alone', [user('zoe')], 'zoe', 'last'],
    ['the administrator is alone', [admin('zoe')], 'zoe', 'last'],
    ['another user is left', [user('zoe'), user('mei')], 'zoe', null],
    ['an administrator alone is left', [user('zoe'), admin('mei')], 'zoe', 'last'],
    ['a user is left for an administrator', [admin('zoe'), user('mei')], 'zoe', null],
    ['an administrator is left for another', [admin('zoe'), admin('mei')], 'zoe', null],
  ])('when %s', (_, assigned, userId, expected) => {
    expect(refusalToRemove(assigned, userId)).toBe(expected);
  });
});
