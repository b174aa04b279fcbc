/** Thrown instead of a result once a stop was requested. */
class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** Stops running services in the opposite order of their start. */
export class Lifecycle {
  private readonly closers: (() => Promise<void>)[] = [];
  private readonly controller = new AbortController();

  get isStopping(): boolean {
    return this.controller.signal.aborted;
  }

  /** Aborted when a stop is requested. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Requests the stop: every wait ends immediately. */
  requestStop(): void {
    this.controller.abort(new Stopped('stopped'));
  }

  /** Registers how to release something. */
  onClose(close: () => Promise<void>): void {
    this.closers.push(close);
  }

  /**
   * Waits for a resource, and registers its release, even if a stop is requested while it is being
   * created.
   */
  async hold<T>(acquiring: Promise<T>, release: (held: T) => Promise<void>): Promise<T> {
    this.onClose(async () => {
      const outcome = await acquiring.then(
        (held) => ({ held }),
        () => null,
      );
      if (outcome !== null) await release(outcome.held);
    });
    return this.waitFor(acquiring);
  }

  /**
   * Waits for work that needs no release.
   * @throws Stopped if a stop is requested first
   */
  async waitFor<T>(work: Promise<T>): Promise<T> {
    const { signal } = this.controller;
    // The abandoned work may still fail, and no caller waits for it any longer.
    work.catch(() => {});
    let onAbort = () => {};
    const stopped = new Promise<never>((_resolve, reject) => {
      onAbort = () => reject(signal.reason as Error);
      if (signal.aborted) onAbort();
      else signal.addEventListener('abort', onAbort, { once: true });
    });
    try {
      return await Promise.race([work, stopped]);
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  /** Releases everything in reverse order; a failed release does not prevent the others. */
  async close(report: (error: unknown) => void): Promise<void> {
    for (let close = this.closers.pop(); close; close = this.closers.pop()) {
      try {
        await close();
      } catch (error) {
        report(error);
      }
    }
  }
}
