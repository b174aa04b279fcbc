import { describe, expect, it } from 'vitest';
import { directoryOf, type ListedClient } from './directory.policy.js';

const client = (client_id: string, more: Partial<ListedClient> = {}): ListedClient => ({
  client_id,
  business_name: `Business of ${client_id}`,
  status: 'active',
  allowlist: [],
  sees_all: true,
  projects: [],
  ...more,
});
const HERE = '198.51.100.7';

describe('the cards of the directory', () => {
  // partner-clients 3.2, 3.3
  it('show each count with its state, and never a false zero', () => {
    const clients = [client('acme'), client('globex', { status: 'provisioning' }), client('late')];
    const counts = [
      { client_id: 'acme', projects: 3, drafts: 1 },
      { client_id: 'globex', projects: 0, drafts: 0 },
    ];
    expect(directoryOf(clients, counts, new Map([['acme', 2]]), HERE)).toEqual([
      {
        client_id: 'acme',
        business_name: 'Business of acme',
        status: 'active',
        projects: { state: 'ready', count: 3 },
        draft_count: { state: 'ready', count: 1 },
        open_support_count: { state: 'ready', count: 2 },
      },
      expect.objectContaining({
        status: 'provisioning',
        projects: { state: 'ready', count: 0 },
        draft_count: { state: 'ready', count: 0 },
        open_support_count: { state: 'ready', count: 0 },
      }),
      // Created between the two statements, and therefore not counted.
      expect.objectContaining({
        projects: { state: 'unavailable', count: null },
        // Its store does not answer.
        open_support_count: { state: 'unavailable', count: null },
      }),
    ]);
  });

  // partner-clients 3.3
  it('show no number of a source that failed', () => {
    const [card] = directoryOf([client('acme')], null, null, HERE);
    expect([card!.projects, card!.draft_count, card!.open_support_count]).toEqual([
      { state: 'unavailable', count: null },
      { state: 'unavailable', count: null },
      { state: 'unavailable', count: null },
    ]);
  });

  // partner-clients 2.4
  it.each([
    ['everywhere', [], HERE, 1],
    ['this network', ['198.51.100.0/24'], HERE, 1],
    ['another network', ['203.0.113.0/24'], HERE, 0],
    ['a network, from an address that is not known', ['203.0.113.0/24'], undefined, 0],
  ])('are of clients that may be used from %s', (_, allowlist, address, shown) => {
    expect(directoryOf([client('acme', { allowlist })], [], null, address)).toHaveLength(shown);
  });
});
