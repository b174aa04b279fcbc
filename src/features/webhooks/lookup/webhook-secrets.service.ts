import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Tenant } from '../../../core/shared/auth-context.js';
import { sealField } from '../../../core/privacy/keys/field-cipher.js';
import { SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';
import { TenantKeys } from '../../../core/privacy/keys/tenant-keys.js';
import { placeIn } from '../../../core/registry/sealed-table.js';

// The length of SHA-256's output: a longer key does not strengthen an HMAC.
const SECRET_BYTES = 32;

/** The prefix of every secret, so that scanners recognise a secret in a log or a repository. */
const SECRET_PREFIX = 'whsec_';

/** Signing secrets (webhooks 4.1): generated here, stored sealed, and opened only to sign. */
@Injectable()
export class WebhookSecrets {
  constructor(
    private readonly keys: TenantKeys,
    private readonly sealed: SealedValues,
  ) {}

  /**
   * A new secret, as text and sealed for storage.
   * @throws KeyUnavailableError (503)
   */
  async mint(tenant: Tenant, webhookId: string): Promise<{ readonly text: string; readonly sealed: Buffer }> {
    const text = SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64url');
    const key = await this.keys.current(tenant, 'encryption');
    return { text, sealed: sealField(key, placeOfSecret(tenant, webhookId), text) };
  }

  /** @throws ValueUnavailableError, KeyUnavailableError; both are 503 */
  open(tenant: Tenant, webhookId: string, sealed: Buffer): Promise<string> {
    return this.sealed.open(tenant, placeOfSecret(tenant, webhookId), sealed);
  }
}

/** One address for both secrets: a rotation moves the sealed value between columns. */
export const placeOfSecret = placeIn('webhook_endpoints', 'secret_encrypted');
