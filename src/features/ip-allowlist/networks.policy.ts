import { hash } from 'node:crypto';
import ipaddr from 'ipaddr.js';

/** One entry of a list. */
export interface AllowedNetwork {
  readonly network: string;
  readonly label: string;
}

/** The address of each request is compared with all of them: a hundred take about 0.1 ms. */
export const MAX_NETWORKS = 100;

type ReadNetwork = { readonly network: string } | { readonly problem: string };

const PROBLEM = 'must be an address or a network in CIDR notation, such as 203.0.113.0/24 or 2001:db8::/32';

/**
 * A network in its stored form; a single address is a network of one (access 8.5).
 * @returns the problem of an invalid one, of an IPv4 network written as IPv6, which contains no
 *   address, and of one with host bits
 */
export function readNetwork(text: string): ReadNetwork {
  const [base = '', length, ...more] = text.split('/');
  const address = readAddress(base);
  if (address === null || more.length > 0) return { problem: PROBLEM };
  const longest = address.kind() === 'ipv4' ? 32 : 128;
  if (length !== undefined && !/^(0|[1-9]\d{0,2})$/.test(length)) return { problem: PROBLEM };
  const bits = length === undefined ? longest : Number(length);
  if (bits > longest) return { problem: `must have a prefix length of 0 to ${longest} after the slash` };
  const cidr = `${address.toString()}/${bits}`;
  const start = (address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6)
    .networkAddressFromCIDR(cidr)
    .toString();
  if (start !== address.toString())
    return { problem: `has bits set after its prefix: send ${start}/${bits}` };
  return { network: cidr };
}

/**
 * An address in the notation of RFC 5952 and its predecessors: no octal numbers, no short forms, no
 * zones.
 */
function readAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (!/^[0-9a-f:]+$/i.test(text) || !ipaddr.IPv6.isValid(text)) return null;
  const address = ipaddr.IPv6.parse(text);
  return address.isIPv4MappedAddress() ? null : address;
}

/**
 * An address in the format of the list: IPv4 that arrives as IPv6 becomes IPv4 (access 8.4, 8.7).
 */
export const addressAsListed = (address: string): string =>
  ipaddr.isValid(address) ? ipaddr.process(address).toString() : address;

/**
 * The strong etag of a list: equal where its networks and labels are equal. @param list in the
 * order of its networks
 */
export const allowlistEtag = (list: readonly AllowedNetwork[]): string =>
  hash('sha256', JSON.stringify(list.map(({ network, label }) => [network, label]))).slice(0, 24);
