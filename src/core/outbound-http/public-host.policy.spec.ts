import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
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
    '168.63.129.16',
    '3ffe::1',
    '2620:4f:8000::1',
    '5f00::1',
    'fec0::1',
    '2606:4700::1111%eth0',
    '08.8.8.8',
    'not an address',
  ])('is not %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

const anyIpv4 = fc.ipV4();
const anyIpv6 = fc
  .uint8Array({ minLength: 16, maxLength: 16 })
  .map((bytes) => ipaddr.fromByteArray([...bytes]).toString());

describe('the two tables of addresses', () => {
  it('agree where the library calls an address special: it is refused here', () => {
    fc.assert(
      fc.property(fc.oneof(anyIpv4, anyIpv6), (address) => {
        if (ipaddr.parse(address).range() !== 'unicast') expect(isPublicAddress(address)).toBe(false);
      }),
      { numRuns: 2000 },
    );
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
    '127.0.0.①',
    '%31%32%37.0.0.1',
    '2606:4700::1%eth0',
    '[fe80::1%25eth0]',
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
    ['https:8.8.8.8/', 'invalid'],
    ['https:/8.8.8.8/', 'invalid'],
    ['https:///8.8.8.8/', 'invalid'],
    ['https://@8.8.8.8/', 'with_credentials'],
    ['https://:@8.8.8.8/', 'with_credentials'],
    ['https://user:secret@example.com/', 'with_credentials'],
    ['https://user@example.com/', 'with_credentials'],
    ['https://127.0.0.1/', 'not_public'],
    // The forms below are the same loopback and metadata addresses, as read by browsers and
    // libraries.
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
