import { describe, expect, it } from 'vitest';
import { isPublicAddress, isPublicHost, urlFault } from './public-host.policy.js';

describe('an address on the public internet', () => {
  it.each(['8.8.8.8', '1.1.1.1', '172.15.255.255', '172.32.0.1', '100.63.255.255', '2606:4700::1111'])(
    'is %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.51.100.7',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:8.8.8.8',
    '64:ff9b::a00:1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'ff02::1',
    '2001:db8::1',
    '2002:7f00:1::',
    'not an address',
  ])('is not %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('a host on the public internet', () => {
  it.each(['example.com', 'API.Example.com.', 'hooks.localhost.example', '8.8.8.8', '[2606:4700::1111]'])(
    'may be %s',
    (host) => {
      expect(isPublicHost(host)).toBe(true);
    },
  );

  it.each([
    'localhost',
    'LOCALHOST.',
    'db.localhost',
    'printer.local',
    'vault.internal',
    'nas.home.arpa',
    'intranet',
    '127.1',
    'example.0x7f',
    '[::1]',
    '',
    '.',
    'a..b',
  ])('is not %j', (host) => {
    expect(isPublicHost(host)).toBe(false);
  });
});

describe('an address that the platform is to call', () => {
  it.each([
    ['https://hooks.example.com/calls?x=1', null],
    ['https://example.com:8443/', null],
    ['http://example.com/', 'not_https'],
    ['https://', 'invalid'],
    ['https://user:secret@example.com/', 'with_credentials'],
    ['https://user@example.com/', 'with_credentials'],
    ['https://127.0.0.1/', 'not_public'],
    // The forms below are the same loopback and metadata addresses, as browsers and libraries read them.
    ['https://2130706433/', 'not_public'],
    ['https://0x7f.0.0.1/', 'not_public'],
    ['https://0177.0.0.1/', 'not_public'],
    ['https://127.1/', 'not_public'],
    ['https://①⑥⑨.254.169.254/', 'not_public'],
    ['https://[::ffff:127.0.0.1]/', 'not_public'],
    ['https://metadata.google.internal/', 'not_public'],
  ])('%s: %s', (url, fault) => {
    expect(urlFault(url)).toBe(fault);
  });
});
