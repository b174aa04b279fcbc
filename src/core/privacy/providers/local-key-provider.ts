import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { looksRandom } from '../../../config/production.policy.js';
import { openBox, sealBox } from '../aes-gcm.js';
import { checkRoundTrip, type KeyContext, type KeyProvider } from './key-provider.js';

const KEY_BYTES = 32;
/** First byte of a wrapped key; another layout gets another number. */
const VERSION = 1;

const associated = (context: KeyContext): string =>
  JSON.stringify([context.client_id, context.data_env, context.purpose]);

export class LocalKeyProvider implements KeyProvider {
  readonly id: string;

  private constructor(private readonly master: KeyObject) {
    // A fingerprint, so that a wrong master key is reported as such and not as keys that cannot be
    // unwrapped.
    const fingerprint = createHmac('sha256', master)
      .update('master-key-fingerprint')
      .digest('hex')
      .slice(0, 8);
    this.id = `local:${fingerprint}`;
  }

  /**
   * Reads the master key.
   * @param file holds 32 bytes in base64; white space is ignored
   * @param mustBeRandom also refuses zeros and placeholders
   * @throws an Error that names the setting, never the content
   */
  static async open(file: string, mustBeRandom = false): Promise<LocalKeyProvider> {
    const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
      throw new Error(`MASTER_KEY_FILE cannot be read (${error.code ?? 'unknown error'})`);
    });
    const text = bytes.toString('latin1').trim();
    const key = Buffer.from(text, 'base64');
    try {
      // Node skips characters outside of base64: a typo would produce another key.
      if (key.length !== KEY_BYTES || key.toString('base64').replace('=', '') !== text.replace('=', '')) {
        throw new Error('MASTER_KEY_FILE must contain exactly 32 bytes in base64 (openssl rand -base64 32)');
      }
      if (mustBeRandom && !looksRandom(key)) {
        throw new Error(
          'MASTER_KEY_FILE contains a key that is not random; generate one with openssl rand -base64 32 ' +
            'before anything is encrypted',
        );
      }
      return new LocalKeyProvider(createSecretKey(key));
    } finally {
      bytes.fill(0);
      key.fill(0);
    }
  }

  async wrap(plaintext: Buffer, context: KeyContext): Promise<Buffer> {
    return Buffer.concat([Buffer.of(VERSION), sealBox(this.master, associated(context), plaintext)]);
  }

  async unwrap(wrapped: Buffer, context: KeyContext): Promise<Buffer> {
    try {
      if (wrapped[0] !== VERSION) throw new Error('unknown layout');
      return openBox(this.master, associated(context), wrapped.subarray(1));
    } catch {
      throw new Error('The wrapped key cannot be unwrapped with the master key and its context');
    }
  }

  selfCheck(): Promise<void> {
    return checkRoundTrip(this);
  }
}
