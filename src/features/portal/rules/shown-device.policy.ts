import ipaddr from 'ipaddr.js';

// Enough to name browser and system; a header may have kilobytes.
const MAX_AGENT = 200;

/**
 * An address that a person may recognize, without the last 8 bits of IPv4 or the last 80 of IPv6
 * (portal-sessions 6.2).
 */
export function maskedAddress(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return `${parsed.octets.slice(0, 3).join('.')}.*`;
  return `${parsed.parts
    .slice(0, 3)
    .map((part) => part.toString(16))
    .join(':')}:*`;
}

/** The browser's User-Agent, without unprintable characters (portal-sessions 6.2). */
export const shownAgent = (header: string | undefined): string =>
  (header ?? '').replace(/[^\x20-\x7e]/g, '').slice(0, MAX_AGENT) || 'unknown';
