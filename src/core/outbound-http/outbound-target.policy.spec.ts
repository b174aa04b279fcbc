import { describe, expect, it } from 'vitest';
import { targetOf } from './outbound-target.policy.js';

const CLOSED = { ports: [443, 8443], allowLoopback: false };
const OPEN = { ports: [443], allowLoopback: true };

describe('a target', () => {
  it.each([
    [
      'https://Hooks.Example.com',
      { origin: 'https://hooks.example.com', host: 'hooks.example.com', path: '/' },
    ],
    [
      'https://hooks.example.com:443/a?b=c#d',
      { origin: 'https://hooks.example.com', host: 'hooks.example.com', path: '/a?b=c' },
    ],
    [
      'https://hooks.example.com.:8443/',
      { origin: 'https://hooks.example.com:8443', host: 'hooks.example.com', path: '/' },
    ],
    [
      'https://bücher.example.com/',
      { origin: 'https://xn--bcher-kva.example.com', host: 'xn--bcher-kva.example.com', path: '/' },
    ],
    ['https://8.8.8.8/', { origin: 'https://8.8.8.8', host: '8.8.8.8', path: '/' }],
    [
      'https://[2606:4700::1111]/',
      { origin: 'https://[2606:4700::1111]', host: '2606:4700::1111', path: '/' },
    ],
  ])('is read from %s', (url, target) => {
    expect(targetOf(url, CLOSED)).toEqual(target);
  });

  it.each([
    ['', 'invalid'],
    ['hooks.example.com', 'invalid'],
    [' https://hooks.example.com/', 'invalid'],
    ['https://hooks.example.com/ ', 'invalid'],
    ['https://hooks.example.com/a b', 'invalid'],
    ['https://hooks.exa\tmple.com/', 'invalid'],
    ['https://hooks.example.com/\n', 'invalid'],
    ['https://hooks.example.com/\u00a0', 'invalid'],
    ['https://hooks.example.com/\u202emoc.live', 'invalid'],
    ['https://hooks.exam\u00adple.com/', 'invalid'],
    ['https://hooks.example.com\\@evil.example/', 'invalid'],
    ['https:\\\\hooks.example.com/', 'invalid'],
    ['http://hooks.example.com/', 'not_https'],
    ['ws://hooks.example.com/', 'not_https'],
    ['https://user@hooks.example.com/', 'with_credentials'],
    ['https://:secret@hooks.example.com/', 'with_credentials'],
    ['https://10.0.0.1/', 'not_public'],
    ['https://hooks.example.com../', 'not_public'],
    ['https://hooks.example.com:444/', 'port_not_allowed'],
    ['https://hooks.example.com:80/', 'port_not_allowed'],
    ['https://hooks.example.com:0/', 'port_not_allowed'],
  ])('is not read from %s: %s', (url, fault) => {
    expect(targetOf(url, CLOSED)).toBe(fault);
  });

  it('is not read from more than 8 KiB', () => {
    const prefix = 'https://hooks.example.com/';
    expect(targetOf(prefix.padEnd(8192, 'x'), CLOSED)).toMatchObject({ host: 'hooks.example.com' });
    expect(targetOf(prefix.padEnd(8193, 'x'), CLOSED)).toBe('too_long');
  });

  it.each([
    ['http://127.0.0.1:9000/a', { origin: 'http://127.0.0.1:9000', host: '127.0.0.1', path: '/a' }],
    ['http://localhost:81/', { origin: 'http://localhost:81', host: 'localhost', path: '/' }],
    ['http://localhost/', 'not_https'],
    ['https://127.0.0.1/', 'not_public'],
    ['https://[::1]:443/', 'not_public'],
    ['https://[::1]:1/', { origin: 'https://[::1]:1', host: '::1', path: '/' }],
    ['http://hooks.example.com/', 'not_https'],
    ['http://10.0.0.1/', 'not_https'],
    ['https://10.0.0.1/', 'not_public'],
    ['https://0.0.0.0/', 'not_public'],
    ['https://hooks.example.com:9000/', 'port_not_allowed'],
    ['http://user@localhost:81/', 'with_credentials'],
  ])('under the development switch: %s', (url, expected) => {
    expect(targetOf(url, OPEN)).toEqual(expected);
  });
});
