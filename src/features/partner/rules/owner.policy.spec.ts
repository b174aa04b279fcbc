import { describe, expect, it } from 'vitest';
import { chooseOwner } from './owner.policy.js';

// operations 4.6
describe('the organisation of a key or a person', () => {
  it.each([
    [['harbour'], null, { organisationId: 'harbour' }],
    [['harbour'], 'harbour', { organisationId: 'harbour' }],
    [['harbour', 'southern'], 'southern', { organisationId: 'southern' }],
    [
      ['harbour', 'southern'],
      null,
      { problem: 'several organisations own the client: choose with --organisation: harbour, southern' },
    ],
    [
      ['harbour'],
      'southern',
      { problem: '--organisation must be one of harbour: active, and an owner of the client' },
    ],
    [
      [],
      null,
      { problem: 'no active organisation owns the client, and a partner scope works only through one' },
    ],
    [
      [],
      'harbour',
      { problem: 'no active organisation owns the client, and a partner scope works only through one' },
    ],
  ])('of %j, asked for %s', (owners, named, expected) => {
    expect(chooseOwner(owners, named)).toEqual(expected);
  });
});
