import { describe, expect, it } from 'vitest';
import { withoutPort } from './caller-address.policy.js';

// access 8.3
describe('the address of a caller behind a proxy', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['203.0.113.9:5678', '203.0.113.9'],
    ['203.0.113.9:65535', '203.0.113.9'],
    ['203.0.113.9:65536', '203.0.113.9:65536'],
    ['203.0.113.9:', '203.0.113.9:'],
    ['203.0.113.9:5678:1', '203.0.113.9:5678:1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[::ffff:203.0.113.9]:443', '::ffff:203.0.113.9'],
    ['2001:db8::1', '2001:db8::1'],
    // A complete address, kept unchanged.
    ['2001:db8::1:443', '2001:db8::1:443'],
    ['::ffff:203.0.113.9', '::ffff:203.0.113.9'],
    ['unknown', 'unknown'],
    ['', ''],
  ])('%s: %s', (written, address) => {
    expect(withoutPort(written)).toBe(address);
  });
});
