import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface KmsRequest {
  readonly KeyId: string;
  readonly Plaintext?: string;
  readonly CiphertextBlob?: string;
  readonly EncryptionContext: Record<string, string>;
}
export type KmsFault = (response: ServerResponse, answer: string) => void;

/** The part of AWS KMS that the provider uses, with one master key per key id and real AES-GCM. */
export class KmsServer {
  readonly calls: string[] = [];
  /** Each one replaces a KMS response, oldest first. */
  readonly faults: KmsFault[] = [];
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
