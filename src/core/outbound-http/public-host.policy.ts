import { isIP, isIPv4, isIPv6 } from 'node:net';
import { domainToASCII } from 'node:url';
import ipaddr from 'ipaddr.js';

// The IANA special-purpose registries, multicast, and cloud metadata addresses. ipaddr.js must also
// classify an address as ordinary unicast, so a gap in one table opens nothing.
const SPECIAL_IPV4 = [
  '0.0.0.0/8', // this network
  '10.0.0.0/8', // private
  '100.64.0.0/10', // carrier-grade NAT; 100.100.100.200 is the metadata of Alibaba Cloud
  '127.0.0.0/8', // loopback
  '168.63.129.16/32', // Azure answers its virtual machines here, in what looks like public space
  '169.254.0.0/16', // link-local, which includes the metadata services 169.254.169.254 and 169.254.170.2
  '172.16.0.0/12', // private
  '192.0.0.0/24', // protocol assignments; 192.0.0.192 is the metadata of Oracle Cloud
  '192.0.2.0/24', // documentation
  '192.31.196.0/24', // AS112
  '192.52.193.0/24', // multicast tunnels (AMT)
  '192.88.99.0/24', // relays of 6to4
  '192.168.0.0/16', // private
  '192.175.48.0/24', // AS112
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved and broadcast
];
// The only IPv6 block allocated for public use; everything outside it is refused.
const GLOBAL_IPV6 = '2000::/3';
const SPECIAL_IPV6 = [
  '2001::/23', // Teredo, ORCHID, benchmarking, AMT, AS112, drone identifiers
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4, which carries an IPv4 address
  '2620:4f:8000::/48', // AS112
  '3ffe::/16', // 6bone, returned
  '3fff::/20', // documentation
];

const specialIpv4 = SPECIAL_IPV4.map((network) => ipaddr.IPv4.parseCIDR(network));
const specialIpv6 = SPECIAL_IPV6.map((network) => ipaddr.IPv6.parseCIDR(network));
const globalIpv6 = ipaddr.IPv6.parseCIDR(GLOBAL_IPV6);

/**
 * Names that never resolve publicly: those of the machine itself, those in private networks, and
 * special-use names (RFC 6761, RFC 6762, RFC 7686, RFC 8375, RFC 9476).
 */
const LOCAL_NAME =
  /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|home\.arpa|test|invalid|onion|alt)$/;

/**
 * Whether a host can be on the public internet, judged only by its text: a public IP address, or a
 * name with at least two labels that is not reserved for private use. `VettedResolver` checks the
 * addresses of a name.
 * @param host as `URL.hostname` gives it or as a person wrote it, brackets around IPv6 included
 */
export function isPublicHost(host: string): boolean {
  const plain = host.replace(/^\[|\]$/g, '');
  if (isIP(plain) !== 0) return isPublicAddress(plain);
  // Browsers read full-width digits and percent-encoding as other characters: such an address is
  // refused.
  const name = domainToASCII(plain).replace(/\.$/, '');
  // The last label of a public name is never a number; some programs read 127.1 and 0x7f.1 as
  // addresses.
  return /^[^.]+(\.[^.]+)+$/.test(name) && !/(^|\.)(\d+|0x[0-9a-f]*)$/.test(name) && !LOCAL_NAME.test(name);
}

/**
 * Whether an IP address is globally reachable unicast. An IPv4 address inside IPv6 is not, nor one
 * with a zone.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) {
    const parsed = ipaddr.IPv4.parse(address);
    return parsed.range() === 'unicast' && !specialIpv4.some((range) => parsed.match(range));
  }
  // An address that the library cannot parse cannot be classified, so it is not public.
  if (!isIPv6(address) || !ipaddr.IPv6.isValid(address) || address.includes('%')) return false;
  const parsed = ipaddr.IPv6.parse(address);
  const isGlobal = parsed.range() === 'unicast' && parsed.match(globalIpv6);
  return isGlobal && !specialIpv6.some((range) => parsed.match(range));
}

/** Whether a host is this machine: `localhost`, 127.0.0.0/8 or ::1. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || (isIP(host) !== 0 && ipaddr.parse(host).range() === 'loopback');
}

// Parsers drop or rewrite these, so that the address differs from what a person reads.
const NOT_AS_READ = /[\p{Cc}\p{Cf}\p{Z}\\]/u;

// A parser adds the slashes of `https:8.8.8.8/` and drops the @ of `https://@8.8.8.8/`.
const WITH_AUTHORITY = /^[a-z]+:\/\/[^/]/i;
const AUTHORITY = /^[^/]*\/\/([^/?#]*)/;

export type UrlFault = 'invalid' | 'not_https' | 'with_credentials' | 'not_public';

/**
 * Why the platform may not call an address, judged by its text; null if it may.
 * @param allowLoopback for development: this machine may be called, over http as well, at an
 *   explicit port; without one it is refused as in production
 */
export function urlFault(text: string, allowLoopback = false): UrlFault | null {
  if (NOT_AS_READ.test(text) || !WITH_AUTHORITY.test(text) || !URL.canParse(text)) return 'invalid';
  const url = new URL(text);
  const isOpen = allowLoopback && url.port !== '' && isLoopback(plainHostOf(url));
  if (url.protocol !== 'https:' && !(isOpen && url.protocol === 'http:')) return 'not_https';
  if (AUTHORITY.exec(text)?.[1]?.includes('@')) return 'with_credentials';
  return isOpen || isPublicHost(url.hostname) ? null : 'not_public';
}

/** The name without a final dot, as in certificates, or the address without brackets. */
export const plainHostOf = (url: URL): string => url.hostname.replace(/^\[|[\].]$/g, '');
