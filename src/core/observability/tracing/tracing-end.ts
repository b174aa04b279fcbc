import { Injectable, OnApplicationShutdown } from '@nestjs/common';
import { withDeadline } from '../../shared/deadline.js';
import { currentTracing, installTracing } from '../../shared/tracing/tracing.js';

// A collector that does not answer must not delay the end of a process.
const LAST_SPANS_MS = 2_000;

/** Sends the last spans when the process ends. */
@Injectable()
export class TracingEnd implements OnApplicationShutdown {
  async onApplicationShutdown(): Promise<void> {
    const tracing = currentTracing();
    if (tracing === null) return;
    installTracing(null);
    await withDeadline(tracing.stop(), LAST_SPANS_MS).catch(() => undefined);
  }
}
