import { describe, expect, it } from 'vitest';
import { hostFault } from './host-header.policy.js';

describe('hostFault', () => {
  it.each([['api.example.com'], ['localhost:3000'], ['127.0.0.1:3000'], ['[::1]:3000'], ['a_b.internal']])(
    'takes %s',
    (host) => {
      expect(hostFault('1.1', ['Accept', '*/*', 'host', host])).toBeNull();
    },
  );

  it.each([
    ['two', ['Host', 'a', 'HOST', 'b'], /more than once/],
    ['the same one twice', ['Host', 'a', 'Host', 'a'], /more than once/],
    ['none', ['Accept', 'host'], /missing/],
    ['an empty one', ['Host', ''], /must be/],
    ['a path', ['Host', 'a/b'], /must be/],
    ['credentials', ['Host', 'me@a'], /must be/],
    ['two in one', ['Host', 'a, b'], /must be/],
    ['markup', ['Host', '<a>'], /must be/],
    ['a port that is not a number', ['Host', 'a:b'], /must be/],
  ])('refuses %s', (_, headers, why) => {
    expect(hostFault('1.1', headers)).toMatch(why);
  });

  it('asks for none in HTTP/1.0', () => {
    expect(hostFault('1.0', [])).toBeNull();
  });
});
