import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { SHOWCASE_PROJECT_ID, SHOWCASE_TENANT, showcaseCall } from '../demo/calls/showcase-call.ts';
import { REHEARSAL } from '../demo/campaigns.ts';
import { deskKeys } from '../demo/configure.ts';
import { landlineNumber } from '../demo/fictitious-numbers.ts';
import { prepareRehearsal, REHEARSAL_PLACE } from '../demo/rehearsal.ts';
import type { Place } from '../demo/rehearsal.ts';
import { demoSender } from '../demo/sender.ts';
import type { DemoApiKeySecret } from '../demo/types.ts';
import type { Work } from './proof.ts';
import { Traffic } from './traffic.ts';

const BATCH = 5;
const CONTACTS = 3_000;
/** Leases whose answer was lost keep their slots for a while. */
const SLOTS = 2_000;

const CAMPAIGNS = '/v1/outbound-campaigns';
const campaignOf = (name: string, { projectId }: Place) => ({
  project_id: projectId,
  ...REHEARSAL.body,
  name,
});

/** Reads of the metadata store, of a tenant store, and of both. */
const READS = ['/v1/calls/list', '/v1/projects', '/v1/calls/summary'];

/** The platform to which the traffic goes. */
interface Served {
  readonly apis: readonly string[];
  readonly apiKeys: readonly DemoApiKeySecret[];
  readonly operate: (...args: string[]) => Promise<void>;
  /** The project whose campaigns are created and called; by default one with staging data. */
  readonly dials?: Place;
  /** How many contacts they have: more than can be called in the time. */
  readonly contacts?: number;
}

/** A campaign that makes calls, and a webhook that receives the events of every call. */
export async function prepare(
  { apis, apiKeys, operate, dials = REHEARSAL_PLACE, contacts = CONTACTS }: Served,
  receiverUrl: string,
): Promise<void> {
  const baseUrl = apis[0]!;
  const { clientId, dataEnv } = dials.tenant;
  for (const project of [[], ['--project', dials.projectId]])
    await operate(
      'set-capacity',
      '--client',
      clientId,
      '--env',
      dataEnv,
      '--limit',
      String(SLOTS),
      ...project,
    );
  const keyOf = deskKeys(apiKeys, dials.tenant);
  await prepareRehearsal(
    { baseUrl, keyOf },
    {
      ...REHEARSAL,
      contacts,
      numberOf: (position) => landlineNumber('2', position),
      then: ['run'],
    },
    dials.projectId,
  );
  const send = demoSender(baseUrl);
  const key = deskKeys(apiKeys)('partner_admin');
  const webhooks = `/v1/partner/webhooks`;
  const { answer } = await send(key, 'GET', `${webhooks}?project_id=${SHOWCASE_PROJECT_ID}`);
  await send(key, 'POST', webhooks, {
    project_id: SHOWCASE_PROJECT_ID,
    revision_hash: answer['revision_hash'],
    endpoint_url: receiverUrl,
    event_types: ['call_ended'],
    retry_backoff_seconds: 5,
  });
}

/** Sends requests of every kind until `traffic.stop`. */
export function beginTraffic({ apis, apiKeys, dials = REHEARSAL_PLACE }: Omit<Served, 'operate'>): Work {
  const traffic = new Traffic(apis);
  const work: Work = {
    traffic,
    keys: new Map(),
    calls: [],
    projects: [],
    campaigns: [],
    dialled: [],
    ended: [],
  };
  const [production, dialling] = [deskKeys(apiKeys), deskKeys(apiKeys, dials.tenant)];

  traffic.keep('calls', 2, async (send) => {
    const ids = Array.from({ length: BATCH }, () => `rehearsal-${randomUUID()}`);
    const body = ids.map((id) => ({ ...showcaseCall(new Date()), call_id: id }));
    const answer = await send({ path: '/internal/v1/calls', key: production('runtime-ingest'), body });
    if (answer) work.calls.push(...ids);
  });
  traffic.keep('projects', 1, async (send) => {
    const name = `Rehearsal ${randomUUID()}`;
    const answer = await send({
      path: '/v1/projects',
      key: production('partner_admin'),
      idempotencyKey: randomUUID(),
      body: { display_name: name, timezone: 'Australia/Sydney', managed_client_id: SHOWCASE_TENANT.clientId },
    });
    if (answer) work.projects.push(name);
    await delay(300);
  });
  traffic.keep('campaigns', 1, async (send) => {
    const name = `Rehearsal ${randomUUID()}`;
    const idempotencyKey = randomUUID();
    work.keys.set(name, idempotencyKey);
    const body = campaignOf(name, dials);
    const key = dialling('partner_admin');
    const answer = await send({ path: CAMPAIGNS, key, idempotencyKey, body });
    if (answer) work.campaigns.push(name);
    await delay(100);
  });
  traffic.keep('dials', 2, async (send) => {
    const key = dialling('runtime-ingest');
    const taken = await send({ path: '/internal/v1/dispatches/take', key, body: { max: 3 } });
    const leases = (taken?.body['leases'] ?? []) as { dispatch_id: string; contact_id: string }[];
    work.dialled.push(...leases.map(({ contact_id: id }) => id));
    for (const { dispatch_id: id } of leases) {
      const report = {
        at_utc: new Date().toISOString(),
        sequence: 1,
        state: 'ended',
        disposition: 'answered',
      };
      const answer = await send({ path: `/internal/v1/dispatches/${id}/reports`, key, body: report });
      if (answer) work.ended.push(id);
    }
  });
  for (const path of READS)
    traffic.keep(`GET ${path}`, 1, async (send) => {
      await send({ method: 'GET', path, key: production('partner_admin') });
      await delay(200);
    });
  return work;
}

/**
 * Creates campaigns again with the same keys.
 * @returns how many are refused
 */
export async function repeatCampaigns(
  api: string,
  apiKeys: readonly DemoApiKeySecret[],
  names: readonly string[],
  keys: ReadonlyMap<string, string>,
  place: Place = REHEARSAL_PLACE,
): Promise<number> {
  const traffic = new Traffic([api]);
  const key = deskKeys(apiKeys, place.tenant)('partner_admin');
  const answers = await Promise.all(
    names.map((name) =>
      traffic.once({ path: CAMPAIGNS, key, idempotencyKey: keys.get(name)!, body: campaignOf(name, place) }),
    ),
  );
  return answers.filter((answer) => answer === null).length;
}

/** Records the ids of each call's events. */
export async function startReceiver() {
  const events = new Map<string, Set<string>>();
  const server = createServer((request, response) => {
    void json(request)
      .then((body) => {
        const { id, data } = body as { id: string; data: { call: { call_id: string } } };
        const ids = events.get(data.call.call_id) ?? new Set();
        events.set(data.call.call_id, ids.add(id));
        response.writeHead(204).end();
      })
      .catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    events,
    stop: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
