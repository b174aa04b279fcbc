import { RefusedError } from './http.ts';
import type { RuntimeClient } from './http.ts';

/** The outcome of a report, with the fields that the sandbox needs. */
interface Outcome {
  readonly error: { readonly status: number; readonly code: string } | null;
}

interface Waiting {
  readonly report: object;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/** The most reports that the API accepts at once. */
const MAX_REPORTS = 200;
/**
 * Unnoticeable in a call; with hundreds of calls in progress, it combines dozens of reports into
 * one request.
 */
const COLLECT_MS = 20;
/** Reports that were refused for lack of time are sent again after this pause. */
const PAUSE_MS = 200;

/** Reports on dispatches, collected for a moment and sent together. */
export class Reports {
  private readonly client: Pick<RuntimeClient, 'post'>;
  private readonly signal: AbortSignal;
  private waiting: Waiting[] = [];

  /** @param signal once aborted, nothing is repeated */
  constructor(client: Pick<RuntimeClient, 'post'>, signal: AbortSignal) {
    this.client = client;
    this.signal = signal;
  }

  /**
   * Resolves when the report was accepted, or the signal was aborted. It retries until then, which
   * is harmless.
   * @throws RefusedError
   */
  report(dispatchId: string, fields: object): Promise<void> {
    const report = { dispatch_id: dispatchId, at_utc: new Date().toISOString(), ...fields };
    return new Promise((done, failed) => {
      this.collect({ report, done, failed });
    });
  }

  private collect(one: Waiting): void {
    this.waiting.push(one);
    if (this.waiting.length === MAX_REPORTS) void this.send();
    else if (this.waiting.length === 1) setTimeout(() => void this.send(), COLLECT_MS);
  }

  private async send(): Promise<void> {
    const sent = this.waiting;
    this.waiting = [];
    if (sent.length === 0) return;
    try {
      const body = { reports: sent.map(({ report }) => report) };
      const answer = await this.client.post('/internal/v1/dispatches/reports', body, this.signal);
      const results = (answer as { results: Outcome[] } | null)?.results;
      for (const [index, one] of sent.entries()) this.settle(one, results?.[index]?.error ?? null);
    } catch (error) {
      for (const { failed } of sent) failed(error);
    }
  }

  private settle(one: Waiting, error: Outcome['error']): void {
    if (error === null || (error.status >= 500 && this.signal.aborted)) one.done();
    else if (error.status >= 500) setTimeout(() => this.collect(one), PAUSE_MS);
    else one.failed(new RefusedError(`A report was answered ${error.status}: ${JSON.stringify(error)}`));
  }
}
