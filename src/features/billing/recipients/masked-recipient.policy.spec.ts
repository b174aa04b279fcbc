import { describe, expect, it } from 'vitest';
import { maskName } from './masked-recipient.policy.js';

// billing 10.1
describe('a masked recipient', () => {
  it('shows of a name its first letter', () => {
    expect([maskName('Jane Citizen'), maskName(null)]).toEqual(['J***', null]);
  });
});
