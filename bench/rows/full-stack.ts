import { join } from 'node:path';
import { startChild } from '../harness/children.ts';
import { compare } from '../harness/compare.ts';
import type { Row } from '../harness/compare.ts';
import { getRequest, requestsPerSecond } from '../harness/load.ts';

/**
 * About half a second per round: steady, and short enough that both sides of a pair meet the same
 * noise.
 */
const REQUESTS = 20000;
const PAIRS = 15;

export const P1: Row = {
  id: 'P1',
  what: 'full request stack, GET /v1/partner/me with an API key',
  against: 'bare Nest 12 + Express hello',
  unit: 'requests/s',
  target: { atLeast: 0.8 },
  control: 'request-scoped-provider',
  measure: async ({ platform, client, startOurs }, worsened) => {
    const ours = await startOurs(worsened ? 'request-scoped-provider' : undefined);
    const floor = await startChild(join(import.meta.dirname, '../floors/hello-nest.ts'));
    const me = [getRequest('/v1/partner/me', { 'X-API-Key': platform.partnerKey })];
    const hello = [getRequest('/hello')];
    const figures = await compare(
      PAIRS,
      () => requestsPerSecond(client, ours.port, me, REQUESTS),
      () => requestsPerSecond(client, floor.port, hello, REQUESTS),
    );
    await Promise.all([ours.stop(), floor.stop()]);
    return figures;
  },
};
