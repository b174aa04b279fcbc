import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { OutboundFailure } from './outbound-failure.js';
import { isLoopback, isPublicAddress } from './public-host.policy.js';

// Two queries to each name server, the second with twice the timeout: 3 s, within the 5 s for
// connecting.
const FIRST_TRY_MS = 1000;
const TRIES = 2;
// Codes that state something about the name; all others are failures of the name servers.
const NO_RECORDS = new Set(['ENODATA', 'ENOTFOUND']);

/**
 * Resolves names to addresses that may be connected to. It asks the name servers itself and caches
 * nothing: hosts files and search domains lead to private names, and `getaddrinfo` would hold one
 * of the process's four threads for each name that hangs.
 */
export class VettedResolver {
  private readonly resolver = new Resolver({ timeout: FIRST_TRY_MS, tries: TRIES });

  /** @param servers `address:port` of the name servers; by default those of the system */
  constructor(
    private readonly allowLoopback: boolean,
    servers?: readonly string[],
  ) {
    if (servers) this.resolver.setServers(servers);
  }

  /**
   * All A and AAAA addresses of a name, or the address itself. One address that may not be called
   * blocks the whole name: otherwise a delivery would depend on the order of records.
   * @throws OutboundFailure address_blocked, dns_failed
   */
  async resolve(host: string): Promise<readonly string[]> {
    const addresses = await this.addressesOf(host);
    if (!addresses.every((address) => this.isAllowed(address))) {
      throw new OutboundFailure('address_blocked', 'not_public');
    }
    return addresses;
  }

  private isAllowed(address: string): boolean {
    return isPublicAddress(address) || (this.allowLoopback && isLoopback(address));
  }

  private async addressesOf(host: string): Promise<readonly string[]> {
    if (isIP(host) !== 0) return [host];
    // Name servers need not know it (RFC 6761).
    if (this.allowLoopback && host === 'localhost') return ['127.0.0.1', '::1'];
    const faults: string[] = [];
    const empty = ({ code = 'unknown' }: NodeJS.ErrnoException): string[] => {
      faults.push(code);
      return [];
    };
    const answers = await Promise.all([
      this.resolver.resolve4(host).catch(empty),
      this.resolver.resolve6(host).catch(empty),
    ]);
    const addresses = answers.flat();
    if (addresses.length > 0) return addresses;
    throw new OutboundFailure('dns_failed', faults.find((code) => !NO_RECORDS.has(code)) ?? 'ENOTFOUND');
  }

  cancel(): void {
    this.resolver.cancel();
  }
}
