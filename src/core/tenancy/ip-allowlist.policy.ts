import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Whether an address is in one of the networks (access 8.1, 8.4). Each family is compared with
 * itself: `::/0` contains no IPv4 address.
 * @param networks CIDR texts as PostgreSQL prints them; an empty list restricts nothing
 * @param address IPv4 or IPv6; an IPv4 address mapped into IPv6 counts as IPv4
 */
export function isOnAllowlist(networks: readonly string[], address: string | undefined): boolean {
  if (networks.length === 0) return true;
  // The library also accepts octal and short forms, which other software reads as other addresses.
  if (address === undefined || isIP(address) === 0 || !ipaddr.isValid(address)) return false;
  const plain = ipaddr.process(address);
  return networks.some((network) => holds(network, plain));
}

function holds(network: string, address: Address): boolean {
  const [base = '', bits] = network.split('/');
  const written = ipaddr.parse(base);
  const start = ipaddr.process(base);
  if (start.kind() !== address.kind()) return false;
  const longest = start.kind() === 'ipv4' ? 32 : 128;
  // The prefix of mapped IPv4 addresses has 96 bits; the length of the IPv4 network follows it.
  const mapping = written.kind() === start.kind() ? 0 : 96;
  const length = bits === undefined ? longest : Number(bits) - mapping;
  // A shorter prefix is an IPv6 network, which contains no IPv4 address.
  return length >= 0 && address.match(start, length);
}
