import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { Server as HttpsServer } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { createSecureContext } from 'node:tls';
import type { CertificateAuthority } from '../../support/certificate-authority.js';
import { listenApart } from '../../support/ports.js';

interface Received {
  readonly serverName: string | false | null;
  readonly host: string | undefined;
  readonly body: string;
}

/**
 * An HTTPS server on loopback that presents a certificate for each name it is asked for, as long as
 * it has one.
 */
export class Receiver {
  readonly received: Received[] = [];
  connections = 0;
  /** Handles a request once its body has arrived; tests replace it. */
  answer: (response: ServerResponse, request: IncomingMessage) => void = (response) => response.end('ok');
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: HttpsServer) {
    server.on('connection', (socket: Socket) => {
      this.connections += 1;
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket)).on('error', () => undefined);
    });
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        this.received.push({
          serverName: (request.socket as TLSSocket).servername ?? null,
          host: request.headers.host,
          body: Buffer.concat(chunks).toString(),
        });
        this.answer(response, request);
      });
    });
  }

  /**
   * @param certificates hosts that a certificate is for, by the name that is asked for; the first
   *   serves all others
   * @param lastYear two digits, the year in which they end
   */
  static async start(
    authority: CertificateAuthority,
    certificates: Readonly<Record<string, readonly string[]>>,
    lastYear?: number,
  ): Promise<Receiver> {
    const issued = Object.entries(certificates).map(
      ([name, hosts]) => [name, authority.issue(hosts, lastYear === undefined ? {} : { lastYear })] as const,
    );
    const byName = new Map(issued.map(([name, credentials]) => [name, createSecureContext(credentials)]));
    const server = createServer({
      ...issued[0]?.[1],
      SNICallback: (name, callback) => callback(null, byName.get(name)),
    });
    await listenApart(server);
    return new Receiver(server);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Connections that are currently open. */
  get open(): number {
    return this.sockets.size;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

/** A TCP server on all of loopback. */
export class TcpReceiver {
  connections = 0;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    accept: (socket: Socket) => void,
  ) {
    server.on('connection', (socket) => {
      this.connections += 1;
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket)).on('error', () => undefined);
      accept(socket);
    });
  }

  static async start(accept: (socket: Socket) => void): Promise<TcpReceiver> {
    const server = createTcpServer();
    await listenApart(server, '0.0.0.0');
    return new TcpReceiver(server, accept);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Connections that are currently open. */
  get open(): number {
    return this.sockets.size;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
