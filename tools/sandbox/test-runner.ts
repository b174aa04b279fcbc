import { setTimeout as delay } from 'node:timers/promises';
import { RefusedError } from './http.ts';
import type { RuntimeClient } from './http.ts';
import { endOfTestCall, resultOf } from './rehearsals.ts';
import type { ScriptedTest, Sections } from './rehearsals.ts';

interface Waiting {
  readonly items: readonly {
    readonly project_id: string;
    readonly test_calls: number;
    readonly conversation_tests: number;
  }[];
}
interface TakenCalls {
  readonly items: readonly { readonly test_call_id: string; readonly to_number: string }[];
}
interface TakenTests {
  readonly run: { readonly run_id: string; readonly sections: Sections } | null;
  readonly items: readonly (ScriptedTest & { readonly test_id: string; readonly attempt: number })[];
}

/** A person who has started a test expects its end within a second or two. */
const LOOK_MS = 1_000;

/**
 * Claims test calls and conversation tests of all projects of the key's tenant, and reports their
 * results immediately.
 */
export class TestRunner {
  private readonly client: RuntimeClient;

  constructor(client: RuntimeClient) {
    this.client = client;
  }

  /**
   * Runs until the signal is aborted.
   * @throws RefusedError if the API refuses the list of waiting tests
   */
  async run(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      const waiting = (await this.client.get('/internal/v1/waiting-tests', stop)) as Waiting | null;
      for (const { project_id: projectId, test_calls: calls, conversation_tests: tests } of waiting?.items ??
        []) {
        const path = `/internal/v1/projects/${projectId}`;
        if (calls > 0) await this.orLeave(this.callSome(path, stop));
        if (tests > 0) await this.orLeave(this.playSome(path, stop));
      }
      await delay(LOOK_MS, undefined, { signal: stop }).catch(() => undefined);
    }
  }

  private async callSome(path: string, stop: AbortSignal): Promise<void> {
    const taken = (await this.client.post(`${path}/test-calls/take`, {}, stop)) as TakenCalls | null;
    for (const { test_call_id: id, to_number: number } of taken?.items ?? []) {
      const report = (sequence: number, fields: object): Promise<unknown> =>
        this.client.post(
          `${path}/test-calls/${id}/reports`,
          { sequence, at_utc: new Date().toISOString(), ...fields },
          stop,
        );
      const end = endOfTestCall(number);
      const isAnswered = (end as { state: string }).state === 'ended';
      if (isAnswered) await report(1, { state: 'in_call', call_id: `sandbox-${id}` });
      await report(2, end);
    }
  }

  private async playSome(path: string, stop: AbortSignal): Promise<void> {
    const taken = (await this.client.post(`${path}/conversation-tests/take`, {}, stop)) as TakenTests | null;
    if (!taken?.run) return;
    const { run_id: runId, sections } = taken.run;
    for (const test of taken.items) {
      const result = { test_id: test.test_id, attempt: test.attempt, ...resultOf(sections, test) };
      await this.client.post(`${path}/conversation-tests/runs/${runId}/reports`, result, stop);
    }
  }

  /** A refusal for one project, such as one archived at that moment, does not stop the others. */
  private async orLeave(work: Promise<void>): Promise<void> {
    await work.catch((error: unknown) => {
      if (!(error instanceof RefusedError)) throw error;
    });
  }
}
