import { join } from 'node:path';
import { CALLS_IN_PROGRESS } from '../harness/stores/capacity-store.ts';
import { startChild } from '../harness/children.ts';
import type { Row } from '../harness/compare.ts';
import { answerTo, compareRequests, getRequest } from '../harness/load.ts';

const PAIRS = 25;
const PAGE_SIZE = 50;

export const K1: Row = {
  id: 'K1',
  what: `GET capacity/overview, ${PAGE_SIZE} rows of a client with ${CALLS_IN_PROGRESS} calls in progress`,
  against: 'node:http + the named queries',
  unit: 'ms',
  target: { atMost: 1.6 },
  control: 'overview-by-find',
  measure: async ({ client, platform, startOurs }, worsened) => {
    const mine = await startOurs(worsened ? 'overview-by-find' : undefined);
    const bare = await startChild(join(import.meta.dirname, '../floors/capacity-http.ts'), {
      args: [platform.storeSuperuserUrl, String(PAGE_SIZE)],
    });
    const ours = getRequest(`/v1/capacity/overview?page_size=${PAGE_SIZE}`, {
      Authorization: `Bearer ${platform.tokens[0] ?? ''}`,
    });
    const figures = await compareRequests(client, PAIRS, [mine.port, ours], [bare.port, getRequest('/')]);
    const answer = JSON.stringify(await answerTo<object>(client, mine.port, ours)).slice(0, 80);
    await Promise.all([mine.stop(), bare.stop()]);
    return { ...figures, notes: { answer } };
  },
};
