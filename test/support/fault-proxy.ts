import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import type { Settings } from '../../src/config/settings.js';
import { punctually } from './app.js';
import type { TestDatabases } from './databases.js';
import { listenApart } from './ports.js';

/**
 * A proxy between the application and its database.
 * - pass: everything goes through
 * - refuse: the port is closed; open connections are closed
 * - reset: open and new connections are reset
 * - black hole: open connections are closed, new ones are accepted and never answered
 * - lose commits: everything goes through, but no answer comes back after a COMMIT, which is done
 *   all the same
 * - freeze: open connections stay open and nothing ever moves on them again; new ones as in a
 *   black hole
 */
type FaultMode = 'pass' | 'lose commits' | 'refuse' | 'reset' | 'black hole' | 'freeze';

interface Link {
  readonly near: Socket;
  readonly far: Socket | null;
}

/**
 * A TCP proxy on loopback before a database, which can fail in every way in which a network or host
 * can.
 */
export class FaultProxy {
  /** New connections since the start, including failed ones. */
  accepted = 0;
  private mode: FaultMode = 'pass';
  private fuse: { left: number; readonly mode: FaultMode } | null = null;
  private readonly links = new Set<Link>();
  private server: Server | undefined;
  private port = 0;

  private constructor(private readonly target: URL) {}

  /** @param url address of the database */
  static async before(url: string): Promise<FaultProxy> {
    const proxy = new FaultProxy(new URL(url));
    await proxy.listen();
    return proxy;
  }

  /** The address of the database through the proxy. */
  get url(): string {
    const url = new URL(this.target);
    url.host = `127.0.0.1:${this.port}`;
    return url.toString();
  }

  async become(mode: FaultMode): Promise<void> {
    this.mode = mode;
    for (const link of this.links) this.disturb(link, mode);
    if (mode === 'refuse') await this.stopListening();
    else if (!this.server) await this.listen();
  }

  /** Connections that the application has not closed yet. */
  get open(): number {
    return this.links.size;
  }

  /** Takes effect once the database has sent this many more bytes. */
  becomeAfter(bytes: number, mode: FaultMode): void {
    this.fuse = { left: bytes, mode };
  }

  private burn(bytes: number): void {
    if (this.fuse === null) return;
    this.fuse.left -= bytes;
    if (this.fuse.left > 0) return;
    const { mode } = this.fuse;
    this.fuse = null;
    void this.become(mode);
  }

  /** Lets everything through again; frozen connections stay dead, as after a network change. */
  heal(): Promise<void> {
    return this.become('pass');
  }

  async close(): Promise<void> {
    for (const { near, far } of this.links) {
      near.destroy();
      far?.destroy();
    }
    await this.stopListening();
  }

  private disturb({ near, far }: Link, mode: FaultMode): void {
    if (mode === 'pass') {
      // The database learns that its clients are gone; the near side stays silent.
      far?.removeAllListeners('close').destroy();
      // Reads and discards, to notice when the other side closes.
      near.resume();
      return;
    }
    if (mode === 'lose commits') {
      if (far) near.on('data', (sent: Buffer) => sent.includes('COMMIT') && far.unpipe(near));
    } else if (mode === 'freeze') {
      far?.unpipe(near).pause();
      near.unpipe().pause();
    } else if (mode === 'reset') {
      near.resetAndDestroy();
    } else {
      near.destroy();
    }
  }

  private accept(near: Socket): void {
    this.accepted += 1;
    near.on('error', () => undefined);
    if (this.mode === 'reset') {
      near.resetAndDestroy();
      return;
    }
    const isOpen = this.mode === 'pass' || this.mode === 'lose commits';
    const far = isOpen ? connect(Number(this.target.port), this.target.hostname) : null;
    const link = { near, far };
    this.links.add(link);
    far?.on('error', () => near.destroy());
    far?.on('close', () => near.destroy());
    near.on('close', () => {
      this.links.delete(link);
      far?.destroy();
    });
    if (far) {
      near.pipe(far);
      far.pipe(near);
      far.on('data', (sent: Buffer) => this.burn(sent.length));
      if (this.mode !== 'pass') this.disturb(link, this.mode);
    } else {
      // Reads and discards, to notice when the other side closes.
      near.resume();
    }
  }

  private async listen(): Promise<void> {
    const server = createServer({ noDelay: true }, (near) => this.accept(near));
    if (this.port === 0) this.port = await listenApart(server);
    else await once(server.listen(this.port, '127.0.0.1'), 'listening');
    this.server = server;
  }

  private async stopListening(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    if (server) await new Promise((resolve) => server.close(resolve));
  }
}

/**
 * Settings of a service that reaches store-a only through the proxy, and waits for its answers as
 * long as in other tests: for a store that is gone, and not silent.
 * @param others of its tenant stores
 */
export const patientlyBehind =
  (proxy: FaultProxy, databases: TestDatabases, others: Partial<Settings['tenantStores']> = {}) =>
  (base: Settings): Settings => ({
    ...base,
    tenantStores: {
      ...base.tenantStores,
      ...others,
      urls: new Map([...databases.storeUrls, ['store-a', proxy.url]]),
    },
  });

/** The same, with the waits of a process with default settings. */
export const storeABehind =
  (...behind: Parameters<typeof patientlyBehind>) =>
  (base: Settings): Settings =>
    patientlyBehind(...behind)(punctually(base));

/** The same for the metadata store, by its proxy's address. */
export const metadataBehind =
  (url: string) =>
  (base: Settings): Settings => {
    const punctual = punctually(base);
    return { ...punctual, metadata: { ...punctual.metadata, url } };
  };
