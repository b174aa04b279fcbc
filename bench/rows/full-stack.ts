import { join } from 'node:path';
import { startChild } from '../harness/children.ts';
import { compare } from '../harness/compare.ts';
import type { Row } from '../harness/compare.ts';
import { getRequest, requestsPerSecond } from '../harness/load.ts';

/**
 * About half a second a round: steady, and short enough that both sides of a pair meet the same
 * noise.
 */
const REQUESTS = 20000;
const PAIRS = 15;

function fullStack(id: string, against: string, floorArgs: readonly string[], target: Row['target']): Row {
  return {
    id,
    what: 'full request stack, GET /v1/partner/me with an API key',
    against,
    unit: 'requests/s',
    target,
    control: 'request-scoped-provider',
    measure: async ({ platform, client, startOurs }, worsened) => {
      const ours = await startOurs(worsened ? 'request-scoped-provider' : undefined);
      const floor = await startChild(join(import.meta.dirname, '../floors/hello-nest.ts'), {
        args: floorArgs,
      });
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
}

export const P1 = fullStack('P1', 'bare Nest 12 + Express hello', [], { atLeast: 0.8 });

/**
 * P1 against a hello that has switched off the same Express features as we have: shown, without a
 * target.
 */
export const P1_STRICT = fullStack(
  'P1s',
  'the same hello without ETag, X-Powered-By, body parser',
  ['like-ours'],
  null,
);
