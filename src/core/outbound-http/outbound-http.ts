import type { OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'undici';
import { InFlight } from '../shared/in-flight.js';
import { KeyedLimiter, NoSlotError } from '../shared/keyed-limiter.js';
import { OutboundExchange, type ExchangeAnswer } from './outbound-exchange.js';
import { failureOf, OutboundFailure } from './outbound-failure.js';
import {
  assertSendable,
  cancelled,
  MAX_HEADER_BYTES,
  prepared,
  type OutboundAnswer,
  type OutboundContent,
  type OutboundRequest,
} from './outbound-request.js';
import { targetOf, type OutboundRules, type OutboundTarget } from './outbound-target.policy.js';
import { VettedConnector } from './vetted-connector.js';
import { VettedResolver } from './vetted-resolver.js';

/** Half as many exchanges as connections, so that some can be kept for later exchanges. */
const LIMITS = {
  // Eight connections carry thousands of requests a second to a fast receiver; more do not help a
  // slow one.
  perKey: 8,
  // A hanging exchange holds one connection of about 40 KiB: 80 MiB in total.
  total: 1024,
  maxWaiting: 4096,
  // This wait does not count against the receiver. A request that would wait longer is retried
  // later.
  waitMs: 5000,
  connections: 2048,
};

// The platform needs a status and a short text; the rest is not read, and the connection is closed.
const MAX_ANSWER_BYTES = 16 * 1024;
// Twice the longest limit of any caller (webhooks: 30 s).
const MAX_TIMEOUT_MS = 60_000;

// Four times the number of simultaneous exchanges with different addresses.
const MAX_TARGETS = 4096;

const KEPT = {
  // Below the 5 s after which common servers hang up: a request sent at that moment would be lost.
  keepAliveTimeout: 4000,
  // The maximum if the receiver announces that it keeps connections longer.
  keepAliveMaxTimeout: 30_000,
  // A changed DNS record applies within a minute, even if the connection is always in use.
  clientTtl: 60_000,
};

export interface OutboundOptions extends OutboundRules {
  /** `address:port` of the name servers; by default those of the system. */
  readonly nameServers?: readonly string[];
  /** Authorities to trust instead of those of the system, as PEM. */
  readonly ca?: string;
  readonly limits?: Partial<typeof LIMITS>;
}

type PoolClass = typeof Pool;

let loaded: Promise<{ readonly Pool: PoolClass }> | undefined;

/** Loaded at first use: about 5 MB. */
const undici = () => (loaded ??= import('undici'));

interface Host {
  readonly pool: Pool;
  exchanges: number;
}

/**
 * The only way to send requests to customer addresses: only https, to public addresses and allowed
 * ports, over individually vetted connections (`VettedConnector`), with limits on time, size and
 * number. It follows no redirects, retries nothing, keeps no cookies, and ignores proxies of the
 * environment.
 */
export class OutboundHttp implements OnApplicationShutdown {
  /** By origin: a hanging receiver holds only its own slots. */
  private readonly slots: KeyedLimiter;
  private readonly shares: KeyedLimiter;
  private readonly resolver: VettedResolver;
  private readonly connector: VettedConnector;
  private readonly connections: number;
  private readonly hosts = new Map<string, Host>();
  private readonly targets = new Map<string, OutboundTarget>();
  private readonly underWay = new InFlight<OutboundExchange>();
  private readonly ending = new AbortController();

  constructor(private readonly options: OutboundOptions) {
    const limits = { ...LIMITS, ...options.limits };
    this.connections = limits.connections;
    this.slots = new KeyedLimiter({ ...limits, fairFrom: limits.total / 2 });
    this.shares = new KeyedLimiter({ ...limits, perKey: Math.ceil(limits.total / 2), total: Infinity });
    this.resolver = new VettedResolver(options.allowLoopback, options.nameServers);
    this.connector = new VettedConnector(this.resolver, limits.connections, options.ca);
  }

  /**
   * Checks whether an address may be called now; used when a person configures it.
   * @throws OutboundFailure address_blocked, dns_failed
   */
  async check(url: string): Promise<void> {
    await this.resolver.resolve(this.targetOf(url).host);
  }

  /** @throws OutboundFailure if there is no response; a response of any status is one */
  async request(request: OutboundRequest): Promise<OutboundAnswer> {
    const target = this.targetOf(request.url);
    assertSendable(request, target);
    let since = performance.now();
    try {
      const { Pool } = await undici();
      const release = await this.slotFor(target, request);
      let content: OutboundContent = request;
      try {
        if (request.prepare) content = await prepared(request.prepare, target);
        if (this.isOver(request.signal)) throw cancelled();
      } catch (error) {
        release();
        throw error;
      }
      since = performance.now();
      const answer = await this.exchange(target, request, content, release, Pool);
      return { ...answer, durationMs: performance.now() - since };
    } catch (error) {
      const { code, reason } = failureOf(error);
      throw new OutboundFailure(code, reason, performance.now() - since);
    }
  }

  /** Ends running exchanges (`cancelled`) and closes all connections. */
  async onApplicationShutdown(): Promise<void> {
    this.ending.abort(cancelled());
    for (const exchange of this.underWay) exchange.cancel(cancelled());
    this.resolver.cancel();
    const pools = [...this.hosts.values()].map(({ pool }) => pool);
    this.hosts.clear();
    await Promise.all(pools.map((pool) => pool.destroy()));
    this.connector.destroy();
  }

  /** A receiver may get thousands of requests, so its address is parsed once. */
  private targetOf(url: string): OutboundTarget {
    const known = this.targets.get(url);
    if (known) return known;
    const target = targetOf(url, this.options);
    if (typeof target === 'string') throw new OutboundFailure('address_blocked', target);
    if (this.targets.size >= MAX_TARGETS) this.targets.clear();
    this.targets.set(url, target);
    return target;
  }

  private isOver(signal: AbortSignal | undefined): boolean {
    return this.ending.signal.aborted || signal?.aborted === true;
  }

  private async slotFor(
    { origin }: OutboundTarget,
    { holder, signal }: OutboundRequest,
  ): Promise<() => void> {
    const { signal: ending } = this.ending;
    // Created only for requests that wait; most find a free slot.
    const until = (): AbortSignal => (signal ? AbortSignal.any([ending, signal]) : ending);
    try {
      const leaveShare = this.shares.tryAcquire(holder) ?? (await this.shares.acquire(holder, until()));
      try {
        const leave = this.slots.tryAcquire(origin) ?? (await this.slots.acquire(origin, until()));
        return () => {
          leave();
          leaveShare();
        };
      } catch (error) {
        leaveShare();
        throw error;
      }
    } catch (error) {
      if (this.isOver(signal)) throw cancelled();
      throw error instanceof NoSlotError
        ? new OutboundFailure('busy', error.reason === 'timeout' ? 'no_slot' : 'queue_full')
        : error;
    }
  }

  /** @param release called when the connection is free again, possibly after the caller has its response */
  private async exchange(
    { origin, path }: OutboundTarget,
    request: OutboundRequest,
    content: OutboundContent,
    release: () => void,
    Pool: PoolClass,
  ): Promise<ExchangeAnswer> {
    const host = this.hostOf(origin, Pool);
    host.exchanges += 1;
    const exchange = new OutboundExchange(
      request.answerHeaders ?? [],
      request.maxAnswerBytes ?? MAX_ANSWER_BYTES,
      () => {
        leave();
        release();
        host.exchanges -= 1;
        this.forget(origin, host);
      },
    );
    const leave = this.underWay.add(exchange);
    const timeoutMs = Math.min(content.timeoutMs, MAX_TIMEOUT_MS);
    const timer = setTimeout(() => exchange.cancel(new OutboundFailure('timeout', 'exchange')), timeoutMs);
    const cancel = (): void => exchange.cancel(cancelled());
    request.signal?.addEventListener('abort', cancel);
    try {
      host.pool.dispatch(
        {
          path,
          method: request.method,
          headers: content.headers ?? {},
          body: content.body ?? null,
          headersTimeout: request.headersTimeoutMs ?? MAX_TIMEOUT_MS,
          // While half of all connections are open, none is kept for a next request that may never
          // come.
          reset: this.connector.open >= this.connections / 2,
        },
        exchange,
      );
      return await exchange.answer;
    } finally {
      clearTimeout(timer);
      request.signal?.removeEventListener('abort', cancel);
    }
  }

  private hostOf(origin: string, Pool: PoolClass): Host {
    const known = this.hosts.get(origin);
    if (known) return known;
    const pool = new Pool(origin, {
      connect: this.connector.connect,
      connections: this.options.limits?.perKey ?? LIMITS.perKey,
      allowH2: false,
      maxHeaderSize: MAX_HEADER_BYTES,
      // The exchange has its own time limit.
      bodyTimeout: 0,
      ...KEPT,
    });
    const host: Host = { pool, exchanges: 0 };
    pool.on('disconnect', () => this.forget(origin, host));
    this.hosts.set(origin, host);
    return host;
  }

  /** Drops the state of an origin without connections: partners may name any number of origins. */
  private forget(origin: string, host: Host): void {
    if (host.exchanges > 0 || host.pool.stats.connected > 0 || this.hosts.get(origin) !== host) return;
    this.hosts.delete(origin);
    void host.pool.close();
  }
}
