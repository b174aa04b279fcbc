import { PassThrough } from 'node:stream';
import type { Response } from 'express';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { countsIn } from '../counts/campaign-counts.js';
import { ProgressStream } from './progress-stream.js';

const RUNNING = {
  status: 'running',
  statusReason: null,
  counts: countsIn({ status: { pending: 2 }, callable: {}, reason: {}, disposition: {}, registry: {} }),
} as const;
const AT = new Date('2026-11-25T01:00:00.000Z');

// Its response is closed once the receiver has read all of it.
describe('a stream that has ended', () => {
  afterEach(() => vi.restoreAllMocks());

  const ended = () => {
    const response = new PassThrough();
    const stream = new ProgressStream('campaign', response as unknown as Response, undefined);
    stream.end();
    return { response, stream };
  };
  const later = (ms: number): void => {
    const now = performance.now();
    vi.spyOn(performance, 'now').mockReturnValue(now + ms);
  };

  // A write after the end is an error that nothing handles: it stops the process. campaigns 11.6
  it('is sent no more progress and no heartbeat', async () => {
    const { response, stream } = ended();
    later(20_000);
    stream.send(RUNNING, AT);
    stream.beat();
    expect(await response.toArray()).toEqual([]);
  });

  it('is closed if its receiver reads nothing', () => {
    const { response, stream } = ended();
    later(31_000);
    stream.beat();
    expect(response.destroyed).toBe(true);
  });
});
