import { join } from 'node:path';
import { startChild } from '../harness/children.ts';
import { compare } from '../harness/compare.ts';
import type { Row } from '../harness/compare.ts';
import { getRequest, requestsPerSecond } from '../harness/load.ts';

/** As in P1: about half a second per round. */
const REQUESTS = 3000;
const PAIRS = 15;

export const P2: Row = {
  id: 'P2',
  what: 'authenticated read, GET /v1/partner/me with a bearer token',
  against: 'node:http + pg named query of one row',
  unit: 'requests/s',
  target: { atLeast: 0.5 },
  control: 'find-one-by',
  measure: async ({ platform, client, startOurs }, worsened) => {
    const ours = await startOurs(worsened ? 'find-one-by' : undefined);
    const floor = await startChild(join(import.meta.dirname, '../floors/one-row-http.ts'), {
      args: [platform.metadataSuperuserUrl],
    });
    const me = platform.tokens.map((token) =>
      getRequest('/v1/partner/me', { Authorization: `Bearer ${token}` }),
    );
    const rows = platform.clientIds.map((clientId) => getRequest(`/clients/${clientId}`));
    const figures = await compare(
      PAIRS,
      () => requestsPerSecond(client, ours.port, me, REQUESTS),
      () => requestsPerSecond(client, floor.port, rows, REQUESTS),
    );
    await Promise.all([ours.stop(), floor.stop()]);
    return figures;
  },
};
