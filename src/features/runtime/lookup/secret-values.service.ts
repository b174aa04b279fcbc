import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import { secretSealContext } from '../../configuration/rules/sections/seal-contexts.js';
import { ValueUnavailableError } from '../../../core/privacy/keys/sealed-values.errors.js';
import { SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';

/** A secret as the statements of this folder return it. */
export interface SealedSecret {
  readonly name: string;
  readonly version: number;
  /** Base64. */
  readonly sealed: string;
}

/** Opens the values that the runtime needs in plain text, all or none. */
@Injectable()
export class SecretValues {
  constructor(private readonly values: SealedValues) {}

  /**
   * The values of the named secrets, by name.
   * @throws ValueUnavailableError if one of them is missing or cannot be opened,
   *   KeyUnavailableError; both are 503
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
      if (!secret)
        throw new ValueUnavailableError(
          'secret_gone',
          'a secret that the configuration refers to no longer exists',
        );
      const sealed = Buffer.from(secret.sealed, 'base64');
      return [name, await this.values.open(auth, secretSealContext(auth, projectId, name), sealed)];
    });
    return Object.fromEntries(await Promise.all(values));
  }
}
