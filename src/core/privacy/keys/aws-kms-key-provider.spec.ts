import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AwsKmsKeyProvider, createKmsClient } from './aws-kms-key-provider.js';

const CONTEXT = { client_id: 'acme', data_env: 'prod', purpose: 'matching' };

interface KmsRequest {
  readonly KeyId: string;
  readonly Plaintext?: string;
  readonly CiphertextBlob?: string;
  readonly EncryptionContext: Record<string, string>;
}
type Fault = (response: ServerResponse, answer: string) => void;

/** The part of AWS KMS that the provider uses, with one master key per key id and real AES-GCM. */
class KmsStub {
  readonly calls: string[] = [];
  /** Each one is returned instead of a KMS response, oldest first. */
  readonly faults: Fault[] = [];
  private readonly masters = new Map<string, Buffer>();
  private readonly server: Server = createServer((request, response) => void this.handle(request, response));

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const operation = String(request.headers['x-amz-target']).replace('TrentService.', '');
    this.calls.push(operation);
    const [status, answer] = this.answer(operation, JSON.parse(await text(request)) as KmsRequest);
    const fault = this.faults.shift();
    if (fault) return fault(response, JSON.stringify(answer));
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(answer));
  }

  private answer(operation: string, { KeyId, EncryptionContext, ...bytes }: KmsRequest): [number, object] {
    const master = this.masters.get(KeyId) ?? randomBytes(32);
    this.masters.set(KeyId, master);
    const associated = Buffer.from(JSON.stringify(Object.entries(EncryptionContext).sort()));
    if (operation === 'Encrypt') {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', master, nonce).setAAD(associated);
      const sealed = Buffer.concat([cipher.update(bytes.Plaintext ?? '', 'base64'), cipher.final()]);
      return [
        200,
        { KeyId, CiphertextBlob: Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64') },
      ];
    }
    const blob = Buffer.from(bytes.CiphertextBlob ?? '', 'base64');
    const decipher = createDecipheriv('aes-256-gcm', master, blob.subarray(0, 12)).setAAD(associated);
    decipher.setAuthTag(blob.subarray(12, 28));
    try {
      const opened = Buffer.concat([decipher.update(blob.subarray(28)), decipher.final()]);
      return [200, { KeyId, Plaintext: opened.toString('base64') }];
    } catch {
      return [
        400,
        { __type: 'InvalidCiphertextException', message: `not opened: ${EncryptionContext['client_id']}` },
      ];
    }
  }
}

const failing: Fault = (response) => response.writeHead(500).end('{"__type":"KMSInternalException"}');
const silent: Fault = () => undefined;

let kms: KmsStub;
let endpoint: string;
beforeEach(async () => {
  kms = new KmsStub();
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
    expect(kms.calls).toHaveLength(2);
  });

  it('does not wait for an answer whose body never ends', async () => {
    const stalled: Fault = (response, answer) =>
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
  it.each<[string, Fault]>([
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
