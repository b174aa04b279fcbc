import { EventEmitter } from 'node:events';
import { BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { Client } from 'pg';
import { SETTINGS, type Settings } from '../../../config/settings.js';
import type { Tenant } from '../../shared/auth-context.js';
import { destroySocket } from '../driver/socket-of.js';
import { pinSession } from '../driver/session-settings.js';

// If a store does not answer by then, the next waiting request tries to listen again.
const CONNECT_MS = 1_000;

/** The channel of all notices: JSON arrays of client, environment and topic. */
const NOTICES_CHANNEL = 'store_notices';

const nameOf = (clientId: unknown, dataEnv: unknown, topic: unknown): string =>
  JSON.stringify([clientId, dataEnv, topic]);

/**
 * Lets requests wait for notifications that transactions of a tenant's store send at their commit,
 * over one connection per store. A notification may be lost with its connection; then all waiting
 * requests are woken.
 */
@Injectable()
export class StoreNotices implements BeforeApplicationShutdown {
  private readonly woken = new EventEmitter().setMaxListeners(0);
  private readonly listening = new Map<string, Promise<Client | null>>();
  private isStopping = false;

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /** Waiting requests get the current state. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    this.wakeAll();
    await Promise.all([...this.listening.values()].map(async (opening) => (await opening)?.end()));
  }

  /**
   * Resolves once it listens to the stores that answer, so that it receives all of their later
   * notifications.
   */
  async listen(): Promise<void> {
    if (this.isStopping) return;
    const { urls } = this.settings.tenantStores;
    await Promise.all([...urls].map(([storeId, url]) => this.listenTo(storeId, url)));
  }

  /** Resolves at the next notice of this topic to the tenant, or when the signal is aborted. */
  next({ clientId, dataEnv }: Tenant, topic: string, signal: AbortSignal): Promise<void> {
    const name = nameOf(clientId, dataEnv, topic);
    const { promise, resolve } = Promise.withResolvers<void>();
    if (this.isStopping || signal.aborted) resolve();
    this.woken.once(name, resolve);
    this.woken.once('all', resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
    return promise.finally(() => {
      this.woken.off(name, resolve);
      this.woken.off('all', resolve);
    });
  }

  private listenTo(storeId: string, url: string): Promise<Client | null> {
    const known = this.listening.get(storeId);
    if (known) return known;
    const opening = this.open(storeId, url).catch(() => {
      this.listening.delete(storeId);
      return null;
    });
    this.listening.set(storeId, opening);
    return opening;
  }

  private async open(storeId: string, url: string): Promise<Client> {
    const client = new Client({
      connectionString: url,
      application_name: 'telephony-platform notices',
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: CONNECT_MS,
      keepAlive: true,
    });
    const forget = (): void => {
      this.listening.delete(storeId);
      this.wakeAll();
    };
    client.on('error', forget);
    client.on('end', forget);
    client.on('notification', ({ payload }) => this.hear(payload));
    try {
      await client.connect();
      await pinSession(client);
      await client.query(`LISTEN ${NOTICES_CHANNEL}`);
    } catch (error) {
      // If left open, each waiting request would add a connection.
      destroySocket(client);
      throw error;
    }
    return client;
  }

  /** PostgreSQL lets every login notify, so messages that are not ours are ignored. */
  private hear(payload: string | undefined): void {
    try {
      const message: unknown = JSON.parse(payload ?? '');
      if (Array.isArray(message)) this.woken.emit(nameOf(message[0], message[1], message[2]));
    } catch {
      // Not our message.
    }
  }

  private wakeAll(): void {
    this.woken.emit('all');
  }
}
