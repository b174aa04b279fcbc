import { createHmac, createSecretKey, hash, KeyObject, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config/settings.js';
import type { Tenant } from '../../shared/auth-context.js';
import { validationFailed } from '../../shared/platform-error.js';

/** Binds a cursor to one route, one tenant and one filter. */
export interface CursorBinding {
  readonly route: string;
  readonly tenant: Tenant;
  /** Every parameter that decides which rows are listed and in which order. */
  readonly filter: Readonly<Record<string, unknown>>;
}

/** The sort key of the last returned row. */
export type CursorPosition = readonly (string | number | null)[];

const MAC_BYTES = 16;
// Positions are a few sort values; a longer text cannot be ours.
const MAX_LENGTH = 1024;

/** Opaque page cursors, signed, and bound to their route, tenant and filter. */
@Injectable()
export class Cursors {
  private readonly key: KeyObject;
  /** The signing key, and other keys whose cursors are also accepted. */
  private readonly keys: readonly KeyObject[];

  constructor(@Inject(SETTINGS) { cursors: { secret, otherSecrets } }: Settings) {
    this.key = createSecretKey(secret);
    this.keys = [this.key, ...otherSecrets.map((other) => createSecretKey(other))];
  }

  encode(binding: CursorBinding, position: CursorPosition): string {
    const body = Buffer.from(JSON.stringify(position), 'utf8');
    return Buffer.concat([macOf(this.key, binding, body), body]).toString('base64url');
  }

  /**
   * @param parameter of the query that contained it, for the error
   * @throws 400 validation_failed for a cursor that is forged, truncated or from another query
   */
  decode(binding: CursorBinding, cursor: string, parameter = 'cursor'): CursorPosition {
    const bytes = Buffer.from(cursor.length > MAX_LENGTH ? '' : cursor, 'base64url');
    const body = bytes.subarray(MAC_BYTES);
    const isOurs =
      body.length > 0 &&
      // base64url decoding skips unknown characters; only the exact text of the cursor is accepted.
      bytes.toString('base64url') === cursor &&
      this.keys.some((key) => timingSafeEqual(bytes.subarray(0, MAC_BYTES), macOf(key, binding, body)));
    if (!isOurs) {
      throw validationFailed({
        loc: ['query', parameter],
        message: `does not belong to this list and filter; omit it to start from the first page`,
        type: 'cursor_invalid',
      });
    }
    return JSON.parse(body.toString('utf8')) as CursorPosition;
  }
}

function macOf(key: KeyObject, binding: CursorBinding, body: Buffer): Buffer {
  const filter = Object.entries(binding.filter)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const context = JSON.stringify([binding.route, binding.tenant.clientId, binding.tenant.dataEnv, filter]);
  return createHmac('sha256', key)
    .update(hash('sha256', context, 'buffer'))
    .update(body)
    .digest()
    .subarray(0, MAC_BYTES);
}
