// A name, an IPv4 or a bracketed IPv6 address, with or without a port (RFC 9110, 7.2).
const HOST = /^([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:\d{1,5})?$/;

/**
 * The fault of a request's Host header (RFC 9112, 3.2), or null. Two are a fault, because a proxy
 * may use the other one.
 * @param rawHeaders names and values in turn, as received
 */
export function hostFault(httpVersion: string, rawHeaders: readonly string[]): string | null {
  const hosts = rawHeaders.filter((_, index) => index % 2 === 1 && isHost(rawHeaders[index - 1]!));
  if (hosts.length > 1) return 'was sent more than once; send it once';
  const [host] = hosts;
  if (host === undefined) return httpVersion === '1.0' ? null : 'is missing; send the name of this server';
  return HOST.test(host) ? null : 'must be a name or an address, with the port unless it is the default one';
}

const isHost = (name: string): boolean => name.length === 4 && name.toLowerCase() === 'host';
