import { describe, expect, it } from 'vitest';
import { maskEmail, maskName } from './masked-recipient.policy.js';

// billing 10.1
describe('a masked recipient', () => {
  it.each([
    ['jane.citizen@example.com', 'j***@e***.com'],
    ['J@mail.example.com.au', '***@m***.au'],
    ['_jane@example.com', '***@e***.com'],
    ['größe@österreich.example', 'g***@ö***.example'],
    ['jane', '***'],
    ['jane@localhost', '***'],
    ['jane@.com', '***'],
    ['@example.com', '***'],
    ['a@b@example.com', '***'],
    ['', '***'],
  ])('shows of %s: %s', (email, masked) => {
    expect(maskEmail(email)).toBe(masked);
  });

  it('shows of a name its first letter', () => {
    expect([maskName('Jane Citizen'), maskName(null)]).toEqual(['J***', null]);
  });
});
