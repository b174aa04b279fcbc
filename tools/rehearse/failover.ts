import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { Lifecycle } from '../dev/lifecycle.ts';
import { until } from '../dev/processes.ts';
import { SHOWCASE_PROJECT_ID, SHOWCASE_TENANT, showcaseCall } from '../demo/calls/showcase-call.ts';
import { REHEARSAL } from '../demo/campaigns.ts';
import { deskKeys } from '../demo/configure.ts';
import { landlineNumber } from '../demo/fictitious-numbers.ts';
import { prepareRehearsal, REHEARSAL_PROJECT_ID, REHEARSAL_TENANT } from '../demo/rehearsal.ts';
import { demoSender } from '../demo/sender.ts';
import { startRehearsedPlatform } from './rehearsed-platform.ts';
import type { RehearsedPlatform, StartServer } from './rehearsed-platform.ts';
import { ReplicatedServer } from './replicated-server.ts';
import type { ServerWithStandby } from './replicated-server.ts';
import { proof, report } from './proof.ts';
import type { Failover, Work } from './proof.ts';
import { Traffic } from './traffic.ts';

/** Undisturbed traffic before, between and after the failovers. */
const CALM_MS = 10_000;
/** Deliveries that failed in the meantime are retried after seconds. */
const DELIVERED_MS = 120_000;
const BATCH = 5;
/** More than are dialled in this time. */
const CONTACTS = 3_000;
/** Leases whose answer was lost keep their slots for a while. */
const SLOTS = 2_000;
/** The new primary is used this soon after it was promoted. */
const USED_WITHIN_SECONDS = 10;

/**
 * Kills the primary of the metadata store, and then that of the tenant stores, under traffic; the
 * standbys are promoted. Prints what was acknowledged and what the stores contain afterwards.
 * @returns whether nothing was lost, done twice or refused, and the new primaries were used in time
 */
export async function rehearseFailover(
  folder: string,
  lifecycle: Lifecycle,
  say: (line: string) => void,
  calmMs = CALM_MS,
  startServer: StartServer = ReplicatedServer.start,
): Promise<boolean> {
  const platform = await startRehearsedPlatform(folder, lifecycle, say, startServer);
  const receiver = await lifecycle.hold(startReceiver(), (held) => held.stop());
  await prepare(platform, receiver.url);
  const work = beginTraffic(platform);
  say('traffic: calls come in, projects and campaigns are created with keys, contacts are dialled');

  await delay(calmMs);
  const failovers: Failover[] = [];
  for (const [what, server] of [
    ['metadata store', platform.metadata],
    ['tenant stores', platform.stores],
  ] as const) {
    failovers.push(await failOver(what, server, say));
    await delay(calmMs);
  }
  await work.traffic.stop();
  say('traffic has ended; deliveries finish');
  await until(() => work.calls.every((id) => receiver.events.has(id)), DELIVERED_MS, 200);

  const lines = await proof(platform, work, receiver.events);
  const { tallies } = work.traffic;
  report(lines, tallies, failovers, calmMs, say);
  const late = failovers.filter(({ promotedAt }) =>
    tallies.some((tally) => tally.secondsUntilNext(promotedAt) > USED_WITHIN_SECONDS),
  );
  const isProven =
    lines.every(
      ({ acknowledged, found, twice }) => acknowledged > 0 && found === acknowledged && twice === 0,
    ) &&
    tallies.every(({ wrong }) => wrong.length === 0) &&
    late.length === 0;
  say(isProven ? 'PROVEN: nothing was lost and nothing was done twice' : 'NOT PROVEN: see above');
  return isProven;
}

/** A campaign that dials, and a webhook that gets every event of its calls. */
async function prepare({ apis, apiKeys, operate }: RehearsedPlatform, receiverUrl: string): Promise<void> {
  const baseUrl = apis[0]!;
  const { clientId, dataEnv } = REHEARSAL_TENANT;
  for (const project of [[], ['--project', REHEARSAL_PROJECT_ID]])
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
  const keyOf = deskKeys(apiKeys, REHEARSAL_TENANT);
  await prepareRehearsal(
    { baseUrl, keyOf },
    {
      ...REHEARSAL,
      contacts: CONTACTS,
      numberOf: (position) => landlineNumber('2', position),
      then: ['run'],
    },
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

function beginTraffic({ apis, apiKeys }: RehearsedPlatform): Work {
  const traffic = new Traffic(apis);
  const work: Work = { traffic, calls: [], projects: [], campaigns: [], dialled: [], ended: [] };
  const [production, staging] = [deskKeys(apiKeys), deskKeys(apiKeys, REHEARSAL_TENANT)];

  traffic.keep('calls', 2, async (send) => {
    const ids = Array.from({ length: BATCH }, () => `failover-${randomUUID()}`);
    const body = ids.map((id) => ({ ...showcaseCall(new Date()), call_id: id }));
    const answer = await send({ path: '/internal/v1/calls', key: production('runtime-ingest'), body });
    if (answer) work.calls.push(...ids);
  });
  traffic.keep('projects', 1, async (send) => {
    const name = `Failover ${randomUUID()}`;
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
    const name = `Failover ${randomUUID()}`;
    const answer = await send({
      path: '/v1/outbound-campaigns',
      key: staging('partner_admin'),
      idempotencyKey: randomUUID(),
      body: { project_id: REHEARSAL_PROJECT_ID, ...REHEARSAL.body, name },
    });
    if (answer) work.campaigns.push(name);
    await delay(100);
  });
  traffic.keep('dials', 2, async (send) => {
    const key = staging('runtime-ingest');
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
  return work;
}

async function failOver(
  what: string,
  server: ServerWithStandby,
  say: (line: string) => void,
): Promise<Failover> {
  const killedAt = performance.now();
  await server.killPrimary();
  say(`the primary of the ${what} was killed`);
  await server.promote();
  const promotedAt = performance.now();
  say(`the standby of the ${what} was promoted`);
  return { what, killedAt, promotedAt };
}

/** Remembers the ids of the events of each call. */
async function startReceiver() {
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
