import type { Row } from '../../harness/compare.ts';
import { getRequest, requestsPerSecond } from '../../harness/load.ts';
import { residentMegabytes } from '../../harness/children.ts';

const REQUESTS = 30_000;

export const P12: Row = {
  id: 'P12',
  what: 'peak memory of one API process under 64 connections',
  against: '-',
  unit: 'MB',
  target: { atMost: 250 },
  measure: async ({ platform, client, startOurs }) => {
    const ours = await startOurs();
    const withToken = platform.tokens.map((token) =>
      getRequest('/v1/partner/me', { Authorization: `Bearer ${token}` }),
    );
    const withKey = getRequest('/v1/partner/me', { 'X-API-Key': platform.partnerKey });
    await requestsPerSecond(client, ours.port, [withKey], REQUESTS);
    await requestsPerSecond(client, ours.port, withToken, REQUESTS);
    const peak = residentMegabytes(ours.pid, 'VmHWM');
    await ours.stop();
    return { ours: peak, floor: null, ratio: null, ratios: [] };
  },
};
