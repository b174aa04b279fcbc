import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/auth/auth-context.js';
import { openField, sealedKeyId } from '../../../core/privacy/field-cipher.js';
import { DecryptionError } from '../../../core/privacy/privacy.errors.js';
import { TenantKeys } from '../../../core/privacy/tenant-keys.js';
import type { FieldAddress } from '../../../core/privacy/field-cipher.js';
import { secretPlace } from '../configuration/sealed-places.js';
import { ValueUnavailableError } from './runtime.errors.js';

/** A secret as the statements of this folder give it. */
export interface SealedSecret {
  readonly name: string;
  readonly version: number;
  /** Base64. */
  readonly sealed: string;
}

/** Opens what the runtime needs in clear. All of it or nothing: a configuration without one of its secrets is broken. */
@Injectable()
export class SecretValues {
  constructor(private readonly keys: TenantKeys) {}

  /**
   * The values of the named secrets, by name.
   * @throws ValueUnavailableError when one of them is not there or does not open, KeyUnavailableError; both are 503
   */
  async openAll(
    auth: AuthContext,
    projectId: string,
    names: readonly string[],
    secrets: readonly SealedSecret[],
  ): Promise<Record<string, string>> {
    const byName = new Map(secrets.map((secret) => [secret.name, secret]));
    const values = names.map(async (name): Promise<[string, string]> => {
      const secret = byName.get(name);
      if (!secret) throw new ValueUnavailableError('secret_gone');
      const sealed = Buffer.from(secret.sealed, 'base64');
      return [name, await this.open(auth, secretPlace(auth, projectId, name), sealed)];
    });
    return Object.fromEntries(await Promise.all(values));
  }

  /** @throws ValueUnavailableError when it does not open, KeyUnavailableError; both are 503 */
  async open(auth: AuthContext, place: FieldAddress, sealed: Buffer): Promise<string> {
    try {
      return openField(await this.keys.byId(auth, 'encryption', sealedKeyId(sealed)), place, sealed);
    } catch (error) {
      if (!(error instanceof DecryptionError)) throw error;
      throw new ValueUnavailableError('does_not_open', error);
    }
  }
}
