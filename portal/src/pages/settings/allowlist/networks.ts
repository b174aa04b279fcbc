import ipaddr from 'ipaddr.js';

/** Parses a typed network: a single address is a network of one. Null: it is invalid. */
function readNetwork(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | null {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  if (!ipaddr.isValid(text)) return null;
  const address = ipaddr.parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** Whether a text can be a network. The API checks the rest. */
export const isNetwork = (text: string): boolean => readNetwork(text) !== null;

/**
 * Whether a list admits an address, by the API's rule (access 8.1): an empty list admits every
 * address.
 * @param networks texts that are not networks admit no address
 */
export function letsIn(networks: readonly string[], address: string): boolean {
  if (networks.length === 0) return true;
  const own = ipaddr.process(address);
  return networks.some((text) => {
    const network = readNetwork(text);
    return network !== null && network[0].kind() === own.kind() && own.match(network);
  });
}
