import { BlockList, isIPv6 } from 'node:net';

/**
 * Whether an address lies in one of the networks (access 8.1, 8.4).
 * @param networks CIDR texts as PostgreSQL prints them; an empty list restricts nothing
 * @param address IPv4 or IPv6; an IPv4 address mapped into IPv6 counts as the IPv4 address it is
 */
export function isOnAllowlist(networks: readonly string[], address: string | undefined): boolean {
  if (networks.length === 0) return true;
  if (address === undefined) return false;
  const plain = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
  const list = new BlockList();
  for (const network of networks) {
    const [base, bits] = network.split('/') as [string, string | undefined];
    const family = isIPv6(base) ? 'ipv6' : 'ipv4';
    list.addSubnet(base, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family);
  }
  return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}
