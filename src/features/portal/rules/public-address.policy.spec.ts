import { describe, expect, it } from 'vitest';
import { publicSignIn } from './public-address.policy.js';

const HERE = 'http://localhost:3000';

// portal-sessions 1.12
describe('the public address of a sign-in', () => {
  it.each([
    [HERE, 'localhost:3000'],
    [HERE, 'LOCALHOST:3000'],
    ['https://portal.example.com', 'portal.example.com'],
    ['https://portal.example.com', 'portal.example.com:443'],
    ['http://[::1]:3000', '[::1]:3000'],
  ])('%s is where a browser is that says %s', (origin, host) => {
    expect(publicSignIn(host, origin, '/calls')).toBeNull();
  });

  it.each([
    '127.0.0.1:3000',
    '[::1]:3000',
    'my-laptop:3000',
    'localhost:3001',
    'localhost',
    'localhost.:3000',
    'evil.example.com',
    'evil.example.com#@localhost:3000',
    'a host',
    '',
    undefined,
  ])('is where a browser is led that says %s, and nowhere else', (host) => {
    expect(publicSignIn(host, HERE, '/calls?status=missed')).toBe(
      `${HERE}/v1/portal/sign-in?return_to=%2Fcalls%3Fstatus%3Dmissed&at=public`,
    );
  });
});
