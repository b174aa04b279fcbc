import { BeforeApplicationShutdown, Logger, OnApplicationBootstrap } from '@nestjs/common';

// Usage may lag by five minutes: with one write a minute, two may fail.
const FLUSH_MS = 60_000;

/** Records when things were used and writes it once a minute, so that no request waits for it. */
export abstract class UsageRecorder implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(this.constructor.name);
  private lastUsed = new Map<string, Date>();
  private timer: NodeJS.Timeout | undefined;

  protected abstract write(names: readonly string[], instants: readonly Date[]): Promise<unknown>;

  protected noteUse(name: string, at: Date): void {
    this.lastUsed.set(name, at);
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.flush(), FLUSH_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  /** Writes the usage since the last flush; a failed write is kept for the next one. */
  async flush(): Promise<void> {
    if (this.lastUsed.size === 0) return;
    const batch = this.lastUsed;
    this.lastUsed = new Map();
    try {
      await this.write([...batch.keys()], [...batch.values()]);
    } catch {
      this.logger.warn('Could not write last-used times; the next flush tries again.');
      for (const [name, at] of batch) if (!this.lastUsed.has(name)) this.lastUsed.set(name, at);
    }
  }
}
