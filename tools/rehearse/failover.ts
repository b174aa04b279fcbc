import { setTimeout as delay } from 'node:timers/promises';
import type { Lifecycle } from '../dev/lifecycle.ts';
import { until } from '../dev/processes.ts';
import { startRehearsedPlatform } from './rehearsed-platform.ts';
import type { StartServer } from './rehearsed-platform.ts';
import { ReplicatedServer } from './replicated-server.ts';
import type { ServerWithStandby } from './replicated-server.ts';
import { isWhole, proof, report } from './proof.ts';
import type { Failover } from './proof.ts';
import { beginTraffic, prepare, startReceiver } from './work.ts';

/** Undisturbed traffic before, between and after the failovers. */
const CALM_MS = 10_000;
/** Failed deliveries are retried after seconds. */
const DELIVERED_MS = 120_000;
/** The new primary is used within this time after its promotion. */
const USED_WITHIN_SECONDS = 10;

/**
 * Kills the primary of the metadata store, and then that of the tenant stores, under traffic; the
 * standbys are promoted. Prints acknowledged and found data.
 * @returns whether nothing was lost, repeated or refused, and the new primaries were used in time
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
  const isProven = isWhole(lines) && tallies.every(({ wrong }) => wrong.length === 0) && late.length === 0;
  say(isProven ? 'PROVEN: nothing was lost and nothing was done twice' : 'NOT PROVEN: see above');
  return isProven;
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
