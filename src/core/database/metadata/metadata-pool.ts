import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { timed } from '../../shared/tracing/timed.js';
import { connectFailureOf } from '../driver/driver-errors.js';
import { StoreBreaker, type StoreGauge } from '../driver/store-breaker.js';
import type { MetadataClient } from './metadata-client.js';

export const METADATA = 'metadata';

export type LeasedClient = PoolClient & MetadataClient;

type Leased = (
  error: Error | undefined,
  client: LeasedClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

/**
 * The connections to the metadata store, behind a breaker. Every statement that a request waits for
 * needs one, so only this pool has to detect a dead store.
 */
export class MetadataPool extends Pool {
  private readonly breaker: StoreBreaker;

  /** @param sibling another pool of the same store, with which this one shares its breaker */
  constructor(config: PoolConfig, sibling?: MetadataPool) {
    super(config);
    const lease = (): Promise<PoolClient> => this.leaseUnwatched();
    this.breaker = sibling?.breaker ?? new StoreBreaker(METADATA, this, lease);
    if (sibling) this.breaker.share(this, lease);
    this.on('connect', (client) => {
      // A leased connection that dies fails its query; without a listener it would end the process
      // too.
      client.on('error', () => undefined);
      (client as LeasedClient).reportTo(this.breaker);
    });
  }

  /**
   * Like pg's own `connect`, with a promise or a callback.
   * @throws StoreShutError while the store counts as dead
   */
  override connect(): Promise<LeasedClient>;
  override connect(callback: Leased): void;
  override connect(callback?: Leased): Promise<LeasedClient> | void {
    const leasing = this.leaseWhileClosed();
    if (!callback) return leasing;
    leasing.then(
      (client) => callback(undefined, client, (error) => client.release(error)),
      (error: Error) => callback(error, undefined, () => undefined),
    );
  }

  gauge(): StoreGauge {
    return this.breaker.gauge();
  }

  override end(): Promise<void>;
  override end(callback: () => void): void;
  override end(callback?: () => void): Promise<void> | void {
    this.breaker.close();
    return callback ? super.end(callback) : super.end();
  }

  private async leaseWhileClosed(): Promise<LeasedClient> {
    this.breaker.assertClosed();
    try {
      return await this.leaseUnwatched();
    } catch (error) {
      // Only failures count: leasing an idle connection proves nothing.
      return this.breaker.watch(Promise.reject(error as Error));
    }
  }

  private async leaseUnwatched(): Promise<LeasedClient> {
    try {
      // The pool creates clients of the class in its settings.
      return (await timed('poolMs', () => super.connect())) as LeasedClient;
    } catch (error) {
      throw connectFailureOf(METADATA, error);
    }
  }
}

/**
 * The connections that see all tenants: a separate class, so that they are never injected by
 * mistake.
 */
export class SystemPool extends MetadataPool {}
