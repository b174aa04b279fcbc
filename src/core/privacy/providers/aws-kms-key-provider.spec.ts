import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { KmsServer, type KmsFault } from '../../../../test/support/kms-server.js';
import { AwsKmsKeyProvider, createKmsClient } from './aws-kms-key-provider.js';

const CONTEXT = { client_id: 'acme', data_env: 'prod', purpose: 'matching' };

const failing: KmsFault = (response) => response.writeHead(500).end('{"__type":"KMSInternalException"}');
const silent: KmsFault = () => undefined;

let kms: KmsServer;
let endpoint: string;
beforeEach(async () => {
  kms = new KmsServer();
  endpoint = await kms.start();
});
afterEach(() => kms.stop());

function aProvider(keyId = 'alias/telephony', attemptTimeoutMs?: number): AwsKmsKeyProvider {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = createKmsClient({ endpoint, region: 'ap-southeast-2', credentials }, attemptTimeoutMs);
  return new AwsKmsKeyProvider(client, keyId);
}

const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(() => undefined).catch((error: unknown) => error);

describe('AwsKmsKeyProvider', () => {
  it('unwraps what it wrapped, one call each, and passes its self check', async () => {
    const provider = aProvider();
    const key = randomBytes(32);
    const wrapped = await provider.wrap(key, CONTEXT);
    expect(wrapped.includes(key)).toBe(false);
    expect(await provider.unwrap(wrapped, CONTEXT)).toEqual(key);
    expect(kms.calls).toEqual(['Encrypt', 'Decrypt']);
    await expect(provider.selfCheck()).resolves.toBeUndefined();
  });

  it.each([
    ['tenant', { client_id: 'other' }],
    ['environment', { data_env: 'dev' }],
    ['purpose', { purpose: 'encryption' }],
  ])('does not unwrap for another %s', async (_case, other) => {
    const provider = aProvider();
    const wrapped = await provider.wrap(randomBytes(32), CONTEXT);
    await expect(provider.unwrap(wrapped, { ...CONTEXT, ...other })).rejects.toThrow(
      'AWS KMS Decrypt failed: InvalidCiphertextException',
    );
  });

  it('does not unwrap what another key of KMS has wrapped', async () => {
    const wrapped = await aProvider('alias/other').wrap(randomBytes(32), CONTEXT);
    await expect(aProvider().unwrap(wrapped, CONTEXT)).rejects.toThrow('InvalidCiphertextException');
  });

  it('gets past one failure and gives up after two', async () => {
    kms.faults.push(failing);
    await expect(aProvider().wrap(randomBytes(32), CONTEXT)).resolves.toBeInstanceOf(Buffer);
    kms.faults.push(failing, failing);
    await expect(aProvider().wrap(randomBytes(32), CONTEXT)).rejects.toThrow('AWS KMS Encrypt failed');
    expect(kms.calls).toHaveLength(4);
  });

  it('does not wait for a KMS that accepts and stays silent', async () => {
    kms.faults.push(silent, silent);
    await expect(aProvider(undefined, 50).wrap(randomBytes(32), CONTEXT)).rejects.toThrow(
      'AWS KMS Encrypt failed: TimeoutError',
    );
    // An attempt may end before its connection does anything.
    expect(kms.calls.length).toBeLessThanOrEqual(2);
  });

  it('does not wait for an answer whose body never ends', async () => {
    const stalled: KmsFault = (response, answer) =>
      response.writeHead(200, { 'content-length': answer.length }).write(answer.slice(0, 10));
    kms.faults.push(stalled, stalled);
    await expect(aProvider(undefined, 50).wrap(randomBytes(32), CONTEXT)).rejects.toThrow(
      'AWS KMS Encrypt failed',
    );
  });

  it('fails its self check while KMS is down', async () => {
    const provider = aProvider();
    await kms.stop();
    await expect(provider.selfCheck()).rejects.toThrow('AWS KMS Encrypt failed');
  });

  it('refuses an answer without the bytes', async () => {
    kms.faults.push((response) => response.end('{}'));
    await expect(aProvider().wrap(randomBytes(32), CONTEXT)).rejects.toThrow(
      'did not return the requested bytes',
    );
  });

  const plaintextOf = (answer: string) => (JSON.parse(answer) as { Plaintext: string }).Plaintext;
  it.each<[string, KmsFault]>([
    ['is cut off', (response, answer) => response.end(`${answer.slice(0, -1)},`)],
    ['is not JSON', (response, answer) => response.end(plaintextOf(answer))],
    ['comes with an error status', (response, answer) => response.writeHead(500).end(answer)],
  ])('keeps the key out of the error when the answer that carries it %s', async (_case, fault) => {
    const provider = aProvider();
    const key = randomBytes(32);
    const wrapped = await provider.wrap(key, CONTEXT);
    kms.faults.push(fault, fault);
    const error = await errorOf(provider.unwrap(wrapped, CONTEXT));
    expect(error).toBeInstanceOf(Error);
    const shown = inspect(error, { showHidden: true, depth: 20 });
    expect(shown).toContain('AWS KMS Decrypt failed');
    expect(shown).not.toContain(key.toString('base64').slice(0, 8));
    expect(shown).not.toContain('acme');
  });
});
