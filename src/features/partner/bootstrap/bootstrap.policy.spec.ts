import { describe, expect, it } from 'vitest';
import { obstaclesTo, stepsOf } from './bootstrap.policy.js';
import type { BootstrapPresence, BootstrapRequest } from './bootstrap.policy.js';

const WANTED: BootstrapRequest = {
  organisationId: 'harbour',
  organisationName: 'Harbour Voice',
  subject: 'sub-1',
  userName: 'Zoe',
  businessName: 'Acme',
  timezone: 'Australia/Sydney',
  storeId: 'store-a',
};

const NOTHING: BootstrapPresence = {
  organisation: null,
  client: null,
  store_id: null,
  ownership: null,
  other_owner: null,
  person: null,
  membership: null,
  assignment: null,
};

const EVERYTHING: BootstrapPresence = {
  organisation: { name: 'Harbour', active: true },
  client: { business_name: 'Acme Pty', timezone: 'Australia/Perth', status: 'active' },
  store_id: 'store-a',
  ownership: true,
  other_owner: null,
  person: { display_name: 'Zoë', active: true },
  membership: true,
  assignment: { role: 'partner_admin', active: true },
};

// operations 4.5
describe('setting up a partner', () => {
  it.each([
    ['nothing is there', NOTHING],
    ['everything is there', EVERYTHING],
    [
      'the client is being provisioned',
      { ...EVERYTHING, client: { ...EVERYTHING.client!, status: 'provisioning' } },
    ],
  ])('meets no obstacle when %s', (_, present) => {
    expect(obstaclesTo(WANTED, present)).toEqual([]);
  });

  it.each<[Partial<BootstrapPresence>, string]>([
    [{ organisation: { name: 'Harbour', active: false } }, 'organisation harbour is not active'],
    [{ client: { ...EVERYTHING.client!, status: 'suspended' } }, 'the client is suspended'],
    [{ ownership: false }, 'the client was taken from organisation harbour'],
    [{ other_owner: 'southern' }, 'the client belongs to organisation southern'],
    [{ store_id: 'store-b' }, "the client's calls are routed to store store-b"],
    [{ person: { display_name: 'Zoë', active: false } }, 'the person sub-1 is not active'],
    [{ membership: false }, 'sub-1 is no longer a member of harbour'],
    [{ assignment: { role: 'partner_admin', active: false } }, 'sub-1 is no longer assigned'],
    [{ assignment: { role: 'client_staff', active: true } }, 'sub-1 is client_staff of the client'],
  ])('is stopped by %j', (change, obstacle) => {
    const obstacles = obstaclesTo(WANTED, { ...EVERYTHING, ...change });
    expect(obstacles).toHaveLength(1);
    expect(obstacles[0]).toContain(obstacle);
  });

  it('names every obstacle at once', () => {
    expect(obstaclesTo(WANTED, { ...EVERYTHING, ownership: false, membership: false })).toHaveLength(2);
  });

  it('says of everything whether it is new, and its name if it is not', () => {
    const tenant = { clientId: 'acme', dataEnv: 'prod' };
    expect(stepsOf(WANTED, tenant, NOTHING).map(({ isNew }) => isNew)).toEqual(Array(7).fill(true));
    expect(stepsOf(WANTED, tenant, EVERYTHING)).toEqual([
      { thing: 'organisation harbour', isNew: false, calledNow: 'Harbour' },
      { thing: 'client acme', isNew: false, calledNow: 'Acme Pty, Australia/Perth' },
      { thing: 'ownership of acme by harbour', isNew: false },
      { thing: 'route of acme prod to store-a', isNew: false },
      { thing: 'user sub-1', isNew: false, calledNow: 'Zoë' },
      { thing: 'membership of sub-1 in harbour', isNew: false },
      { thing: 'sub-1 as partner_admin of acme prod', isNew: false },
    ]);
  });
});
