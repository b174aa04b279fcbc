import { Inject, Injectable } from '@nestjs/common';
import { JwksClient } from 'jwks-rsa';
import { SETTINGS, type Settings } from '../../../config/settings.js';
import { LoggableError, unavailable } from '../../shared/platform-error.js';
import { Clock } from '../../time/clock.js';

// A flood of made-up key ids must not reach the identity provider. A new key waits at most a
// minute.
const REFRESH_MS = 60_000;
// Sooner if the first request failed, because without keys every sign-in fails.
const RETRY_MS = 5_000;
// By then, keys that the provider has withdrawn are removed.
const MAX_AGE_MS = 10 * 60_000;
const FETCH_TIMEOUT_MS = 2_000;

/**
 * The identity provider's public keys, cached and refreshed as one set. With a cache per key id,
 * strangers could use up the one request a minute and lock out a known key that has just expired.
 */
@Injectable()
export class SigningKeys {
  private readonly client: JwksClient | null;
  private keys = new Map<string, string>();
  private fetchedAt = -Infinity;
  private askedAt = -Infinity;
  private refreshing: Promise<void> | undefined;

  constructor(
    @Inject(SETTINGS) settings: Settings,
    private readonly clock: Clock,
  ) {
    this.client = settings.bearer
      ? new JwksClient({ jwksUri: settings.bearer.jwksUrl, cache: false, timeout: FETCH_TIMEOUT_MS })
      : null;
  }

  /**
   * The PEM public key, or null for a key id that the provider does not publish.
   * @throws 503 when no key is known because the provider does not answer
   */
  async find(keyId: string): Promise<string | null> {
    const now = this.clock.now().getTime();
    const isStale = now - this.fetchedAt > MAX_AGE_MS;
    const mayAsk = now - this.askedAt >= (this.keys.size === 0 ? RETRY_MS : REFRESH_MS);
    if ((isStale || !this.keys.has(keyId)) && (mayAsk || this.refreshing)) await this.refresh(now);
    if (this.keys.size === 0)
      throw unavailable(
        new LoggableError('the identity provider publishes no signing keys'),
        RETRY_MS / 1000,
      );
    return this.keys.get(keyId) ?? null;
  }

  private refresh(now: number): Promise<void> {
    this.refreshing ??= this.fetch(now).finally(() => (this.refreshing = undefined));
    return this.refreshing;
  }

  private async fetch(now: number): Promise<void> {
    this.askedAt = now;
    try {
      const published = await this.client?.getSigningKeys();
      this.keys = new Map(published?.map((key) => [key.kid, key.getPublicKey()]));
      this.fetchedAt = now;
    } catch {
      // The known keys stay in use; find() throws a 503 if there are none.
    }
  }
}
