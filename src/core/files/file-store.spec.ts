import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import S3rver from '@20minutes/s3rver';
import type { S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reasonOf } from '../shared/platform-error.js';
import { Clock } from '../time/clock.js';
import { DAY_MS } from '../time/wall-clock.policy.js';
import { DiskFileStore } from './disk-file-store.js';
import type { ByteRange, FileStore } from './file-store.js';
import { createS3Client, S3FileStore } from './s3-file-store.js';

const clock = new Clock();
const folder = mkdtempSync(join(tmpdir(), 'files-'));
const diskFolder = join(folder, 'disk');
const server = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  // The fake server signs listings differently from the AWS SDK; this test does not check
  // signatures.
  allowMismatchedSignatures: true,
  directory: join(folder, 's3'),
  configureBuckets: [{ name: 'files' }],
});
const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
let client: S3Client;
let stores: Readonly<Record<'disk' | 's3', FileStore>>;

beforeAll(async () => {
  const { port } = await server.run();
  client = createS3Client(`http://127.0.0.1:${port}`, { region: 'us-east-1', credentials });
  stores = { disk: new DiskFileStore(diskFolder, clock), s3: new S3FileStore(client, 'files') };
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

async function* parts(...texts: readonly (string | Buffer)[]): AsyncIterable<Buffer> {
  for (const text of texts) yield await Promise.resolve(Buffer.from(text));
}
async function* failing(error: Error): AsyncIterable<Buffer> {
  yield* parts('begun');
  throw error;
}
const textOf = async (store: FileStore, name: string, range?: ByteRange): Promise<string | null> => {
  const stream = await store.read(name, range);
  return stream && (await buffer(stream)).toString();
};
/** The most bytes that a file of this process may have; other tests never see it. */
const limitFiles = (most: number | 'unlimited'): unknown =>
  execFileSync('prlimit', [`--pid=${process.pid}`, `--fsize=${most}:`]);
const namesOf = async (store: FileStore, prefix: string): Promise<string[]> => {
  const names: string[] = [];
  for await (const { name, bytes } of store.list(prefix)) names.push(`${name} ${bytes}`);
  return names.toSorted();
};

// operations 7.1, 7.2
describe.each(['disk', 's3'] as const)('the files in %s', (kind) => {
  it('are stored in parts, replaced, and read by range', async () => {
    const store = stores[kind];
    expect(await store.put('a/one.txt', parts('gone'))).toBe(4);
    expect(await store.put('a/one.txt', parts('hello ', 'world'))).toBe(11);
    expect(await textOf(store, 'a/one.txt')).toBe('hello world');
    expect(await textOf(store, 'a/one.txt', { start: 6, length: 3 })).toBe('wor');
    expect(await textOf(store, 'a/one.txt', { start: 6, length: 99 })).toBe('world');
    expect(await textOf(store, 'a/one.txt', { start: 11, length: 5 })).toBe('');
    expect(await store.put('a/empty', parts())).toBe(0);
    expect(await textOf(store, 'a/empty')).toBe('');
  });

  it('may be larger than a part of an upload', async () => {
    const mebibytes = Array.from({ length: 18 }, (_, index) => Buffer.alloc(1024 * 1024, index));
    expect(await stores[kind].put('large', parts(...mebibytes))).toBe(18 * 1024 * 1024);
    const stream = await stores[kind].read('large');
    expect((await buffer(stream!)).equals(Buffer.concat(mebibytes))).toBe(true);
    const across = await stores[kind].read('large', { start: 8 * 1024 * 1024 - 1, length: 2 });
    expect([...(await buffer(across!))]).toEqual([7, 8]);
  });

  it('are listed by the beginning of their names, and deleted', async () => {
    const store = stores[kind];
    for (const name of ['b/1/x', 'b/1/y', 'b/12', 'c']) await store.put(name, parts(name));
    expect(await namesOf(store, 'b/1')).toEqual(['b/1/x 5', 'b/1/y 5', 'b/12 4']);
    expect(await namesOf(store, 'b/1/')).toEqual(['b/1/x 5', 'b/1/y 5']);
    expect(await namesOf(store, 'nowhere/')).toEqual([]);
    await expect(namesOf(store, '../')).rejects.toThrow(TypeError);
    await store.delete('b/1/x');
    await store.delete('b/1/x');
    expect(await textOf(store, 'b/1/x')).toBeNull();
    expect(await namesOf(store, 'b/1/')).toEqual(['b/1/y 5']);
  });

  it('do not appear by halves, and the file of before stays', async () => {
    const store = stores[kind];
    const failure = new Error('The source failed.');
    await expect(store.put('d/new', failing(failure))).rejects.toBe(failure);
    expect(await namesOf(store, 'd/')).toEqual([]);
    await store.put('d/old', parts('old'));
    await expect(store.put('d/old', failing(failure))).rejects.toBe(failure);
    expect(await textOf(store, 'd/old')).toBe('old');
  });

  it.each(['', '/etc/passwd', '../up', 'a/../b', 'a//b', '.unfinished/x', 'a/.hidden', 'a b', 'a\n', 'a\\b'])(
    'are never named %j',
    async (name) => {
      await expect(stores[kind].put(name, parts('x'))).rejects.toThrow(TypeError);
      await expect(stores[kind].read(name)).rejects.toThrow(TypeError);
    },
  );
});

// operations 7.3
describe('a file store that fails', () => {
  it('is a 503 whose cause names the full disk, and leaves nothing', async () => {
    const limited = join(folder, 'limited');
    const store = new DiskFileStore(limited, clock);
    const mebibyte = parts(...Array.from({ length: 16 }, () => Buffer.alloc(64 * 1024)));
    limitFiles(256 * 1024);
    const error: unknown = await store
      .put('big', mebibyte)
      .catch((it: unknown) => it)
      .finally(() => limitFiles('unlimited'));
    expect(error).toMatchObject({ entry: { status: 503 } });
    expect(reasonOf(error)).toBe('file store: the disk is full (EFBIG)');
    expect(readdirSync(limited, { recursive: true })).toEqual(['.unfinished']);
  });

  it('is a 503 where the folder cannot be used', async () => {
    writeFileSync(join(folder, 'no-folder'), '');
    const error: unknown = await new DiskFileStore(join(folder, 'no-folder'), clock)
      .put('a', parts('x'))
      .catch((e: unknown) => e);
    expect([error, reasonOf(error)]).toEqual([
      expect.objectContaining({ entry: expect.objectContaining({ status: 503 }) as unknown }),
      'file store: ENOTDIR',
    ]);
  });

  it('is a 503 where S3 refuses, and says no more than why', async () => {
    const absent = new S3FileStore(client, 'no-such-bucket');
    const faults = await Promise.all(
      [absent.put('a', parts('x')), absent.read('a'), absent.delete('a'), namesOf(absent, '')].map(
        (work: Promise<unknown>) => work.then(() => 'no fault', reasonOf),
      ),
    );
    expect(faults).toEqual(Array(4).fill('file store: S3 failed: NoSuchBucket'));
  });
});

// operations 7.4
it('the first put of a process removes what killed ones left a day ago', async () => {
  const left = (name: string, ageMs: number): void => {
    const path = join(diskFolder, '.unfinished', name);
    writeFileSync(path, 'half');
    const at = new Date(clock.now().getTime() - ageMs);
    utimesSync(path, at, at);
  };
  left('old', DAY_MS + 60_000);
  left('young', DAY_MS - 60_000);
  await new DiskFileStore(diskFolder, clock).put('e', parts('e'));
  expect(readdirSync(join(diskFolder, '.unfinished'))).toEqual(['young']);
});
