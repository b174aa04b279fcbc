import { BlockList, isIP } from 'node:net';

// Everything the IANA special-purpose registries do not call globally reachable, and multicast.
const SPECIAL: readonly (readonly [network: string, bits: number, family: 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 4, 'ipv4'],
  ['240.0.0.0', 4, 'ipv4'],
];
// Of IPv6 only this block is given out to the public; what lies in it and is special stands below.
const GLOBAL_IPV6 = ['2000::', 3, 'ipv6'] as const;
const SPECIAL_IPV6: typeof SPECIAL = [
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['3fff::', 20, 'ipv6'],
];

const special = new BlockList();
for (const [network, bits, family] of [...SPECIAL, ...SPECIAL_IPV6]) special.addSubnet(network, bits, family);
const globalIpv6 = new BlockList();
globalIpv6.addSubnet(...GLOBAL_IPV6);

/** Names that lead into a machine or a private network wherever they are resolved (RFC 6761, RFC 8375, RFC 9476). */
const LOCAL_NAME =
  /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|home\.arpa|test|invalid|onion|alt)$/;

/**
 * Whether a host of an address can be on the public internet, by how it is written alone: a public IP address, or a
 * name with at least two labels that is not reserved for private use. Where a name leads is known only when it is
 * resolved, so the code that connects has to check once more.
 * @param host as `URL.hostname` gives it, brackets around IPv6 included
 */
export function isPublicHost(host: string): boolean {
  const plain = host.replace(/^\[|\]$/g, '');
  if (isIP(plain) !== 0) return isPublicAddress(plain);
  const name = plain.toLowerCase().replace(/\.$/, '');
  // The last label of a public name is never a number; 127.1 and 0x7f.1 are addresses to some who read them.
  return /^[^.]+(\.[^.]+)+$/.test(name) && !/(^|\.)(\d+|0x[0-9a-f]*)$/.test(name) && !LOCAL_NAME.test(name);
}

/** Whether an IP address is globally reachable unicast. An IPv4 address inside IPv6 is not: there is no need to write one so. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !special.check(address, 'ipv4');
    case 6:
      return globalIpv6.check(address, 'ipv6') && !special.check(address, 'ipv6');
    default:
      return false;
  }
}

export type UrlFault = 'invalid' | 'not_https' | 'with_credentials' | 'not_public';

/** Why the platform may not call an address, by how it is written; null where it may. */
export function urlFault(text: string): UrlFault | null {
  if (!URL.canParse(text)) return 'invalid';
  const url = new URL(text);
  if (url.protocol !== 'https:') return 'not_https';
  if (url.username !== '' || url.password !== '') return 'with_credentials';
  return isPublicHost(url.hostname) ? null : 'not_public';
}
