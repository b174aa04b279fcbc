import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { SHOWCASE_PROJECT_ID, SHOWCASE_TENANT } from '../../demo/calls/showcase-call.ts';
import { deskKeys } from '../../demo/configure.ts';
import { landlineNumber } from '../../demo/fictitious-numbers.ts';
import { REHEARSAL_PLACE } from '../../demo/rehearsal.ts';
import type { DemoApiKeySecret } from '../../demo/types.ts';
import { until } from '../../dev/processes.ts';
import type { Work } from '../proof.ts';
import type { Stretch } from './planted-calls.ts';

const EXPORTS = '/v1/portal/account-exports';
/** An export of millions of calls takes many minutes on a busy machine. */
const EXPORTED_MS = 40 * 60_000;
/** Contacts have numbers of another area. */
const AREA = '8';

/**
 * Adds requests that the traffic of other rehearsals lacks.
 * @returns ids of the do-not-call entries
 */
export function addMovingWork(
  { traffic }: Work,
  apiKeys: readonly DemoApiKeySecret[],
  stretch: Stretch,
): string[] {
  const keyOf = deskKeys(apiKeys);
  const key = keyOf('partner_admin');
  const blocked: string[] = [];
  let numbers = 0;
  traffic.keep('do-not-call', 1, async (send) => {
    const answer = await send({
      path: '/v1/outbound-campaigns/suppressions',
      key,
      idempotencyKey: randomUUID(),
      body: {
        to_number: landlineNumber(AREA, (numbers += 1)),
        reason: 'complaint',
        source: 'rehearsal',
        client_wide: true,
      },
    });
    if (answer) blocked.push(String(answer.body['suppression_id']));
    await delay(50);
  });
  const range = `project_id=${SHOWCASE_PROJECT_ID}&start_date=${stretch.from.toISOString()}&end_date=${stretch.to.toISOString()}`;
  const counted = traffic.keep('reads that count calls', 1, async (send) => {
    const answer = await send({ method: 'GET', path: `/v1/calls/list?${range}`, key });
    const { total_records: found } = (answer?.body['pagination'] ?? {}) as { total_records?: number };
    if (answer && found !== stretch.calls)
      counted.wrong.push(`a list has ${found} in place of ${stretch.calls} calls`);
    await delay(100);
  });
  const neighbour = deskKeys(apiKeys, REHEARSAL_PLACE.tenant)('partner_admin');
  traffic.keep('reads of a neighbour', 1, async (send) => {
    await send({ method: 'GET', path: '/v1/calls/list', key: neighbour });
    await delay(200);
  });
  return blocked;
}

/** A downloaded file of calls. */
export interface CallFile {
  readonly rows: number;
  readonly sha256: string;
}

/** Downloads the calls of a range. */
export async function exportCalls(
  api: string,
  apiKeys: readonly DemoApiKeySecret[],
  { from, to }: Stretch,
): Promise<CallFile> {
  const response = await fetch(`${api}/v1/calls/export`, {
    method: 'POST',
    headers: { 'X-API-Key': deskKeys(apiKeys)('partner_admin'), 'Content-Type': 'application/json' },
    body: JSON.stringify({
      project_id: SHOWCASE_PROJECT_ID,
      start_date: from.toISOString(),
      end_date: to.toISOString(),
      include_caller_info: false,
      include_transcript_text: false,
      include_audio_links: false,
    }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`The export answered ${response.status} ${text}`);
  return {
    rows: text.trim().split('\n').length - 1,
    sha256: createHash('sha256').update(text).digest('hex'),
  };
}

interface AccountExport {
  readonly export_id: string;
  readonly status: string;
  readonly sha256: string | null;
  readonly progress: { readonly rows: number };
}

/** A worker's export of all calls, requested by an administrator of the client. */
export class ExportJob {
  private readonly api: string;
  private readonly token: string;
  private readonly id: string;

  private constructor(api: string, token: string, id: string) {
    this.api = api;
    this.token = token;
    this.id = id;
  }

  static async start(api: string, token: string): Promise<ExportJob> {
    const body = JSON.stringify({ sections: ['calls', 'suppressions'] });
    const response = await fetch(`${api}${EXPORTS}?client_id=${SHOWCASE_TENANT.clientId}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body,
    });
    const started = (await response.json()) as AccountExport;
    if (response.status !== 202) throw new Error(`The export answered ${JSON.stringify(started)}`);
    return new ExportJob(api, token, started.export_id);
  }

  /**
   * @returns its bytes once it is ready
   * @throws Error if it fails
   */
  async download(): Promise<Buffer> {
    let seen: AccountExport | null = null;
    const isOver = async (): Promise<boolean> => {
      seen = (await (await this.get('')).json()) as AccountExport;
      return seen.status === 'ready' || seen.status === 'failed';
    };
    await until(isOver, EXPORTED_MS, 500);
    const file = Buffer.from(await (await this.get('/download')).arrayBuffer());
    const sha256 = createHash('sha256').update(file).digest('hex');
    const told = seen as AccountExport | null;
    if (told?.sha256 !== sha256)
      throw new Error(`The export differs from what was announced: ${JSON.stringify(told)}`);
    return file;
  }

  private get(path: string): Promise<Response> {
    return fetch(`${this.api}${EXPORTS}/${this.id}${path}?client_id=${SHOWCASE_TENANT.clientId}`, {
      headers: { Authorization: `Bearer ${this.token}` },
    });
  }
}
