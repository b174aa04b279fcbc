import { connect as connectPlain, isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { buildConnector } from 'undici';
import { failureOf, OutboundFailure, type OutboundFailureCode } from './outbound-failure.js';
import { passOverInterimAnswers } from './interim-responses.js';
import type { VettedResolver } from './vetted-resolver.js';

// A name lookup and a handshake across the world take less than 2 s.
const CONNECT_TIMEOUT_MS = 5000;
// After this time the next address is tried in parallel. Longer than any round trip on earth.
const NEXT_ADDRESS_MS = 500;

/**
 * Connects for undici: every new connection resolves its name, has all addresses vetted, and uses
 * the very address that was checked. The certificate is checked against the name at every
 * connection; sessions are not resumed, because resumption skips that check.
 */
export class VettedConnector {
  private readonly sockets = new Set<Socket>();
  private readonly lookup: LookupFunction;

  /**
   * @param maxSockets simultaneous connections, including those being established
   * @param ca authorities to trust instead of the system's
   */
  constructor(
    resolver: VettedResolver,
    private readonly maxSockets: number,
    private readonly ca?: string,
  ) {
    this.lookup = (host, _options, callback) => {
      resolver.resolve(host).then(
        (addresses) =>
          callback(
            null,
            addresses.map((address) => ({ address, family: isIP(address) })),
          ),
        (error: Error) => callback(error, []),
      );
    };
  }

  get open(): number {
    return this.sockets.size;
  }

  readonly connect: buildConnector.connector = (to, callback) => {
    if (this.sockets.size >= this.maxSockets) {
      callback(new OutboundFailure('busy', 'no_connection'), null);
      return;
    }
    const socket = to.protocol === 'https:' ? this.secure(to) : connectPlain(this.tcp(to, 80));
    this.sockets.add(socket);
    // A failure between the connection and the end of the handshake is the handshake's.
    let blame: OutboundFailureCode = 'connection_failed';
    const timer = setTimeout(
      () => socket.destroy(new OutboundFailure('timeout', 'connect')),
      CONNECT_TIMEOUT_MS,
    );
    const fail = (error: Error): void => callback(failureOf(error, blame), null);
    socket
      .once('close', () => {
        clearTimeout(timer);
        this.sockets.delete(socket);
      })
      .once('connect', () => (blame = 'tls_failed'))
      .once('error', fail)
      .once(to.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        clearTimeout(timer);
        socket.off('error', fail);
        passOverInterimAnswers(socket);
        callback(null, socket);
      });
  };

  destroy(): void {
    for (const socket of this.sockets) socket.destroy(new OutboundFailure('cancelled', 'signal'));
  }

  private secure(to: buildConnector.Options): Socket {
    return connectTls({
      ...this.tcp(to, 443),
      // SNI accepts no address; in that case, the certificate is checked against `host`.
      servername: isIP(to.hostname) === 0 ? to.hostname : '',
      // Explicit, because NODE_TLS_REJECT_UNAUTHORIZED would otherwise decide.
      rejectUnauthorized: true,
      ALPNProtocols: ['http/1.1'],
      ...(this.ca === undefined ? {} : { ca: this.ca }),
    });
  }

  private tcp(to: buildConnector.Options, defaultPort: number) {
    return {
      host: to.hostname,
      port: Number(to.port) || defaultPort,
      lookup: this.lookup,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
      noDelay: true,
    };
  }
}
