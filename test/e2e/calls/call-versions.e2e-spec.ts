import { beforeEach, describe, expect, it } from 'vitest';
import { aCall } from '../../support/builders.js';
import { perTest } from '../../support/frames.js';
import { useSharedApp } from '../../support/shared-app.js';
import { useProjectFixture } from '../configuration/editing.js';
import { aRuntime } from '../releases/releasing.js';
import { choose, end, publishFirstVersion, staged } from '../releases/staging.js';

interface Answer {
  readonly accepted: number;
  readonly rejected: number;
  readonly warnings: readonly Record<string, unknown>[];
}

const MINUTE_MS = 60_000;
const numberOf = (index: number): string => `+6149157${String(index).padStart(4, '0')}`;

describe('the version of an ingested call', () => {
  const test = useSharedApp();
  const desk = useProjectFixture(test);
  let key: string;
  let publishedMs: number;
  const published = perTest(() => publishFirstVersion(test, desk));
  beforeEach(async () => {
    key = await aRuntime(test, desk);
    publishedMs = Date.parse(published.published_at);
  });

  const startingAt = (ms: number) => ({
    started_at_utc: new Date(ms).toISOString(),
    ended_at_utc: null,
    call_status: 'in_progress',
  });
  const ingest = async (...calls: readonly object[]): Promise<Answer> => {
    const answer = await test
      .request()
      .post('/internal/v1/calls')
      .set('X-API-Key', key)
      .send(calls.map((call) => aCall(desk.projectId, { ...startingAt(publishedMs), ...call })))
      .expect(200);
    return answer.body as Answer;
  };
  const shown = async (callId: string): Promise<string> => {
    const answer = await test.request().get(`/v1/calls/${callId}`).set(desk.admin).expect(200);
    const { version_number, version_source } = answer.body as Record<string, unknown>;
    return `${String(version_number)} ${String(version_source)}`;
  };
  const codes = ({ warnings }: Answer): string[] =>
    warnings.map(({ index, code, field }) => `${String(index)} ${String(code)} ${String(field)}`);

  // calls-ingest 2.10, calls 5.3
  it('is the one that its runtime reports', async () => {
    const { content_hash } = published;
    const answer = await ingest(
      { call_id: 'plain', version_number: 1 },
      { call_id: 'hashed', version_number: 1, content_hash },
      // The clock of this runtime is slow by less than a minute.
      { call_id: 'early', version_number: 1, ...startingAt(publishedMs - MINUTE_MS) },
    );
    expect(answer).toMatchObject({ accepted: 3, rejected: 0, warnings: [] });
    for (const callId of ['plain', 'hashed', 'early']) expect(await shown(callId)).toBe('1 reported');
  });

  // calls-ingest 2.11
  it('is the published one without a report, and none before there was one', async () => {
    await ingest({ call_id: 'silent' }, { call_id: 'before', ...startingAt(publishedMs - 1) });
    expect(await shown('silent')).toBe('1 inferred');
    expect(await shown('before')).toBe('null null');
  });

  // calls-ingest 1.10, 2.10, 2.11
  it('is the published one with a warning, if the reported one cannot have served it', async () => {
    const release = await staged(test, desk, { percent: 1 });
    const stagedMs = Date.parse(release.started_at);
    const other = await test.world.aProject(desk.tenant);
    const answer = await ingest(
      { call_id: 'never', version_number: 99 },
      { call_id: 'future', version_number: 2, ...startingAt(stagedMs - MINUTE_MS - 1) },
      { call_id: 'other-hash', version_number: 1, content_hash: release.content_hash },
      { call_id: 'foreign', version_number: 1, project_id: other },
      { call_id: 'refused', version_number: 99, direction: 'sideways' },
      { call_id: 'unknown', version_number: 99, project_id: 'nobodys' },
    );
    expect(answer).toMatchObject({ accepted: 4, rejected: 2 });
    expect(codes(answer)).toEqual([0, 1, 2, 3].map((index) => `${index} unknown_version version_number`));
    expect(JSON.stringify(answer.warnings)).not.toContain('99');
    expect(await shown('never')).toBe('1 inferred');
    expect(await shown('other-hash')).toBe('1 inferred');
    const foreign = await test.request().get('/v1/calls/foreign').set(desk.admin).expect(200);
    expect(foreign.body).toMatchObject({ version_number: null, version_source: null });
  });

  // calls-ingest 2.11
  it('is the staged one for the callers that the release draws, until it ends', async () => {
    const release = await staged(test, desk, { percent: 50 });
    const from = Date.parse(release.started_at);
    const callers = Array.from({ length: 24 }, (_, index) => numberOf(index));
    const chosen = await Promise.all(
      callers.map(async (caller_number, index) => {
        const answer = await choose(test, desk, key, { caller_number, call_id: `drawn-${index}` }).expect(
          200,
        );
        return (answer.body as { version_number: number }).version_number;
      }),
    );
    expect(new Set(chosen)).toEqual(new Set([1, 2]));
    const withheld = await choose(test, desk, key, { call_id: 'withheld' }).expect(200);
    await ingest(
      ...callers.map((caller_number, index) => ({
        call_id: `drawn-${index}`,
        caller_number,
        ...startingAt(from),
      })),
      { call_id: 'withheld', ...startingAt(from) },
    );
    const stored = await Promise.all(callers.map((_, index) => shown(`drawn-${index}`)));
    expect(stored).toEqual(chosen.map((version) => `${version} inferred`));
    expect(await shown('withheld')).toBe(
      `${(withheld.body as { version_number: number }).version_number} inferred`,
    );
    const ended = await end(test, desk, 'take-back', 2).expect(200);
    const endedMs = Date.parse((ended.body as { ended_at: string }).ended_at);
    const drawn = chosen.indexOf(2);
    const caller_number = callers[drawn];
    await ingest(
      { call_id: 'after', caller_number, ...startingAt(endedMs) },
      // The runtime had not yet fetched the published version.
      { call_id: 'kept', caller_number, version_number: 2, ...startingAt(endedMs) },
    );
    expect([await shown('after'), await shown('kept')]).toEqual(['1 inferred', '2 reported']);
  });

  // calls-ingest 2.11, 3.1
  it('is the published one for all once a release is finished, and follows the newest revision', async () => {
    const numbers = [numberOf(7)];
    const release = await staged(test, desk, { numbers });
    const from = Date.parse(release.started_at);
    await ingest(
      { call_id: 'listed', caller_number: numbers[0], ...startingAt(from) },
      { call_id: 'unlisted', caller_number: numberOf(8), ...startingAt(from) },
    );
    expect([await shown('listed'), await shown('unlisted')]).toEqual(['2 inferred', '1 inferred']);
    const ended = await end(test, desk, 'finish', 2).expect(200);
    const endedMs = Date.parse((ended.body as { ended_at: string }).ended_at);
    await ingest(
      { call_id: 'later', ...startingAt(endedMs) },
      { call_id: 'earlier', ...startingAt(endedMs - 1) },
    );
    expect([await shown('later'), await shown('earlier')]).toEqual(['2 inferred', '1 inferred']);
    await ingest({ call_id: 'later', revision: 2, version_number: 1, ...startingAt(endedMs) });
    expect(await shown('later')).toBe('1 reported');
  });
});

describe('the parts of a cost', () => {
  const test = useSharedApp();

  // calls-ingest 1.10, 2.9
  it('are left out with a warning if they do not add up, and the call is taken', async () => {
    const tenant = await test.world.aTenant();
    const project = await test.world.aProject(tenant);
    const key = await test.world.aKey(tenant, 'runtime-ingest');
    const reader = await test.world.aKey(tenant, 'read-only');
    const calls = [
      aCall(project, { cost_parts: { model: 0.5, telephony: 0.25 } }),
      aCall(project, { cost_usd: 0.5, cost_parts: { model: 0.5, telephony: 0.25 } }),
    ];
    const answer = await test.request().post('/internal/v1/calls').set('X-API-Key', key).send(calls);
    expect(answer.body).toMatchObject({
      accepted: 2,
      rejected: 0,
      warnings: [
        { index: 1, call_id: calls[1]!['call_id'], code: 'cost_parts_mismatch', field: 'cost_parts' },
      ],
    });
    const detailOf = async (call: Record<string, unknown>): Promise<unknown> =>
      (
        await test
          .request()
          .get(`/v1/calls/${String(call['call_id'])}`)
          .set('X-API-Key', reader)
      ).body;
    expect(await detailOf(calls[0]!)).toMatchObject({
      cost_usd: 0.75,
      cost_parts: { model: 0.5, telephony: 0.25, platform: null },
    });
    expect(await detailOf(calls[1]!)).toMatchObject({ cost_usd: 0.5, cost_parts: null });
  });
});
