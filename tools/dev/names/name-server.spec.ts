import { Resolver } from 'node:dns/promises';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startNameServer, type LocalNameServer } from './name-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'name-server-'));
const recordsFile = join(folder, 'txt-records');
const RECORD = '_telephony-sign-in.acme.example';
let upstream: LocalNameServer;
let names: LocalNameServer;
const resolver = new Resolver();

beforeAll(async () => {
  const elsewhere = join(folder, 'elsewhere');
  writeFileSync(elsewhere, 'example.org v=spf1 -all\n');
  upstream = await startNameServer({ recordsFile: elsewhere, upstream: null });
  names = await startNameServer({ recordsFile, upstream: upstream.address });
  resolver.setServers([names.address]);
});
afterAll(async () => {
  await names.stop();
  await upstream.stop();
  rmSync(folder, { recursive: true });
});

it('answers for the names of its file, as soon as a line is there', async () => {
  await expect(resolver.resolveTxt(RECORD)).rejects.toMatchObject({ code: 'ENOTFOUND' });
  writeFileSync(recordsFile, `${RECORD} telephony-domain=abc\n${RECORD.toUpperCase()}   another one\n`);
  const found = await resolver.resolveTxt(RECORD);
  expect(found).toEqual([['telephony-domain=abc'], ['another one']]);
});

it('passes all others on', async () => {
  expect(await resolver.resolveTxt('example.org')).toEqual([['v=spf1 -all']]);
});
