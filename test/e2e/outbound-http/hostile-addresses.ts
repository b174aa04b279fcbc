import { networkInterfaces } from 'node:os';

// Written from the IANA special-purpose registries (RFC 6890 and its updates), not from the code's
// tables: first, last and some address of each range.

/** Addresses that must never be connected to, by kind. */
export const SPECIAL_ADDRESSES: Readonly<Record<string, readonly string[]>> = {
  'this network': ['0.0.0.0', '0.0.0.1', '0.255.255.255'],
  private: [
    '10.0.0.0',
    '10.1.2.3',
    '10.255.255.255',
    '172.16.0.1',
    '172.31.255.254',
    '192.168.0.1',
    '192.168.255.255',
  ],
  'carrier-grade NAT': ['100.64.0.1', '100.127.255.254'],
  loopback: ['127.0.0.1', '127.0.1.1', '127.255.255.254', '::1'],
  'link-local': ['169.254.0.1', '169.254.255.254', 'fe80::1', 'febf:ffff::1'],
  'cloud metadata': [
    '169.254.169.254',
    '169.254.170.2',
    '100.100.100.200',
    '192.0.0.192',
    '168.63.129.16',
    'fd00:ec2::254',
    'fd20:ce::254',
    'fe80::a9fe:a9fe',
  ],
  'protocol assignments': ['192.0.0.1', '192.0.0.8', '192.0.0.170', '192.0.0.255'],
  documentation: [
    '192.0.2.1',
    '198.51.100.7',
    '203.0.113.255',
    '2001:db8::1',
    '2001:db8:ffff::1',
    '3fff::1',
    '3fff:fff::1',
  ],
  benchmarking: ['198.18.0.1', '198.19.255.254', '2001:2::1'],
  'AS112 and AMT': [
    '192.31.196.1',
    '192.52.193.1',
    '192.175.48.1',
    '2620:4f:8000::1',
    '2001:3::1',
    '2001:4:112::1',
  ],
  multicast: ['224.0.0.1', '232.1.1.1', '239.255.255.250', 'ff02::1', 'ff05::2', 'ff0e::1'],
  reserved: ['240.0.0.1', '254.255.255.255'],
  broadcast: ['255.255.255.255'],
  unspecified: ['::'],
  'unique local': ['fc00::1', 'fd12:3456:789a::1', 'fdff:ffff::1'],
  'site-local': ['fec0::1', 'feff::1'],
  'IPv4-mapped': [
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:169.254.169.254',
    '::ffff:8.8.8.8',
    '::ffff:7f00:1',
  ],
  'IPv4-compatible': ['::127.0.0.1', '::10.0.0.1', '::8.8.8.8'],
  'IPv4-translated': ['::ffff:0:127.0.0.1', '::ffff:0:8.8.8.8'],
  NAT64: [
    '64:ff9b::127.0.0.1',
    '64:ff9b::a00:1',
    '64:ff9b::808:808',
    '64:ff9b:1::1',
    '64:ff9b:1:ffff::a00:1',
  ],
  '6to4': ['192.88.99.1', '2002:7f00:1::', '2002:a00:1::1', '2002:c0a8:101::1', '2002:808:808::1'],
  Teredo: ['2001::1', '2001:0:7f00:1::80ff:fffe'],
  ORCHID: ['2001:10::1', '2001:1f:ffff::1', '2001:20::1', '2001:2f:ffff::1'],
  'drone identifiers': ['2001:30::1'],
  'discard-only': ['100::1', '100::ffff:ffff:ffff:ffff', '100:0:0:1::1'],
  SRv6: ['5f00::1', '5f00:ffff::1'],
  'not given out': ['3ffe::1', '4000::1', '8000::1', 'e000::1', '1::1', '200::1'],
};

/**
 * Spellings that people, browsers and libraries use for addresses of this machine and of metadata
 * services.
 */
export const ODD_HOSTS: readonly string[] = [
  '0177.0.0.1',
  '0177.1',
  '0x7f.0.0.1',
  '0x7f000001',
  '0x7F.1',
  '017700000001',
  '2130706433',
  '2852039166',
  '127.1',
  '127.0.1',
  '127.0.0.1.',
  '0',
  '0x0',
  '0.0',
  '00000177.0.0.1',
  '%31%32%37.0.0.1',
  '127%2e0%2e0%2e1',
  '127。0。0。1',
  '127.0.0.１',
  '①②⑦.0.0.1',
  '①⑥⑨.②⑤④.①⑥⑨.②⑤④',
  '１６９.254.169.254',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[0000:0000:0000:0000:0000:0000:0000:0001]',
  '[::ffff:127.0.0.1]',
  '[::FFFF:7F00:1]',
  '[fe80::1%25eth0]',
  '[fe80::1%eth0]',
  '[::1%25lo]',
  '[::]',
  '256.0.0.1',
  '127.0.0.1.1',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'ｌocalhost',
  'db.localhost',
  'metadata.google.internal',
  'intranet',
  'printer.local',
  'nas.home.arpa',
  'xn--',
];

/**
 * Complete addresses that differ from what they seem to be. `at` takes the host and port of a
 * listener.
 */
export const ODD_URLS: readonly ((at: string) => string)[] = [
  (at) => `https://hooks.example.com@${at}/`,
  (at) => `https://hooks.example.com:443@${at}/`,
  (at) => `https:${at}/`,
  (at) => `https:\\\\${at}\\`,
  (at) => `https:////${at}/`,
  (at) => `  https://${at}/  `,
  (at) => `ht\ntps://${at}/`,
  (at) => `http://${at}/`,
  (at) => `ftp://${at}/`,
  (at) => `file://${at}/etc/passwd`,
  (at) => `//${at}/`,
  (at) => `gopher://${at}/_`,
  (at) => `unix:/tmp/socket@${at}`,
  (at) => `data:text/plain,${at}`,
];

/**
 * The addresses of this machine other than loopback, at which a listener on all addresses can be
 * reached.
 */
export const ownAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal }) => !internal)
    .map(({ address }) => address);
