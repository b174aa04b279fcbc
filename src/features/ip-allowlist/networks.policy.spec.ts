import { describe, expect, it } from 'vitest';
import { isOnAllowlist } from '../../core/tenancy/ip-allowlist.policy.js';
import { allowlistEtag, readNetwork } from './networks.policy.js';

// access 8.5
describe('a network of an allowlist', () => {
  it.each([
    ['203.0.113.0/24', '203.0.113.0/24'],
    ['203.0.113.7', '203.0.113.7/32'],
    ['203.0.113.7/32', '203.0.113.7/32'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:DB8::/32', '2001:db8::/32'],
    ['2001:db8:0:0::/64', '2001:db8::/64'],
    ['2001:db8::1', '2001:db8::1/128'],
    ['::/0', '::/0'],
  ])('is read: %s as %s', (text, network) => {
    expect(readNetwork(text)).toEqual({ network });
  });

  it.each([
    '',
    ' ',
    'office',
    '203.0.113.0/33',
    '203.0.113.0/024',
    '203.0.113.0/',
    '203.0.113.0/-1',
    '203.0.113.0/24/8',
    '203.0.113.7/24',
    '203.0.113/24',
    '010.0.0.1',
    '0x7f.0.0.1',
    '1',
    '2001:db8::1/32',
    '2001:db8::/129',
    'fe80::1%eth0',
    '::ffff:203.0.113.0/120',
    '::ffff:cb00:7100/120',
    '203.0.113.0 /24',
    '203.0.113.0/24\n',
  ])('is refused: %j', (text) => {
    expect(readNetwork(text)).toEqual({ problem: expect.any(String) as string });
  });

  it('names the intended network if bits are set after the prefix length', () => {
    expect(readNetwork('203.0.113.7/24')).toEqual({
      problem: 'has bits set after its prefix: send 203.0.113.0/24',
    });
  });

  it('lets in what is in it', () => {
    const read = readNetwork('2001:DB8::/32');
    expect('network' in read && isOnAllowlist([read.network], '2001:db8:1::7')).toBe(true);
  });
});

// access 8.6
describe('the etag of an allowlist', () => {
  it('is another one for other networks and other labels', () => {
    const one = { network: '203.0.113.0/24', label: 'Office' };
    const lists = [[], [one], [{ ...one, label: 'Home' }], [one, { ...one, network: '::/0' }]];
    expect(new Set(lists.map(allowlistEtag)).size).toBe(4);
    expect(allowlistEtag([one])).toBe(allowlistEtag([{ ...one }]));
    expect(allowlistEtag([])).toMatch(/^[0-9a-f]{24}$/);
  });
});
