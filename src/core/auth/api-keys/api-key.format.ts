import { createHmac, KeyObject, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { DATA_ENVS, type DataEnv } from '../../shared/auth-context.js';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX_LENGTH = 8;
// 43 base62 characters encode 256 bits.
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;

const SHAPE = new RegExp(
  `^svc_(${DATA_ENVS.join('|')})_([0-9A-Za-z]{${PREFIX_LENGTH}})_[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`,
);

/** The public part of a key: enough to find its record, but not to authenticate. */
export interface ApiKeyText {
  readonly dataEnv: DataEnv;
  readonly keyPrefix: string;
}

function randomBase62(length: number): string {
  let out = '';
  while (out.length < length) {
    for (const byte of randomBytes(length)) {
      // 248 is the largest multiple of 62 in a byte: rejecting larger bytes keeps every character
      // equally likely.
      if (byte < 248 && out.length < length) out += BASE62[byte % 62];
    }
  }
  return out;
}

function checksum(body: string): string {
  let value = crc32(body);
  let out = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i += 1) {
    out = `${BASE62[value % 62]}${out}`;
    value = Math.floor(value / 62);
  }
  return out;
}

/** A new key's text: `svc_<env>_<prefix>_<secret><checksum>`. It is shown once and never stored. */
export function generateApiKey(dataEnv: DataEnv): string {
  const body = `svc_${dataEnv}_${randomBase62(PREFIX_LENGTH)}_${randomBase62(SECRET_LENGTH)}`;
  return body + checksum(body);
}

/** Reads a key's text; null for a wrong shape or checksum, so that a typo causes no query. */
export function parseApiKey(text: string): ApiKeyText | null {
  const match = SHAPE.exec(text);
  if (!match) return null;
  const body = text.slice(0, -CHECKSUM_LENGTH);
  if (checksum(body) !== text.slice(-CHECKSUM_LENGTH)) return null;
  return { dataEnv: match[1] as DataEnv, keyPrefix: match[2]! };
}

export interface NewApiKey {
  /** Sent in one response and stored nowhere. */
  readonly text: string;
  readonly keyPrefix: string;
  readonly secretHash: Buffer;
  readonly lastFour: string;
}

export function mintApiKey(pepper: KeyObject, dataEnv: DataEnv): NewApiKey {
  const text = generateApiKey(dataEnv);
  const { keyPrefix } = parseApiKey(text)!;
  return { text, keyPrefix, secretHash: hashApiKey(pepper, text), lastFour: text.slice(-4) };
}

/** Stored instead of a key: HMAC-SHA-256 of its whole text under the server's pepper. */
export function hashApiKey(pepper: KeyObject, text: string): Buffer {
  return createHmac('sha256', pepper).update(text).digest();
}

/** Noted by the deployment, so that every process can check whether it has the same pepper. */
export const pepperFingerprintOf = (pepper: Buffer): Buffer =>
  createHmac('sha256', pepper).update('telephony-platform: fingerprint of the pepper').digest();

/** Names a pepper without revealing it; stored with what was hashed under it. */
export const pepperIdOf = (pepper: KeyObject): string =>
  createHmac('sha256', pepper).update('telephony-platform: id of the pepper').digest('hex').slice(0, 8);
