import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockDataDir } from './data-dir-lock.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'data-dir-lock-'));
  file = join(folder, 'lock.json');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the lock of a data directory', () => {
  it('refuses a second owner while the first lives, and admits one after it let go', () => {
    const release = lockDataDir(file);
    expect(() => lockDataDir(file)).toThrow(`already runs on this data directory (pid ${process.pid}`);
    release();
    lockDataDir(file)();
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['of an owner that is gone', JSON.stringify({ pid: 2 ** 30, identity: 'boot/1' })],
    ['whose pid somebody else has now', JSON.stringify({ pid: process.pid, identity: 'another boot/1' })],
    ['that is not a lock', '{"pid":'],
  ])('takes over one %s', (_case, content) => {
    writeFileSync(file, content);
    lockDataDir(file);
    expect(readdirSync(folder)).toEqual(['lock.json']);
    expect(() => lockDataDir(file)).toThrow('already runs');
  });
});
