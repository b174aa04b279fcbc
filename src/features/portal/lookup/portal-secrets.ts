import { randomBytes, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config/settings.js';
import { openBox, sealBox } from '../../../core/privacy/aes-gcm.js';
import { PepperedHashes, pepperedKeys } from '../../../core/privacy/keys/peppered-hashes.js';

const KEY_BYTES = 32;

/** 256 bits in the form that cookies and addresses can have. */
export const newSecret = (): string => randomBytes(KEY_BYTES).toString('base64url');

/** The identity provider's tokens of a session, which are stored sealed. */
export interface ProviderTokens {
  readonly access: string;
  readonly refresh: string | null;
}

type Label = 'session' | 'state' | 'browser';

/**
 * Hashes and seals the stored values of sessions and sign-ins, under keys that are derived from the
 * pepper: the store alone reveals neither a cookie nor a token (portal-sessions 2.2). While the
 * pepper changes, values from before are found and opened, too.
 */
@Injectable()
export class PortalSecrets {
  private readonly hashing: PepperedHashes;
  private readonly sealing: readonly [KeyObject, ...KeyObject[]];

  constructor(@Inject(SETTINGS) { apiKeys }: Pick<Settings, 'apiKeys'>) {
    this.hashing = new PepperedHashes(apiKeys, 'portal hashing');
    this.sealing = pepperedKeys(apiKeys, 'portal sealing');
  }

  /** The hash to store. */
  hash(label: Label, secret: string): Buffer {
    return this.hashing.valid(label, secret)[0];
  }

  /** The hashes under which a secret may be stored. */
  validHashes(label: Label, secret: string): readonly Buffer[] {
    return this.hashing.valid(label, secret);
  }

  /** @param place the seal context, without which the value cannot be opened */
  seal(place: string, value: object): Buffer {
    return sealBox(this.sealing[0], place, Buffer.from(JSON.stringify(value)));
  }

  /** @throws Error if it was sealed for another place or under a pepper that is not valid */
  open(place: string, sealed: Buffer): unknown {
    let failure: unknown;
    for (const key of this.sealing) {
      try {
        return JSON.parse(openBox(key, place, sealed).toString());
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  }
}
