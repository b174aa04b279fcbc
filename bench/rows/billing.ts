import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BILLED_CLIENT, FILE_BYTES } from '../harness/stores/billing-store.ts';
import type { BillingBench } from '../harness/stores/billing-store.ts';
import { startChild } from '../harness/children.ts';
import type { Child } from '../harness/children.ts';
import type { Row } from '../harness/compare.ts';
import { answerTo, compareRequests, getRequest, runLoad } from '../harness/load.ts';
import type { ProbeReport } from '../harness/stall-probe.ts';

// A client's view of billing: the overview, and an invoice's file.

const FLOOR = join(import.meta.dirname, '../floors/billing-http.ts');
const PROBE = fileURLToPath(import.meta.resolve('../harness/stall-probe.ts'));
const PAIRS = 25;
const named = (path: string): string => `/v1/billing/${path}?client_id=${BILLED_CLIENT}`;
const authorization = ({ platform }: BillingBench) => ({
  Authorization: `Bearer ${platform.tokens[0] ?? ''}`,
});

interface OverviewAnswer {
  readonly billing: Readonly<
    Record<'chargeability' | 'billing_period_start' | 'billing_period_end' | 'used_minutes', string>
  >;
}

export const B1: Row<BillingBench> = {
  id: 'B1',
  what: 'GET billing/overview with usage of two meters, what the provider says is known',
  against: 'node:http + the named queries',
  unit: 'ms',
  target: { atMost: 2.5 },
  control: 'provider-asked-each-time',
  measure: async (bench, worsened) => {
    const { client, platform, startOurs } = bench;
    const mine = await startOurs(worsened ? 'provider-asked-each-time' : undefined);
    const ours = getRequest(named('overview'), authorization(bench));
    const { billing } = await answerTo<OverviewAnswer>(client, mine.port, ours);
    // A flat answer is shorter.
    if (billing.chargeability !== 'hybrid') throw new Error(`The overview is ${JSON.stringify(billing)}`);
    const bare = await startChild(FLOOR, {
      args: [
        ...[platform.metadataSuperuserUrl, BILLED_CLIENT],
        ...[billing.billing_period_start, billing.billing_period_end],
      ],
    });
    const figures = await compareRequests(client, PAIRS, [mine.port, ours], [bare.port, getRequest('/')]);
    await Promise.all([mine.stop(), bare.stop()]);
    return { ...figures, notes: { used_minutes: billing.used_minutes } };
  },
};

/**
 * Each in a process of its own, because the first file of a process is the one that makes it grow.
 */
const ROUNDS = 3;
const IDLE_ROUNDS = 200;

/** A process that has already answered requests, and queried the provider's invoices. */
async function started(bench: BillingBench, mistake?: string): Promise<{ ours: Child; path: string }> {
  const { startOurs, client, platform } = bench;
  const ours = await startOurs(mistake, {}, PROBE);
  const requests = [getRequest('/v1/partner/me', { 'X-API-Key': platform.partnerKey })];
  await runLoad(client, { port: ours.port, connections: 1, total: IDLE_ROUNDS, requests });
  const { invoices } = await answerTo<{ invoices: readonly { invoice_id: string }[] }>(
    client,
    ours.port,
    getRequest(named('invoices'), authorization(bench)),
  );
  return { ours, path: named(`invoices/${invoices[0]?.invoice_id ?? ''}/pdf`) };
}

/**
 * Downloads the file and discards it.
 * @throws if it is not complete
 */
async function download(bench: BillingBench, port: number, path: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: authorization(bench) });
  let bytes = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
  }
  if (response.status !== 200 || bytes < FILE_BYTES)
    throw new Error(`The file was answered ${response.status}, with ${bytes} bytes.`);
}

const rounded = (value: number): number => Math.round(value * 10) / 10;

export const B2: Row<BillingBench> = {
  id: 'B2',
  what: 'growth of resident memory, an invoice of 50 MiB',
  against: '-',
  unit: 'MiB',
  target: { atMost: 16 },
  control: 'pdf-in-memory',
  measure: async (bench, worsened) => {
    const grown: number[] = [];
    let before = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const { ours, path } = await started(bench, worsened ? 'pdf-in-memory' : undefined);
      await ours.ask({ probe: 'begin' });
      await download(bench, ours.port, path);
      const { residentMiB, peakMiB } = await ours.ask<ProbeReport>({ probe: 'end' });
      await ours.stop();
      grown.push(rounded(peakMiB - residentMiB));
      before = residentMiB;
    }
    return {
      ...{ ours: Math.max(...grown), floor: null, ratio: null, ratios: grown },
      notes: { before: rounded(before) },
    };
  },
};
