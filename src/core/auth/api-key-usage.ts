import { BeforeApplicationShutdown, Injectable, Logger, OnApplicationBootstrap } from '@nestjs/common';
import { SystemQueries } from '../metadata/system-queries.js';
import { TOUCH_API_KEYS } from './identity.queries.js';

// last_used_at may lag by five minutes; one write a minute for all keys together stays well inside that even
// when one or two of them fail.
const FLUSH_MS = 60_000;

/** Remembers when keys were used and writes it down once a minute, so that no request pays for a write. */
@Injectable()
export class ApiKeyUsage implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(ApiKeyUsage.name);
  private lastUsed = new Map<string, Date>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly reads: SystemQueries) {}

  note(keyId: string, at: Date): void {
    this.lastUsed.set(keyId, at);
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.flush(), FLUSH_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  /** Writes what was noted since the last time; what cannot be written is kept for the next. */
  async flush(): Promise<void> {
    if (this.lastUsed.size === 0) return;
    const batch = this.lastUsed;
    this.lastUsed = new Map();
    try {
      await this.reads.query(TOUCH_API_KEYS, [[...batch.keys()], [...batch.values()]]);
    } catch {
      this.logger.warn('Could not write when API keys were last used; trying again with the next flush.');
      for (const [keyId, at] of batch) if (!this.lastUsed.has(keyId)) this.lastUsed.set(keyId, at);
    }
  }
}
