import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import type { Settings } from '../../src/config/settings.js';

/** Bytes before the first message with a type: its length, and the protocol version. */
const STARTUP_LENGTH_BYTES = 4;
const STATEMENTS = ['E', 'Q'].map((type) => type.charCodeAt(0));
const BIND = 'B'.charCodeAt(0);

interface Link {
  readonly near: Socket;
  readonly far: Socket;
}

/**
 * A proxy on loopback between one process and all of its databases that stops it at its n-th
 * statement in any of them: the statement and everything after it does not go through, or its
 * answer and everything after that.
 */
export class StatementGate {
  /** Statements that have arrived since the start, including those that were held. */
  seen = 0;
  private readonly servers: Server[] = [];
  private readonly links = new Set<Link>();
  private left = Number.POSITIVE_INFINITY;
  private place: 'before' | 'after' = 'before';
  private name: string | null = null;
  private isShut = false;
  private held: (() => void)[] = [];
  private trip: () => void = () => undefined;

  /** Connections through the gate, including those that are held. */
  get connections(): number {
    return this.links.size;
  }

  /** These settings with all databases behind the gate. */
  async behind(settings: Settings): Promise<Settings> {
    const { metadata, tenantStores } = settings;
    const urls = new Map<string, string>();
    for (const [storeId, url] of tenantStores.urls) urls.set(storeId, await this.before(url));
    return {
      ...settings,
      metadata: { ...metadata, url: await this.before(metadata.url) },
      tenantStores: { ...tenantStores, urls },
    };
  }

  /** The address of a database through the gate. */
  async before(url: string): Promise<string> {
    const target = new URL(url);
    const server = createServer({ noDelay: true }, (near) => this.accept(near, target));
    this.servers.push(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const own = new URL(url);
    own.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    return own.toString();
  }

  /**
   * @returns resolves when the n-th statement from now on, or its answer, has arrived and is held
   */
  stopAt(n: number, place: 'before' | 'after'): Promise<void> {
    this.left = n;
    this.place = place;
    return new Promise((resolve) => (this.trip = resolve));
  }

  /** @returns resolves when a statement with this name has arrived and is held */
  stopAtNamed(name: string): Promise<void> {
    this.name = name;
    return new Promise((resolve) => (this.trip = resolve));
  }

  /** Releases everything that was held, and holds nothing further. */
  letGo(): void {
    const held = this.held;
    this.open();
    for (const pass of held) pass();
  }

  /** Cuts the connections that were held, and lets new ones through. */
  cut(): void {
    for (const { near, far } of this.links) {
      near.destroy();
      far.destroy();
    }
    this.links.clear();
    this.open();
  }

  /** Holds nothing further. */
  open(): void {
    this.left = Number.POSITIVE_INFINITY;
    this.name = null;
    this.isShut = false;
    this.held = [];
  }

  async close(): Promise<void> {
    this.cut();
    await Promise.all(this.servers.map((server) => new Promise((resolve) => server.close(resolve))));
  }

  private pass(write: () => void): void {
    if (this.isShut) this.held.push(write);
    else write();
  }

  private shut(): void {
    this.isShut = true;
    this.trip();
  }

  private accept(near: Socket, target: URL): void {
    const far = connect(Number(target.port), target.hostname);
    const link = { near, far };
    this.links.add(link);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => {
        other.destroy();
        this.links.delete(link);
      });
    }
    let owesAnswer = false;
    const messages = new Messages();
    near.on('data', (sent: Buffer) => {
      for (const message of messages.of(sent)) {
        const isNamed = this.name !== null && messages.haveTypes && nameOf(message) === this.name;
        if (!this.isShut && isNamed) this.shut();
        const isStatement = messages.haveTypes && STATEMENTS.includes(message[0]!);
        if (isStatement) this.seen += 1;
        if (!this.isShut && isStatement && (this.left -= 1) === 0) {
          if (this.place === 'before') this.shut();
          else owesAnswer = true;
        }
        this.pass(() => far.write(message));
      }
    });
    far.on('data', (sent: Buffer) => {
      if (owesAnswer) this.shut();
      owesAnswer = false;
      this.pass(() => near.write(sent));
    });
  }
}

/** The name of the prepared statement to which a message binds values. */
function nameOf(message: Buffer): string | null {
  if (message[0] !== BIND) return null;
  // After the portal's name; both names end with a zero byte.
  const begins = message.indexOf(0, 1 + STARTUP_LENGTH_BYTES) + 1;
  return message.toString('utf8', begins, message.indexOf(0, begins));
}

/** Splits a client's stream into the messages of PostgreSQL's protocol. */
class Messages {
  /** Whether the startup message, which has no type byte, has passed. */
  haveTypes = false;
  private haveStarted = false;
  private rest = Buffer.alloc(0);

  *of(sent: Buffer): Generator<Buffer> {
    this.rest = Buffer.concat([this.rest, sent]);
    for (;;) {
      const typeBytes = this.haveStarted ? 1 : 0;
      if (this.rest.length < typeBytes + STARTUP_LENGTH_BYTES) return;
      const length = typeBytes + this.rest.readInt32BE(typeBytes);
      if (this.rest.length < length) return;
      const message = this.rest.subarray(0, length);
      this.rest = this.rest.subarray(length);
      this.haveTypes = this.haveStarted;
      this.haveStarted = true;
      yield message;
    }
  }
}
