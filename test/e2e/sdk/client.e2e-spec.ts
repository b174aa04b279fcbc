import { once } from 'node:events';
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type {
  CallExportRequest,
  RetryClock,
  TelephonyClientOptions,
} from '../../../packages/sdk/dist/index.js';
import { startTestApp } from '../../support/app.js';
import type { TestApp } from '../../support/app.js';
import { aCall } from '../../support/builders.js';
import type { TestTenant } from '../../support/builders.js';
import { eventually } from '../../support/eventually.js';
import { createTestDatabases } from '../../support/databases.js';
import type { TestDatabases } from '../../support/databases.js';
import { FaultProxy } from '../../support/fault-proxy.js';
import { postCalls } from '../../support/post-calls.js';
import { anExportingTenant, anOldCall, aTokenOf, copyCalls, exportOnce, LEGACY } from '../calls/exporting.js';
import { builtSdk, runProgram, SDK_FOLDER } from './built-sdk.js';
import type { Sdk } from './built-sdk.js';
import { startLargeExport } from './large-export.js';

const CALLS = 45;

/** Waits that are too long for a test. */
const IMPATIENT: RetryClock = {
  now: Date.now,
  random: () => 0,
  sleep: () => new Promise((resolve) => void setImmediate(resolve)),
};

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

describe('the SDK, against the application', () => {
  let sdk: Sdk;
  let databases: TestDatabases;
  let store: FaultProxy;
  let test: TestApp;
  let tenant: TestTenant;
  let key: string;

  const client = (options: Partial<TelephonyClientOptions> = {}) =>
    new sdk.TelephonyClient({ baseUrl: test.baseUrl, apiKey: key, ...options } as TelephonyClientOptions);
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => expect.fail('it succeeded'),
      (error: unknown) => error,
    );
  /** The global fetch, recording its requests and responses. */
  function watched(onAnswer: (answer: Response) => unknown = () => undefined) {
    const requests: Request[] = [];
    const answers: Response[] = [];
    const fetch: typeof globalThis.fetch = async (input, init) => {
      requests.push(input as Request);
      const answer = await globalThis.fetch(input, init);
      answers.push(answer);
      await onAnswer(answer);
      return answer;
    };
    return { requests, answers, fetch };
  }

  beforeAll(async () => {
    sdk = await builtSdk();
    databases = await createTestDatabases();
    store = await FaultProxy.before(databases.metadataUrl);
    test = await startTestApp({
      databases,
      settings: (base) => ({ ...base, metadata: { ...base.metadata, url: store.url } }),
    });
    tenant = await test.world.aTenant();
    key = await test.world.aKey(tenant, 'partner_admin');
    const project = await test.world.aProject(tenant);
    await postCalls(
      test,
      tenant,
      Array.from({ length: CALLS }, () => aCall(project)),
    );
  });
  afterAll(async () => {
    await test.close();
    await store.close();
    await databases.drop();
  });

  it('runs the programs of its README as they stand there', async () => {
    const readme = readFileSync(join(SDK_FOLDER, 'README.md'), 'utf8');
    const [first, second, ...more] = [...readme.matchAll(/```js\n(.*?)```/gs)].map(([, program]) => program!);
    expect(more).toEqual([]);
    const environment = { TELEPHONY_URL: test.baseUrl, TELEPHONY_KEY: key };
    expect(await runProgram(first!, environment)).toBe(`${CALLS} calls in October\n`);
    expect(await runProgram(second!, environment)).toMatch(/^404 null Not found\. \[\] null$/m);
  });

  it('goes through all pages of a list, and asks for no more of them than are read', async () => {
    const { requests, fetch } = watched();
    const query = { start_date: '2026-10-01', end_date: '2026-10-31', page_size: 20 };
    const seen: string[] = [];
    for await (const call of client({ fetch }).eachCall({ query })) seen.push(call.call_id);
    expect(new Set(seen).size).toBe(CALLS);
    expect(requests).toHaveLength(3);
    for await (const call of client({ fetch }).eachCall({ query })) if (call) break;
    expect(requests).toHaveLength(4);
  });

  it('goes through all pages of projects', async () => {
    const seen: string[] = [];
    for await (const { project_id: id } of client().eachProject({ query: { page_size: 1 } })) seen.push(id);
    const { items } = (await client().listProjects()) as { items: { project_id: string }[] };
    expect(seen).toEqual(items.map(({ project_id: id }) => id));
  });

  it('makes a project once, although the connection is cut before the answer', async () => {
    // The proxy holds back the response to a request that contains this word.
    const name = 'Desk after COMMIT';
    const proxy = await FaultProxy.before(test.baseUrl);
    await proxy.become('lose commits');
    const { requests, answers, fetch } = watched();
    const body = { display_name: name, timezone: 'Australia/Sydney', managed_client_id: tenant.clientId };
    const creating = client({
      baseUrl: proxy.url,
      fetch,
      retry: { attempts: 1_000, clock: IMPATIENT },
    }).createProject({
      body,
    });
    const made = () =>
      test.world.sql<{ project_id: string }>('SELECT project_id FROM projects WHERE display_name = $1', [
        name,
      ]);
    await eventually(async () => expect(await made()).toHaveLength(1));
    await proxy.become('reset');
    await proxy.heal();
    const { project } = await creating;
    await proxy.close();
    expect(await made()).toEqual([{ project_id: project.project_id }]);
    expect(requests.length).toBeGreaterThan(1);
    expect(new Set(requests.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
    expect(answers.at(-1)?.headers.get('idempotent-replayed')).toBe('true');
  });

  it('follows no redirect: no other host gets the key', async () => {
    const elsewhere: IncomingMessage[] = [];
    const other = createServer((request, response) => {
      elsewhere.push(request);
      response.end('{}');
    });
    const redirecting = createServer((_, response) => {
      response.writeHead(307, { Location: `http://127.0.0.1:${portOf(other)}/` }).end();
    });
    await Promise.all([other, redirecting].map((server) => once(server.listen(0, '127.0.0.1'), 'listening')));
    const baseUrl = `http://127.0.0.1:${portOf(redirecting)}`;
    const error = await refusal(client({ baseUrl }).getCurrentPartner());
    expect(error).toMatchObject({ name: 'TelephonyError', status: 307 });
    expect(elsewhere).toEqual([]);
    for (const server of [other, redirecting]) server.close();
  });

  it('refuses a call without a path parameter, by its name', async () => {
    for (const options of [{}, { path: {} }, { path: { call_id: null } }]) {
      const error = await refusal(client().getCall(options as never));
      expect(error).toBeInstanceOf(TypeError);
      expect(error).toMatchObject({ message: expect.stringContaining('path.call_id is missing') as string });
    }
  });

  it('has an iterator for every list of the document', () => {
    const text = readFileSync(join(import.meta.dirname, '../../../openapi.json'), 'utf8');
    const { paths, components } = JSON.parse(text) as {
      paths: Record<
        string,
        { get?: { operationId: string; parameters?: { name?: string; $ref?: string }[] } }
      >;
      components: { parameters: Record<string, { name: string }> };
    };
    const nameOf = ({ name, $ref }: { name?: string; $ref?: string }) =>
      name ?? components.parameters[$ref!.split('/').at(-1)!]!.name;
    const paged = Object.values(paths).flatMap(({ get }) =>
      get?.parameters?.some((it) => nameOf(it) === 'page_size') ? [get.operationId] : [],
    );
    const source = readFileSync(join(SDK_FOLDER, 'src/lists.ts'), 'utf8');
    expect(paged.length).toBeGreaterThan(10);
    expect(paged.filter((name) => !source.includes(`this.${name}(`))).toEqual([]);
  });

  it.each([
    ['with DOM types', 'ES2023,DOM', []],
    ['with those of Node alone', 'ES2023', ['--types', 'node']],
  ])('compiles in a strict consumer %s', (_, lib, types) => {
    const consumer = join(SDK_FOLDER, 'dist/consumer.ts');
    writeFileSync(
      consumer,
      `import { TelephonyClient, TelephonyError } from './index.js';
       const client = new TelephonyClient({ baseUrl: 'https://api.example.com', apiKey: 'key' });
       export async function firstCall(): Promise<string | null> {
         for await (const call of client.eachCall()) return call.call_id;
         return null;
       }
       export const codeOf = (error: unknown) => (error instanceof TelephonyError ? error.code : null);`,
    );
    const compiler = join(SDK_FOLDER, '../../node_modules/typescript-native/bin/tsc');
    const options = ['--ignoreConfig', '--strict', '--noEmit', '--target', 'ES2022', '--module', 'NodeNext'];
    const { stdout } = spawnSync(process.execPath, [compiler, ...options, '--lib', lib, ...types, consumer], {
      encoding: 'utf8',
      cwd: SDK_FOLDER,
    });
    rmSync(consumer);
    expect(stdout).toBe('');
  });

  it('refuses ids that lead to another route, and credentials no header can hold, without showing them', async () => {
    for (const id of ['', '.', '..']) {
      expect(await refusal(client().getCall({ path: { call_id: id } }))).toBeInstanceOf(TypeError);
    }
    expect(() => client({ apiKey: 'svc_prod_SECRET\n' })).toThrow(/^(?!.*SECRET)/);
  });

  it('rejects with a typed error, whatever its shape: 401, 404, 422 with fields, 429 with a time', async () => {
    const unknown = await refusal(client({ apiKey: 'none' }).getCurrentPartner());
    expect(unknown).toMatchObject({ name: 'TelephonyError', status: 401, code: 'unauthorized' });
    const absent = await refusal(client().getCall({ path: { call_id: 'no-such-call' } }));
    expect(absent).toBeInstanceOf(sdk.TelephonyError);
    expect(absent).toMatchObject({ status: 404, code: null, message: 'Not found.', fieldErrors: [] });
    expect(absent).toMatchObject({ requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string });
    const refused = await refusal(client().listCalls({ query: { start_date: 'soon' } }));
    expect(refused).toMatchObject({
      status: 422,
      code: 'validation_error',
      fieldErrors: [{ field: 'start_date', code: expect.any(String) as string }],
      message: expect.stringMatching(/ start_date: \S/) as string,
    });
    const unsupported = await refusal(client().listCalls({ query: { channel: 'fax' as never } }));
    expect(unsupported).toMatchObject({ status: 400, fieldErrors: [{ field: 'channel' }] });
    const { tenant: exporting, project } = await anExportingTenant(test);
    const token = await aTokenOf(test, exporting, 'client_admin');
    const exporter = new sdk.TelephonyClient({ baseUrl: test.baseUrl, token: () => token });
    const body: CallExportRequest = { ...LEGACY, project_id: project };
    // There is nothing to export, but each request counts towards the limit.
    for (let count = 0; count < 3; count += 1) expect(await exporter.streamExport({ body })).toBeNull();
    const throttled = (await refusal(exporter.streamExport({ body }))) as InstanceType<Sdk['TelephonyError']>;
    expect(throttled).toMatchObject({ status: 429, code: 'EXPORT_THROTTLED' });
    expect(throttled.retryAfter).toBeGreaterThan(60);
  });

  it('streams an export, byte for byte what the service sends', async () => {
    const exporting = await anExportingTenant(test);
    await postCalls(test, exporting.tenant, [anOldCall(exporting.project)]);
    await copyCalls(test, exporting, 5_000);
    const token = await aTokenOf(test, exporting.tenant, 'client_admin');
    const body: CallExportRequest = { ...LEGACY, project_id: exporting.project };
    const stream = await new sdk.TelephonyClient({ baseUrl: test.baseUrl, token }).streamExport({ body });
    const chunks: Uint8Array[] = [];
    for await (const chunk of stream!) chunks.push(chunk);
    expect(chunks.length).toBeGreaterThan(1);
    const { text } = await exportOnce(test, exporting, LEGACY);
    expect(text.split('\r\n').length).toBe(5_002);
    expect(Buffer.concat(chunks).toString('utf8')).toBe(text);
  });

  it('holds little of a large export in memory', async () => {
    const large = await startLargeExport(512);
    const printed = await runProgram(
      `import { TelephonyClient } from '@telephony-platform/sdk';
       const client = new TelephonyClient({ baseUrl: process.env.TELEPHONY_URL, apiKey: 'any' });
       let bytes = 0;
       for await (const chunk of await client.streamExport({ body: { project_id: 'any' } })) bytes += chunk.length;
       console.log(bytes / 2 ** 20, process.resourceUsage().maxRSS / 1024);`,
      { TELEPHONY_URL: large.url },
    );
    await large.close();
    const [received, peakMiB] = printed.split(' ').map(Number);
    expect(received).toBe(512);
    // Node itself takes 50 to 80, and lets some 100 of chunks that have gone by lie before it
    // collects them.
    expect(peakMiB).toBeLessThan(320);
  });

  it('repeats a read after 503, and gives up where no more attempts are allowed', async () => {
    const fresh = await Promise.all([1, 2].map(() => test.world.aKey(tenant, 'partner_admin')));
    await store.become('refuse');
    const once = await refusal(client({ apiKey: fresh[0]!, retry: { attempts: 1 } }).getCurrentPartner());
    expect(once).toMatchObject({ status: 503 });
    const { answers, fetch } = watched(({ status }) => status === 503 && store.heal());
    await client({
      apiKey: fresh[1]!,
      fetch,
      retry: { attempts: 100_000, clock: IMPATIENT },
    }).getCurrentPartner();
    expect(answers[0]?.status).toBe(503);
    expect(answers.at(-1)?.status).toBe(200);
  });

  it('stops when it is aborted', async () => {
    const proxy = await FaultProxy.before(test.baseUrl);
    await proxy.become('reset');
    const stop = new AbortController();
    const { requests, fetch } = watched();
    const reading = client({ baseUrl: proxy.url, fetch }).listCalls({
      signal: stop.signal,
    });
    await vi.waitFor(() => expect(requests).toHaveLength(1));
    stop.abort(new Error('enough'));
    expect(await refusal(reading)).toMatchObject({ message: 'enough' });
    await proxy.close();
  });
});
