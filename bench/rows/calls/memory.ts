import { readFileSync } from 'node:fs';
import type { Row } from '../../harness/compare.ts';
import { getRequest, requestsPerSecond } from '../../harness/load.ts';

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
    const peak = peakMegabytes(ours.pid);
    await ours.stop();
    return { ours: peak, floor: null, ratio: null, ratios: [] };
  },
};

/** The most that was ever resident, as Linux keeps count of it. */
function peakMegabytes(pid: number): number {
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round((Number(kilobytes) * 1024) / 1e6);
}
