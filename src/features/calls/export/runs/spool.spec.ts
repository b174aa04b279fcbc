import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useOwnTemporaryFolder } from '../../../../../test/support/temporary-folder.js';
import { Spool, SpoolFullError, sweepSpools } from './spool.js';

const MAX = 1024 * 1024;
const MEMORY = 64 * 1024;

const contentOf = async (spool: Spool): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of spool.read()) parts.push(part);
  return Buffer.concat(parts);
};
const names = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('telephony-export-'));
/** Descriptors of files that we hold open although they no longer have a name. */
const nameless = (): string[] =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${fd}`);
      return target.includes('telephony-export-') && target.endsWith('(deleted)');
    } catch {
      return false;
    }
  });

describe('a spool', () => {
  useOwnTemporaryFolder();

  it.each([0, 1, MEMORY - 1, MEMORY, MEMORY + 1, 700_001, MAX])(
    'gives back %i bytes as written',
    async (size) => {
      const written = randomBytes(size);
      const spool = new Spool(MAX, MEMORY);
      for (let at = 0; at < size; at += 10_007) await spool.write(written.subarray(at, at + 10_007));
      spool.finish();
      expect((await contentOf(spool)).equals(written)).toBe(true);
      await spool.close();
      expect(nameless()).toEqual([]);
    },
  );

  it('refuses what would make it larger than it may be', async () => {
    const spool = new Spool(MAX, MEMORY);
    await spool.write(randomBytes(MAX));
    await expect(spool.write(randomBytes(1))).rejects.toThrow(SpoolFullError);
    await spool.close();
    expect(nameless()).toEqual([]);
  });

  it.each([
    ['faster', 1, 8],
    ['slower', 8, 1],
  ])('gives back what is written meanwhile by a %s writer, in order', async (_, writes, reads) => {
    const written = randomBytes(3 * MAX);
    const spool = new Spool(MAX, MEMORY);
    const turns = async (count: number) => {
      for (let i = 0; i < count; i += 1) await new Promise(setImmediate);
    };
    const writing = (async () => {
      for (let at = 0; at < written.length; at += 10_007) {
        await spool.pass(written.subarray(at, at + 10_007));
        await turns(writes);
      }
      spool.finish();
    })();
    const parts: Buffer[] = [];
    for await (const part of spool.read()) {
      parts.push(part);
      await turns(reads);
    }
    await writing;
    expect(Buffer.concat(parts).equals(written)).toBe(true);
    await spool.close();
    expect(nameless()).toEqual([]);
  });

  it('that is full lets a writer wait for its reader', async () => {
    const spool = new Spool(MAX, MEMORY);
    await spool.pass(randomBytes(MAX));
    let hasPassed = false;
    const passing = spool.pass(randomBytes(1)).then(() => (hasPassed = true));
    await new Promise(setImmediate);
    expect(hasPassed).toBe(false);
    await spool.read().next();
    await passing;
    await spool.close();
  });

  it('that is closed lets go of a writer and of a reader who wait', async () => {
    const full = new Spool(MAX, MEMORY);
    await full.pass(randomBytes(MAX));
    const writing = expect(full.pass(randomBytes(1))).rejects.toThrow('closed');
    await full.close();
    await writing;
    const empty = new Spool(MAX, MEMORY);
    const reading = expect(empty.read().next()).rejects.toThrow('closed');
    await empty.close();
    await reading;
  });

  it('on disk has no name and nothing that can be read', async () => {
    const spool = new Spool(MAX, MEMORY);
    await spool.write(Buffer.alloc(MEMORY, 'canary '));
    await spool.write(Buffer.alloc(MEMORY, 'canary '));
    expect(names()).toEqual([]);
    const [fd] = nameless();
    const stored = readFileSync(`/proc/self/fd/${fd}`);
    expect(stored.length).toBe(2 * MEMORY);
    expect(stored.includes('canary')).toBe(false);
    await spool.close();
  });

  // Fails if a write in progress opens a file that is never closed.
  it('that is closed in the middle of a write leaves no file open', async () => {
    const spool = new Spool(MAX, MEMORY);
    const writing = spool.write(randomBytes(MEMORY + 1)).then(
      () => 'written',
      () => 'refused',
    );
    await spool.close();
    expect(await writing).toBe('refused');
    expect(nameless()).toEqual([]);
  });

  it('that a killed process left by its name is swept up', async () => {
    const left = `telephony-export-${randomBytes(6).toString('hex')}`;
    writeFileSync(join(tmpdir(), left), '');
    await sweepSpools();
    expect(names()).not.toContain(left);
  });
});
