import { performance } from 'node:perf_hooks';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../support/app.js';
import { aCall } from '../../support/builders.js';
import type { TestTenant } from '../../support/builders.js';

const LIMIT = 10 * 1024 * 1024;
const PATH = '/internal/v1/calls';
/** Less than the time to parse any of the bodies in one piece, which is 350 ms to 1.4 s. */
const PARSED_WHOLE_MS = 300;

/**
 * Begins to measure.
 * @returns how long it has been, in milliseconds, without the time in which this process was ready
 *   and waited for a processor, which on a busy machine says nothing about how long its callers
 *   wait
 */
function stopwatch(): () => number {
  const started = performance.now();
  const loop = performance.eventLoopUtilization();
  const processor = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(processor);
    const starvedMs = performance.eventLoopUtilization(loop).active - (user + system) / 1000;
    return performance.now() - started - Math.max(0, starvedMs);
  };
}

describe('ingest, given bodies that are made to hurt', () => {
  const test = useTestApp();
  let tenant: TestTenant;
  let project: string;
  let key: string;

  beforeAll(async () => {
    tenant = await test.world.aTenant();
    project = await test.world.aProject(tenant);
    key = await test.world.aKey(tenant, 'runtime-ingest');
  });

  const post = (
    body: Buffer<ArrayBuffer> | string,
    headers: Record<string, string> = {},
  ): Promise<Response> =>
    fetch(test.baseUrl + PATH, {
      method: 'POST',
      headers: { 'X-API-Key': key, 'Content-Type': 'application/json', ...headers },
      body,
    });

  // requests 3.3; calls-ingest 1.2
  it('refuses compressed bodies, whose few bytes unfold to the limit', async () => {
    const response = await post(gzipSync('[]'), { 'Content-Encoding': 'gzip' });
    expect(response.status).toBe(415);
    expect(await response.text()).toContain('without a Content-Encoding');
  });

  it('says at once that an announced body is too large', async () => {
    const response = await post(Buffer.alloc(LIMIT + 1, 0x20));
    expect(response.status).toBe(413);
  });

  // Fails if the body is parsed in one step: each of these then blocks the process for about a
  // second.
  it.each([
    ['brackets', '['.repeat(LIMIT / 2) + ']'.repeat(LIMIT / 2), 200],
    ['empty records', `[${'{},'.repeat(LIMIT / 3 - 2)}{}]`, 422],
    ['a record of many names', `[{${Array.from({ length: 500_000 }, (_, i) => `"k${i}":1`).join()}}]`, 200],
    ['newlines', '\n'.repeat(LIMIT), 422],
    ['short lines', 'x\n'.repeat(LIMIT / 2), 422],
  ])('lets others go on while it reads ten megabytes of %s', async (_, body, status) => {
    const type = body.startsWith('[') ? 'application/json' : 'application/x-ndjson';
    const longestWait = async (): Promise<number> => {
      const waits: number[] = [];
      let isDone = false;
      const posted = post(body, { 'Content-Type': type }).then((response) => {
        isDone = true;
        return response;
      });
      while (!isDone) {
        const elapsed = stopwatch();
        expect((await fetch(test.baseUrl)).status).toBe(200);
        waits.push(elapsed());
      }
      expect((await posted).status).toBe(status);
      return Math.max(...waits);
    };
    let longest = Infinity;
    // A fault blocks the process every time; a busy machine does so only sometimes.
    for (let time = 0; time < 3 && longest >= PARSED_WHOLE_MS; time += 1) {
      longest = Math.min(longest, await longestWait());
    }
    expect(longest).toBeLessThan(PARSED_WHOLE_MS);
  });

  // calls-ingest 1.9
  it('serves everybody when one tenant sends many batches at once', async () => {
    const batch = Array.from({ length: 200 }, () => aCall(project));
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => test.request().post(PATH).set('X-API-Key', key).send(batch)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });
});
