import { setTimeout as delay } from 'node:timers/promises';
import { ExecutionContext, Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { PlatformError } from '../../../core/shared/platform-error.js';
import { ProjectVisibility } from '../../../core/tenancy/project-visibility.service.js';
import { AccessRevalidation } from '../../../core/tenancy/access-revalidation.service.js';
import type { ProgressStream } from './progress-stream.js';

// Credentials are cheap to check, many streams in one statement, so a revoked key stops within
// seconds.
const ASK_EVERY_MS = 5_000;
// If the rights cannot be read for this long, the stream ends; with the preceding interval, this is
// less than a minute.
const UNKNOWN_MS = 40_000;

/** The rights that the stream's caller had when it was admitted. */
interface Admission {
  readonly auth: AuthContext;
  readonly projectId: string;
  readonly context: ExecutionContext;
}

/** Ends streams whose callers may no longer see their campaigns (campaigns 11.5). */
@Injectable()
export class ProgressRights {
  constructor(
    private readonly access: AccessRevalidation,
    private readonly projects: ProjectVisibility,
  ) {}

  /** @returns a function that ends the watch when the stream closes */
  watch(stream: ProgressStream, admission: Admission): () => void {
    const over = new AbortController();
    void this.ask(stream, admission, over.signal);
    return () => over.abort();
  }

  private async ask(stream: ProgressStream, admission: Admission, signal: AbortSignal): Promise<void> {
    let knownAt = performance.now();
    for (;;) {
      await delay(ASK_EVERY_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      const answer = await this.isAdmitted(admission);
      if (answer === 'yes') knownAt = performance.now();
      else if (answer === 'no' || performance.now() - knownAt > UNKNOWN_MS) return stream.end();
    }
  }

  private async isAdmitted({ context, projectId }: Admission): Promise<'yes' | 'no' | 'unknown'> {
    try {
      const auth = await this.access.revalidate(context);
      const visible = await this.projects.campaignProjects(auth);
      return visible === 'all' || visible.includes(projectId) ? 'yes' : 'no';
    } catch (error) {
      const isRefusal = error instanceof PlatformError && error.entry.status < 500;
      return isRefusal ? 'no' : 'unknown';
    }
  }
}
