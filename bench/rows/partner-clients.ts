import { join } from 'node:path';
import { startChild } from '../harness/children.ts';
import type { Row } from '../harness/compare.ts';
import { answerTo, compareRequests, getRequest } from '../harness/load.ts';
import { CLIENTS_OF_PARTNER } from '../harness/stores/partner-store.ts';

const PAIRS = 25;

export const D1: Row = {
  id: 'D1',
  what: `GET api/partner-clients, ${CLIENTS_OF_PARTNER} clients with 5 projects each`,
  against: 'node:http + the named queries',
  unit: 'ms',
  target: { atMost: 1.6 },
  control: 'directory-by-client',
  measure: async ({ client, platform, startOurs }, worsened) => {
    const mine = await startOurs(worsened ? 'directory-by-client' : undefined);
    const bare = await startChild(join(import.meta.dirname, '../floors/partner-clients-http.ts'), {
      args: [platform.metadataSuperuserUrl],
    });
    const ours = getRequest('/api/partner-clients', { Authorization: `Bearer ${platform.tokens[0] ?? ''}` });
    const figures = await compareRequests(client, PAIRS, [mine.port, ours], [bare.port, getRequest('/')]);
    const answer = JSON.stringify(await answerTo<object>(client, mine.port, ours)).slice(0, 80);
    await Promise.all([mine.stop(), bare.stop()]);
    return { ...figures, notes: { answer } };
  },
};
