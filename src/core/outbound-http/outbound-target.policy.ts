import { isIPv6 } from 'node:net';
import { isLoopback, plainHostOf, urlFault, type UrlFault } from './public-host.policy.js';

export interface OutboundRules {
  readonly ports: readonly number[];
  /**
   * For development: this machine may be called, over http as well and at any named port.
   * Production refuses it.
   */
  readonly allowLoopback: boolean;
}

/** An address that may be called, judging by its text. */
export interface OutboundTarget {
  readonly origin: string;
  /** The name, or the address without brackets. */
  readonly host: string;
  /** Includes the query. A fragment is never sent. */
  readonly path: string;
}

export type TargetFault = UrlFault | 'port_not_allowed' | 'too_long';

// Eight times the length that receivers use, and half of the headers that servers commonly accept
// (16 KiB).
const MAX_URL_LENGTH = 8192;

/**
 * Reads an address, and checks it by `urlFault`, the ports, and a length.
 * @returns the target, or why it may not be called
 */
export function targetOf(text: string, rules: OutboundRules): OutboundTarget | TargetFault {
  if (text.length > MAX_URL_LENGTH) return 'too_long';
  const fault = urlFault(text, rules.allowLoopback);
  if (fault !== null) return fault;
  const url = new URL(text);
  const host = plainHostOf(url);
  url.hostname = isIPv6(host) ? `[${host}]` : host;
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  const isOpen = rules.allowLoopback && isLoopback(host);
  if (!isOpen && !rules.ports.includes(port)) return 'port_not_allowed';
  return { origin: url.origin, host, path: `${url.pathname}${url.search}` };
}
