// A process that takes slots of a tenant one after the other, holds up to seven at once and gives them back. It says of each from
// when to when it held it, by the clock that all processes of the machine share. It begins with the first SIGUSR2; at the second
// one it takes seven and keeps them.
// usage: node capacity-taker.mjs <folder of the built service>, with TAKER_CLIENT, TAKER_PROJECT and TAKER_TAKES
import 'reflect-metadata';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { NestFactory } from '@nestjs/core';

const [folder] = process.argv.slice(2);
const load = (path) => import(pathToFileURL(join(folder, 'dist', path)).href);
const { loadSettings } = await load('config/settings.js');
const { AppModule, REGISTRY } = await load('app.module.js');
const { systemContext } = await load('core/shared/auth-context.js');
const { createLog, NestLog } = await load('core/observability/logging.js');
const { TenantStores } = await load('core/database/stores/tenant-stores.js');
const { Capacity } = await load('features/capacity/slots/capacity.service.js');

const { TAKER_CLIENT, TAKER_PROJECT: projectId, TAKER_TAKES } = process.env;
const MOST = 7;
// Two at once: a process competes with itself as well as with the others.
const AT_ONCE = 2;

const app = await NestFactory.createApplicationContext(
  AppModule.with(loadSettings(REGISTRY.settings.service)),
  {
    logger: new NestLog(createLog('warn', process.stderr)),
    abortOnError: false,
  },
);
const stores = app.get(TenantStores, { strict: false });
const capacity = app.get(Capacity, { strict: false });
const auth = systemContext({ clientId: TAKER_CLIENT, dataEnv: 'prod' }, 'test');
const inStore = (work) => stores.transaction(auth, work);
const say = (fields) => process.stdout.write(`${JSON.stringify(fields)}\n`);
const now = () => Number(process.hrtime.bigint() / 1000n);

const told = () => new Promise((resolve) => process.once('SIGUSR2', resolve));

const held = [];
const holding = [];
let [next, refused] = [0, 0];
async function giveBack() {
  const { holder, from } = holding.shift();
  held.push([from, now()]);
  await inStore((tx) => capacity.release(tx, holder));
}
async function take() {
  while (next < Number(TAKER_TAKES)) {
    const holder = `taker-${process.pid}-${(next += 1)}`;
    const { granted } = await inStore((tx) => capacity.acquire(tx, { projectId, holder, leaseSeconds: 600 }));
    if (granted > 0) holding.push({ holder, from: now() });
    else refused += 1;
    if (holding.length > 0 && (granted === 0 || holding.length === MOST)) await giveBack();
  }
  while (holding.length > 0) await giveBack();
}

const first = told();
say({ msg: 'ready' });
await first;
const second = told();
await Promise.all(Array.from({ length: AT_ONCE }, take));
say({ msg: 'done', held, refused });
await second;
const kept = { projectId, holder: `kept-${process.pid}`, count: MOST, leaseSeconds: 600 };
say({ msg: 'kept', ...(await inStore((tx) => capacity.acquire(tx, kept))) });
// Until it is ended from outside.
setInterval(() => undefined, 60_000);
