import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { InFlight } from '../shared/in-flight.js';

// A request that is in transit arrives within a round trip.
const GRACE_MS = 100;

/**
 * Closes an HTTP server without losing a response: until its last connection is closed, responses
 * carry `Connection: close`.
 */
export class ConnectionDrain {
  private readonly inFlight = new InFlight<ServerResponse>();
  private isLeaving = false;
  private isClosing = false;

  constructor(private readonly server: Server) {
    server.on('request', (_request: IncomingMessage, response: ServerResponse) => this.follow(response));
  }

  /** From now on every response asks its client to reconnect. */
  begin(): void {
    this.isLeaving = true;
    for (const response of this.inFlight) this.sendAway(response);
  }

  /** Accepts no new connections, and resolves when the last one has been answered and closed. */
  async close(): Promise<void> {
    if (!this.server.listening) return;
    this.begin();
    // Closing the port resets queued connections, so each response announces it to clients first.
    if (await this.hasConnections()) await delay(GRACE_MS);
    // http.Server's close() would immediately close connections that seem idle although a request
    // is in transit.
    const closed = new Promise<void>((resolve) => {
      NetServer.prototype.close.call(this.server, () => resolve());
    });
    await Promise.race([closed, delay(GRACE_MS)]);
    // On a busy machine the process wakes late and timers run first, so the loop must first read
    // what has arrived.
    await Promise.race([closed, nextTurn()]);
    this.isClosing = true;
    this.destroySocket();
    await closed;
  }

  private hasConnections(): Promise<boolean> {
    return new Promise((resolve) => {
      this.server.getConnections((error, count) => resolve(error !== null || count > 0));
    });
  }

  private follow(response: ServerResponse): void {
    const leave = this.inFlight.add(response);
    if (this.isLeaving) this.sendAway(response);
    response.once('close', () => {
      leave();
      if (this.isClosing) this.destroySocket();
    });
  }

  private sendAway(response: ServerResponse): void {
    if (!response.headersSent) response.setHeader('Connection', 'close');
  }

  private destroySocket(): void {
    // To Node, connections that never sent a request are not idle; they do not matter once all
    // requests are answered.
    if (this.inFlight.size === 0) this.server.closeAllConnections();
    else this.server.closeIdleConnections();
  }
}
