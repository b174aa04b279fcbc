import { describe, expect, it } from 'vitest';
import { doorAddress, doorNetwork } from './door-address.policy.js';

// requests 8.10
describe('one address at a public door', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['203.0.113.10', '203.0.113.10'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
    ['2001:db8:1:2:ffff::1', '2001:db8:1:2::'],
    ['2001:db8:1:3::1', '2001:db8:1:3::'],
    ['2001:db8::1', '2001:db8:0:0::'],
    ['not an address', 'unknown'],
    ['', 'unknown'],
    [undefined, 'unknown'],
  ])('%s: %s', (ip, address) => {
    expect(doorAddress(ip)).toBe(address);
  });
});

// requests 8.10
describe('the site of an address at a public door', () => {
  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::'],
    ['2001:db8:1:ffff::1', '2001:db8:1::'],
    ['2001:db8:2::1', '2001:db8:2::'],
    ['203.0.113.9', null],
    ['::ffff:203.0.113.9', null],
    ['not an address', null],
    [undefined, null],
  ])('%s: %s', (ip, network) => {
    expect(doorNetwork(ip)).toBe(network);
  });
});
