import { randomBytes } from 'node:crypto';
import { readIfPresent, StartError, writePrivateFile } from './files.ts';

/**
 * Secrets that the platform creates once and keeps: without them it could not read its own data.
 */
export interface PlatformSecrets {
  /** Base64, like the next secret. */
  readonly apiKeyPepper: string;
  readonly cursorSecret: string;
  /** Password of the login role telephony_owner. */
  readonly ownerPassword: string;
  /**
   * Password of the logins of the API, the worker, operators and tenant stores: all are read from
   * the same file.
   */
  readonly loginPassword: string;
}

/** 32 bytes: needed by the API's HMACs and key wrapping. */
const random = (encoding: 'base64' | 'base64url') => randomBytes(32).toString(encoding);

/**
 * Reads the secrets file (mode 0600), and creates missing secrets.
 * @throws StartError if the file exists but cannot be read
 */
export function loadSecrets(file: string): PlatformSecrets {
  const text = readIfPresent(file);
  const secrets: PlatformSecrets = {
    apiKeyPepper: random('base64'),
    cursorSecret: random('base64'),
    ownerPassword: random('base64url'),
    loginPassword: random('base64url'),
    ...(text === null ? {} : parse(file, text)),
  };
  const complete = JSON.stringify(secrets, null, 2);
  if (complete !== text) writePrivateFile(file, complete);
  return secrets;
}

/** Creates the master key file of KEY_PROVIDER=local if it is missing. */
export function ensureMasterKey(file: string): void {
  if (readIfPresent(file) === null) writePrivateFile(file, `${random('base64')}\n`);
}

function parse(file: string, text: string): Partial<PlatformSecrets> {
  try {
    return JSON.parse(text) as Partial<PlatformSecrets>;
  } catch {
    throw new StartError(`${file} is no longer JSON: restore it, or remove its folder to start again.`);
  }
}
