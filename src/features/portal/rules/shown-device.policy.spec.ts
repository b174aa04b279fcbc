import { describe, expect, it } from 'vitest';
import { maskedAddress, shownAgent } from './shown-device.policy.js';

// portal-sessions 6.2
describe('what is kept of a device', () => {
  it.each([
    ['203.0.113.77', '203.0.113.*'],
    ['::ffff:203.0.113.77', '203.0.113.*'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:*'],
    ['::1', '0:0:0:*'],
    ['not an address', 'unknown'],
    [undefined, 'unknown'],
  ])('of the address %s is %s', (address, shown) => {
    expect(maskedAddress(address)).toBe(shown);
  });

  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64)', 'Mozilla/5.0 (X11; Linux x86_64)'],
    ['a\u0000b\u001bc\u00e9', 'abc'],
    ['a'.repeat(8192), 'a'.repeat(200)],
    ['', 'unknown'],
    [undefined, 'unknown'],
  ])('of what it says it is, is printable and short', (header, shown) => {
    expect(shownAgent(header)).toBe(shown);
  });
});
