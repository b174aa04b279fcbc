import { hash } from 'node:crypto';
import { DecryptCommand, EncryptCommand, KMSClient, type KMSClientConfig } from '@aws-sdk/client-kms';
import { LoggableError } from '../../shared/platform-error.js';
import { checkRoundTrip, type KeyContext, type KeyProvider } from './key-provider.js';

// KMS responds within tens of milliseconds inside a region. After a second it is unlikely to
// respond, and the request should fail closed rather than hold its connection.
const ATTEMPT_TIMEOUT_MS = 1000;
// A healthy endpoint accepts in a few milliseconds.
const CONNECT_TIMEOUT_MS = 500;
// One retry gets past a dropped connection or brief throttling: a caller waits two seconds at most.
const MAX_ATTEMPTS = 2;

type KmsPort = Pick<KMSClient, 'send'>;

/**
 * A KMS client with this service's timeouts.
 * @param config region, endpoint and credentials; default: the process's usual AWS settings
 * @param attemptTimeoutMs milliseconds one attempt may take
 */
export function createKmsClient(
  config: KMSClientConfig = {},
  attemptTimeoutMs = ATTEMPT_TIMEOUT_MS,
): KMSClient {
  return new KMSClient({
    maxAttempts: MAX_ATTEMPTS,
    ...config,
    requestHandler: {
      connectionTimeout: Math.min(CONNECT_TIMEOUT_MS, attemptTimeoutMs),
      requestTimeout: attemptTimeoutMs,
      // Without this the SDK only logs a warning and keeps waiting.
      throwOnRequestTimeout: true,
      // The request timeout ends with the response headers; this one covers a body that never
      // arrives.
      socketTimeout: attemptTimeoutMs,
    },
  });
}

/** Wraps data keys with a symmetric key of AWS KMS; tenant and purpose are its encryption context. */
export class AwsKmsKeyProvider implements KeyProvider {
  /** Contains a fingerprint of the key's name, to distinguish keys that another key has wrapped. */
  readonly id: string;

  /**
   * @param keyId id, ARN or alias; unwrapping names it too, so KMS refuses data wrapped by another
   *   key
   */
  constructor(
    private readonly client: KmsPort,
    private readonly keyId: string,
  ) {
    this.id = `aws-kms:${hash('sha256', keyId).slice(0, 8)}`;
  }

  async wrap(plaintext: Buffer, context: KeyContext): Promise<Buffer> {
    const answer = await this.client
      .send(
        new EncryptCommand({ KeyId: this.keyId, Plaintext: plaintext, EncryptionContext: { ...context } }),
      )
      .catch(rethrow('Encrypt'));
    return ownBytes(answer.CiphertextBlob, 'Encrypt');
  }

  async unwrap(wrapped: Buffer, context: KeyContext): Promise<Buffer> {
    const answer = await this.client
      .send(
        new DecryptCommand({ KeyId: this.keyId, CiphertextBlob: wrapped, EncryptionContext: { ...context } }),
      )
      .catch(rethrow('Decrypt'));
    return ownBytes(answer.Plaintext, 'Decrypt');
  }

  selfCheck(): Promise<void> {
    return checkRoundTrip(this);
  }
}

// The SDK attaches the raw response to its errors, and that of Decrypt contains a key: only the
// name is passed on.
const rethrow =
  (operation: string) =>
  (error: unknown): never => {
    const name = error instanceof Error && /^[A-Za-z]{1,60}$/.test(error.name) ? error.name : 'unknown error';
    throw new LoggableError(`AWS KMS ${operation} failed: ${name}`);
  };

// The same memory, not a copy: overwriting the result leaves no key behind.
function ownBytes(bytes: Uint8Array | undefined, operation: string): Buffer {
  if (!bytes?.length) throw new LoggableError(`AWS KMS ${operation} did not return the requested bytes`);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
