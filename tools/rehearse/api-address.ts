import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';

/** Shorter than an API process keeps idle connections (docs/operations.md, "The edge"). */
const IDLE_MS = 50_000;

/** One address for several API processes, like that of a load balancer. */
export class ApiAddress {
  private targets: readonly string[];
  private turn = 0;
  private readonly agent = new Agent({ keepAlive: true, timeout: IDLE_MS });
  private readonly server: Server = createServer((from, to) => this.forward(from, to));

  private constructor(targets: readonly string[]) {
    this.targets = targets;
  }

  static async start(targets: readonly string[]): Promise<ApiAddress> {
    const address = new ApiAddress(targets);
    // Clients close idle connections, not this address: otherwise a request could meet a closing
    // connection.
    address.server.keepAliveTimeout = 10 * IDLE_MS;
    address.server.listen(0, '127.0.0.1');
    await once(address.server, 'listening');
    return address;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Sends new requests to another process. */
  replace(one: string, other: string): void {
    this.targets = this.targets.map((target) => (target === one ? other : target));
  }

  stop(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    this.agent.destroy();
    return Promise.resolve();
  }

  private forward(from: IncomingMessage, to: ServerResponse): void {
    const target = this.targets[(this.turn += 1) % this.targets.length]!;
    const onward = request(
      new URL(from.url ?? '/', target),
      { method: from.method, headers: from.headers, agent: this.agent },
      (answer) => {
        to.writeHead(answer.statusCode ?? 502, answer.headers);
        pipeline(answer, to, () => undefined);
      },
    );
    onward.on('error', ({ message }) =>
      to.headersSent ? to.destroy() : to.writeHead(502).end(JSON.stringify({ message })),
    );
    pipeline(from, onward, () => undefined);
  }
}
