import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LocalKeyProvider } from './local-key-provider.js';

const CONTEXT = { client_id: 'acme', data_env: 'prod', purpose: 'encryption' };
let folder: string;
let files = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'master-key-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function fileWith(content: string): Promise<string> {
  const file = join(folder, `key-${files++}`);
  await writeFile(file, content);
  return file;
}
const aMasterKey = () => randomBytes(32).toString('base64');

describe('LocalKeyProvider', () => {
  it('unwraps what it wrapped, and passes its self check', async () => {
    const provider = await LocalKeyProvider.open(await fileWith(`${aMasterKey()}\n`));
    const key = randomBytes(32);
    const wrapped = await provider.wrap(key, CONTEXT);
    expect(wrapped.includes(key)).toBe(false);
    expect(await provider.unwrap(wrapped, CONTEXT)).toEqual(key);
    await expect(provider.selfCheck()).resolves.toBeUndefined();
  });

  it('unwraps after a restart with the same file, under the same id', async () => {
    const file = await fileWith(aMasterKey());
    const [before, after] = [await LocalKeyProvider.open(file), await LocalKeyProvider.open(file)];
    const key = randomBytes(32);
    expect(await after.unwrap(await before.wrap(key, CONTEXT), CONTEXT)).toEqual(key);
    expect(after.id).toBe(before.id);
    expect(after.id).toMatch(/^local:[0-9a-f]{8}$/);
  });

  it('refuses another tenant, environment, purpose, master key and every changed byte', async () => {
    const provider = await LocalKeyProvider.open(await fileWith(aMasterKey()));
    const other = await LocalKeyProvider.open(await fileWith(aMasterKey()));
    const wrapped = await provider.wrap(randomBytes(32), CONTEXT);
    const refusal = /^The wrapped key cannot be unwrapped/;
    await expect(provider.unwrap(wrapped, { ...CONTEXT, client_id: 'other' })).rejects.toThrow(refusal);
    await expect(provider.unwrap(wrapped, { ...CONTEXT, data_env: 'dev' })).rejects.toThrow(refusal);
    await expect(provider.unwrap(wrapped, { ...CONTEXT, purpose: 'matching' })).rejects.toThrow(refusal);
    await expect(other.unwrap(wrapped, CONTEXT)).rejects.toThrow(refusal);
    expect(other.id).not.toBe(provider.id);
    await expect(provider.unwrap(Buffer.alloc(0), CONTEXT)).rejects.toThrow(refusal);
    for (let at = 0; at < wrapped.length; at++) {
      const changed = Buffer.from(wrapped);
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
      await expect(provider.unwrap(changed, CONTEXT)).rejects.toThrow(refusal);
    }
  });

  it.each([
    ['empty', ''],
    ['too short', Buffer.alloc(31, 7).toString('base64')],
    ['too long', Buffer.alloc(33, 7).toString('base64')],
    ['no base64', 'canary!canary!canary!canary!canary!canary!cana'],
    ['hex', Buffer.alloc(32, 7).toString('hex')],
    [
      'base64 with a foreign character inside',
      `${Buffer.alloc(32, 7).toString('base64').slice(0, 20)}*${Buffer.alloc(32, 7).toString('base64').slice(20)}`,
    ],
  ])('refuses a file that is %s, naming the setting and not the content', async (_case, content) => {
    const error: unknown = await LocalKeyProvider.open(await fileWith(content)).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).message).toContain('MASTER_KEY_FILE must contain exactly 32 bytes');
    if (content !== '') expect(inspect(error, { showHidden: true })).not.toContain(content.slice(0, 12));
  });

  it.each([
    ['zeros', Buffer.alloc(32)],
    ['one byte', Buffer.alloc(32, 0xff)],
    ['a placeholder', Buffer.alloc(32, 'change-me-')],
    ['the pepper of .env.example', Buffer.alloc(32, 'pepper-')],
  ])('refuses %s where keys must be random, and only there', async (_, key) => {
    const content = key.toString('base64');
    const file = await fileWith(content);
    const error: unknown = await LocalKeyProvider.open(file, true).catch((thrown: unknown) => thrown);
    expect((error as Error).message).toMatch(/^MASTER_KEY_FILE contains a key that is not random/);
    expect(inspect(error, { showHidden: true })).not.toContain(content.slice(0, 12));
    await expect(LocalKeyProvider.open(file)).resolves.toBeInstanceOf(LocalKeyProvider);
  });

  it('accepts its own key if keys must be random', async () => {
    await expect(LocalKeyProvider.open(await fileWith(aMasterKey()), true)).resolves.toBeDefined();
  });

  it('says so when there is no file', async () => {
    const missing = join(folder, 'missing');
    await expect(LocalKeyProvider.open(missing)).rejects.toThrow('MASTER_KEY_FILE cannot be read (ENOENT)');
  });
});
