import type { Row } from '../harness/compare.ts';
import { limits, percentile95 } from '../harness/limits.ts';
import { postRequest, runLoad } from '../harness/load.ts';
import { PROJECT_ID } from '../harness/platform.ts';
import type { ProbeReport } from '../harness/stall-probe.ts';
import { PROBE, QUESTIONS, type KnowledgeBench } from '../harness/stores/knowledge-store.ts';

const PATH = `/v1/projects/${PROJECT_ID}/knowledge/preview`;
const TOP_K = 5;
/**
 * Until PostgreSQL has prepared the statements on each connection, and V8 has compiled the rest.
 */
const WARM_UP = 100;
/** Fewer than a person may request in five minutes. */
const AT_ONCE = 20;

const rounded = (value: number): number => Math.round(value * 10) / 10;

export const N1: Row<KnowledgeBench> = {
  id: 'N1',
  what: `POST knowledge/preview, the 95th percentile of ${QUESTIONS - WARM_UP} questions over 100 MB of text`,
  against: 'nothing: absolute',
  unit: 'ms',
  target: { atMost: 100 },
  control: 'preview-by-find',
  measure: async (bench, worsened) => {
    const { client, platform, startOurs, questions } = bench;
    const mine = await startOurs(worsened ? 'preview-by-find' : undefined, {}, PROBE);
    const { clear, end } = await limits(bench);
    const headers = { Authorization: `Bearer ${platform.tokens[0] ?? ''}` };
    const requests = questions.map((query) =>
      postRequest(PATH, headers, JSON.stringify({ query, top_k: TOP_K })),
    );
    const took: number[] = [];
    let found = 0;
    for (let at = 0; at < requests.length; at += AT_ONCE) {
      await clear();
      if (at === WARM_UP) await mine.ask({ probe: 'begin' });
      const asked = requests.slice(at, at + AT_ONCE);
      const order = { port: mine.port, connections: 1, total: asked.length, requests: asked };
      const { milliseconds, sample } = await runLoad(client, order);
      took.push(...milliseconds);
      found += (JSON.parse(sample) as { items: readonly object[] }).items.length;
    }
    if (found === 0) throw new Error('Nothing was found.');
    bench.stalls['api, previews'] = (await mine.ask<ProbeReport>({ probe: 'end' })).ownMs;
    await Promise.all([mine.stop(), end()]);
    const counted = took.slice(WARM_UP).toSorted((one, other) => one - other);
    return {
      ...{ ours: percentile95(counted), floor: null, ratio: null, ratios: counted.map(rounded) },
      notes: { textBytes: bench.textBytes, chunks: bench.chunks, longest: rounded(counted.at(-1)!) },
    };
  },
};

export const N2: Row<KnowledgeBench> = {
  id: 'N2',
  what: 'a build of 100 MB of text in 199 sources, from its request until it is ready',
  against: '-',
  unit: 's',
  target: { atMost: 90 },
  measure: ({ buildSeconds, readSeconds, chunks }) =>
    Promise.resolve({
      ...{ ours: buildSeconds, floor: null, ratio: null, ratios: [] },
      notes: { chunks, readSeconds: rounded(readSeconds) },
    }),
};

export const N3: Row<KnowledgeBench> = {
  id: 'N3',
  what: 'longest stall of API and worker while sources are uploaded and read, built, and previewed',
  against: '-',
  unit: 'ms',
  target: { atMost: 25 },
  measure: ({ stalls }) => {
    const found = Object.entries(stalls).map(([what, ms]) => [what, rounded(ms)] as const);
    return Promise.resolve({
      ...{ ours: Math.max(...found.map(([, ms]) => ms)), floor: null, ratio: null, ratios: [] },
      notes: Object.fromEntries(found),
    });
  },
};
