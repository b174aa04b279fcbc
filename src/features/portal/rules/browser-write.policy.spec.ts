import { describe, expect, it } from 'vitest';
import { writeRefusal } from './browser-write.policy.js';

const OWN = 'https://portal.example.com';
const JSON_TYPE = 'application/json';

// portal-sessions 4.1, 4.2
describe('a write by a session', () => {
  it.each([
    ['POST', OWN, JSON_TYPE],
    ['PUT', OWN, 'application/json; charset=utf-8'],
    ['PATCH', OWN, 'Application/JSON'],
    ['DELETE', OWN, JSON_TYPE],
    ['POST', OWN, 'text/csv; charset=utf-8'],
    ['PUT', OWN, 'application/octet-stream'],
  ])('%s from %s as %s is accepted', (method, origin, contentType) => {
    expect(writeRefusal({ method, origin, contentType }, OWN)).toBeNull();
  });

  it.each([
    ['no origin', undefined],
    ['an opaque origin', 'null'],
    ['another host', 'https://evil.example'],
    ['a host that begins alike', 'https://portal.example.com.evil.example'],
    ['a host below it', 'https://x.portal.example.com'],
    ['http', 'http://portal.example.com'],
    ['another port', 'https://portal.example.com:8443'],
    ['a path behind it', 'https://portal.example.com/'],
    ['two origins', `${OWN}, https://evil.example`],
  ])('with %s is refused', (_, origin) => {
    expect(writeRefusal({ method: 'POST', origin, contentType: JSON_TYPE }, OWN)?.code).toBe(
      'origin_not_allowed',
    );
  });

  it.each([
    undefined,
    '',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'text/plain; application/json',
  ])('as %s is refused', (contentType) => {
    for (const method of ['POST', 'DELETE']) {
      expect(writeRefusal({ method, origin: OWN, contentType }, OWN)?.code).toBe('unsupported_media_type');
    }
  });

  it.each(['GET', 'HEAD', 'OPTIONS'])('is not what %s is', (method) => {
    expect(writeRefusal({ method, origin: undefined, contentType: undefined }, OWN)).toBeNull();
  });
});
