import ipaddr from 'ipaddr.js';

/**
 * The address that counts at a public route: an IPv4 address, or the first 64 bits of an IPv6
 * address, since a household or server can vary the rest (requests 8.10).
 */
export function doorAddress(ip: string | undefined): string {
  if (ip === undefined || !ipaddr.isValid(ip)) return 'unknown';
  const parsed = ipaddr.process(ip);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return prefixOf(parsed, 4);
}

/**
 * The first 48 bits of an IPv6 address, the usual allocation of a site; null for other addresses.
 */
export function doorNetwork(ip: string | undefined): string | null {
  if (ip === undefined || !ipaddr.isValid(ip)) return null;
  const parsed = ipaddr.process(ip);
  return parsed instanceof ipaddr.IPv4 ? null : prefixOf(parsed, 3);
}

const prefixOf = ({ parts }: ipaddr.IPv6, count: number): string =>
  `${parts
    .slice(0, count)
    .map((part) => part.toString(16))
    .join(':')}::`;
