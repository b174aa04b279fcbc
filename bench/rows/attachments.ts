import { createHash, randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import type { Child } from '../harness/children.ts';
import type { Bench, Figures, Row } from '../harness/compare.ts';
import { getRequest, runLoad } from '../harness/load.ts';
import type { ProbeReport } from '../harness/stall-probe.ts';

const MIB = 1024 * 1024;
const PART_BYTES = 5 * MIB;
const ROUNDS = 3;
const IDLE_ROUNDS = 200;
const PROBE = fileURLToPath(import.meta.resolve('../harness/stall-probe.ts'));
const rounded = (value: number): number => Math.round(value * 10) / 10;

/** The largest file that a ticket accepts, as text. */
const FILE = Buffer.from(randomBytes(20 * MIB).toString('base64')).subarray(0, 25 * MIB);
const SHA256 = createHash('sha256').update(FILE).digest('hex');

/**
 * Requests about a ticket's attachments.
 * @throws for any other status than the expected one
 */
class Uploader {
  private readonly bench: Bench;
  private readonly port: number;

  constructor(bench: Bench, port: number) {
    this.bench = bench;
    this.port = port;
  }

  async ask(method: string, path: string, status: number, body?: object | Buffer): Promise<Response> {
    const isFile = Buffer.isBuffer(body);
    const { tokens, clientIds } = this.bench.platform;
    const url = `http://127.0.0.1:${this.port}/v1/support/${path}?client_id=${clientIds[0]}`;
    const response = await fetch(url, {
      method,
      headers: {
        Authorization: `Bearer ${tokens[0]}`,
        'Content-Type': isFile ? 'application/octet-stream' : 'application/json',
      },
      ...(body !== undefined && { body: isFile ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    if (response.status !== status) throw new Error(`${method} ${path} was answered ${response.status}.`);
    return response;
  }

  async ticket(): Promise<string> {
    const ticket = { subject: 'A ticket', text: 'With a file.', category: 'question' };
    return ((await (await this.ask('POST', 'tickets', 201, ticket)).json()) as { ticket_id: string })
      .ticket_id;
  }

  async upload(ticketId: string): Promise<string> {
    const place = `tickets/${ticketId}/attachments`;
    const started = await this.ask('POST', `${place}/sessions`, 201, {
      file_name: 'large.txt',
      bytes: FILE.length,
      sha256: SHA256,
    });
    const { attachment_id: id } = (await started.json()) as { attachment_id: string };
    for (let at = 0; at < FILE.length; at += PART_BYTES)
      await this.ask(
        'PUT',
        `${place}/${id}/parts/${at / PART_BYTES + 1}`,
        200,
        FILE.subarray(at, at + PART_BYTES),
      );
    await this.ask('POST', `${place}/${id}/finalise`, 200, {});
    return `${place}/${id}`;
  }

  /** Downloads the file and discards it. */
  async download(path: string): Promise<void> {
    const response = await this.ask('GET', `${path}/download`, 200);
    let bytes = 0;
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) bytes += chunk.length;
    if (bytes !== FILE.length) throw new Error(`The file was answered with ${bytes} bytes.`);
  }
}

/** The worker is another process, so its verdict is written here. */
async function callClean({ platform }: Bench): Promise<void> {
  const db = new Client({ connectionString: platform.storeSuperuserUrl });
  await db.connect();
  await db.query(
    `UPDATE support_attachments SET state = 'clean', scanned_at = now() WHERE state = 'uploaded'`,
  );
  await db.end();
}

/** Each in a process of its own, because the first upload in a process is the one that makes it grow. */
async function figures(
  bench: Bench,
  mistake: string | undefined,
  figureOf: (report: ProbeReport) => number,
): Promise<Figures> {
  const found: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const ours = await started(bench, mistake);
    const uploader = new Uploader(bench, ours.port);
    const ticketId = await uploader.ticket();
    await ours.ask({ probe: 'begin' });
    const path = await uploader.upload(ticketId);
    await callClean(bench);
    await uploader.download(path);
    found.push(rounded(figureOf(await ours.ask<ProbeReport>({ probe: 'end' }))));
    await ours.stop();
  }
  return { ours: Math.max(...found), floor: null, ratio: null, ratios: found };
}

async function started({ startOurs, client, platform }: Bench, mistake?: string): Promise<Child> {
  const ours = await startOurs(mistake, {}, PROBE);
  const requests = [getRequest('/v1/partner/me', { 'X-API-Key': platform.partnerKey })];
  await runLoad(client, { port: ours.port, connections: 1, total: IDLE_ROUNDS, requests });
  return ours;
}

const attachments = (
  id: string,
  what: string,
  unit: string,
  atMost: number,
  figureOf: (report: ProbeReport) => number,
): Row => ({
  id,
  what: `${what}, upload and download of an attachment of 25 MiB`,
  against: '-',
  unit,
  target: { atMost },
  control: 'attachment-in-memory',
  measure: (bench, worsened) => figures(bench, worsened ? 'attachment-in-memory' : undefined, figureOf),
});

export const S1_MEMORY = attachments(
  'S1m',
  'growth of resident memory',
  'MiB',
  24,
  ({ peakMiB, residentMiB }) => peakMiB - residentMiB,
);
export const S1_STALL = attachments('S1s', 'longest stall', 'ms', 25, ({ ownMs }) => ownMs);
