import { Injectable } from '@nestjs/common';
import type { Tenant } from '../../../core/shared/auth-context.js';
import { keyedHash } from '../../../core/privacy/keys/keyed-hash.js';
import { TenantKeys, type TenantKey } from '../../../core/privacy/keys/tenant-keys.js';

/** Hashes for one staged release, unrelated to those of any other. */
interface StagedHash {
  /** The hash of a caller: its first bits are the caller's position among all callers. */
  caller(caller: string): Buffer;
  /** The hash of a listed number, in hex. */
  number(number: string): string;
}

/** The key of staged releases, and its hashes for each release. */
export interface StagedKey {
  readonly keyId: string;
  of(projectId: string, versionNumber: number): StagedHash;
}

/**
 * Hashes callers for a staged release under the tenant's matching key, the project and the version.
 * A caller has a different position in the next release, and without the key a stored hash does not
 * reveal a number.
 */
@Injectable()
export class StagedHashes {
  constructor(private readonly keys: TenantKeys) {}

  /**
   * The hashes for a release that starts now.
   * @throws KeyUnavailableError (503)
   */
  async current(tenant: Tenant): Promise<StagedKey> {
    return hashesUnder(await this.keys.current(tenant, 'matching'));
  }

  /**
   * The hashes for a release that started with this key.
   * @throws KeyUnavailableError (503)
   */
  async byId(tenant: Tenant, keyId: string): Promise<StagedKey> {
    return hashesUnder(await this.keys.byId(tenant, 'matching', keyId));
  }
}

const hashesUnder = (key: TenantKey): StagedKey => ({
  keyId: key.keyId,
  of: (projectId, versionNumber) => {
    const salted = (value: string): string => `${projectId}\0${versionNumber}\0${value}`;
    return {
      caller: (caller) => keyedHash(key, 'staged-caller', salted(caller)),
      number: (number) => keyedHash(key, 'staged-number', salted(number)).toString('hex'),
    };
  },
});
