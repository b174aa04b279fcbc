import { describe, expect, it } from 'vitest';
import { isOnAllowlist } from './ip-allowlist.policy.js';

describe('IP allowlists', () => {
  // access 8.1
  it('restrict nothing while they are empty', () => {
    expect(isOnAllowlist([], '203.0.113.9')).toBe(true);
    expect(isOnAllowlist([], undefined)).toBe(true);
  });

  // access 8.4
  it.each<[string, string, boolean]>([
    ['203.0.113.0/24', '203.0.113.255', true],
    ['203.0.113.0/24', '203.0.114.0', false],
    ['203.0.113.7/32', '203.0.113.7', true],
    ['203.0.113.7', '203.0.113.7', true],
    ['203.0.113.7/32', '203.0.113.8', false],
    ['203.0.113.7/32', '::ffff:203.0.113.7', true],
    ['203.0.113.7/32', '::FFFF:203.0.113.7', true],
    ['203.0.113.7/32', '::ffff:203.0.113.8', false],
    ['203.0.113.7/32', '::ffff:cb00:7107', true],
    ['0.0.0.0/0', '198.51.100.1', true],
    ['0.0.0.0/0', '2001:db8::1', false],
    ['2001:db8::/32', '2001:db8:1::1', true],
    ['2001:db8::/32', '2001:db9::1', false],
    ['2001:db8::1/128', '2001:0db8:0:0:0:0:0:1', true],
    ['2001:db8::1', '2001:db8::2', false],
    // A network is compared only with addresses of its own family.
    ['::/0', '203.0.113.7', false],
    ['::/0', '::ffff:203.0.113.7', false],
    ['::/0', '2001:db8::1', true],
    ['::/1', '203.0.113.7', false],
    ['::/80', '0.0.0.1', false],
    ['0.0.0.0/0', '::ffff:203.0.113.7', true],
    ['0.0.0.0/0', '::1', false],
    ['0.0.0.0/0', '64:ff9b::203.0.113.7', false],
    ['::ffff:0:0/95', '203.0.113.7', false],
    ['::ffff:0:0/96', '203.0.113.7', true],
    ['::ffff:203.0.113.0/120', '203.0.113.7', true],
    ['::ffff:203.0.113.0/120', '203.0.114.7', false],
  ])('%s holds %s: %s', (network, address, expected) => {
    expect(isOnAllowlist([network], address)).toBe(expected);
  });

  it('admit everyone on any of their networks', () => {
    const networks = ['198.51.100.0/24', '2001:db8::/32', '203.0.113.7/32'];
    expect(isOnAllowlist(networks, '203.0.113.7')).toBe(true);
    expect(isOnAllowlist(networks, '2001:db8::9')).toBe(true);
    expect(isOnAllowlist(networks, '203.0.113.8')).toBe(false);
  });

  it.each([
    undefined,
    '',
    'unknown',
    '203.0.113.7.evil.example',
    '203.0.113.7, 198.51.100.1',
    '203.0.113.007',
  ])('keep out what is not an address: %s', (address) => {
    expect(isOnAllowlist(['203.0.113.7/32', '2001:db8::/32'], address)).toBe(false);
  });
});
