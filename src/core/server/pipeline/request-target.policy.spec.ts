import { describe, expect, it } from 'vitest';
import { originForm, readTarget } from './request-target.policy.js';

const NONE = { hasMalformedPath: false, brokenSegments: [], brokenParameter: null };

describe('the address of a request', () => {
  it.each(['/', '/v1/calls?a=b', '/v1/caf%C3%A9?x=%E2%82%AC+1', '/v1/%25?100%', '/v1/a?b=%zz', '*'])(
    'stays unchanged if all of it is text: %s',
    (target) => {
      expect(readTarget(target)).toEqual({ url: target, faults: null });
    },
  );

  it.each([
    ['/v1/%zz', '/v1/%25zz', { ...NONE, hasMalformedPath: true }],
    ['/v1/%', '/v1/%25', { ...NONE, hasMalformedPath: true }],
    ['/v1/%4', '/v1/%254', { ...NONE, hasMalformedPath: true }],
    ['/v1/%ff/x', '/v1/%EF%BF%BD/x', { ...NONE, brokenSegments: [2] }],
    ['/v1/%ed%a0%80', '/v1/%EF%BF%BD', { ...NONE, brokenSegments: [2] }],
    ['/v1/x?a=1&b=%ff&c=%fe', '/v1/x?a=1&b=%ff&c=%fe', { ...NONE, brokenParameter: 'b' }],
    ['/v1/x?%ff=1', '/v1/x?%ff=1', { ...NONE, brokenParameter: '(unnamed)' }],
  ])('of %j', (target, url, faults) => {
    expect(readTarget(target)).toEqual({ url, faults });
  });

  // requests 1.9
  it.each([
    ['/v1/health', '/v1/health'],
    ['//x/v1', '//x/v1'],
    ['*', '*'],
    ['http://a.example/v1/calls?x=http://b', '/v1/calls?x=http://b'],
    ['http://a.example:80?x', '/?x'],
    ['http://', '/'],
    ['http://#a', '/#a'],
    ['RTSP://x', '/'],
    ['http://[::1/v1/calls', '/v1/calls'],
    ['http://user@a.example//v1', '//v1'],
  ])('is taken from its path on: %s', (target, path) => {
    expect(originForm(target)).toBe(path);
  });
});
