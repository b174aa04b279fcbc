import { Injectable, Logger } from '@nestjs/common';
import { SEALED } from '../../registry/sealed-table.js';
import type { Tenant } from '../../shared/auth-context.js';
import { reasonOf } from '../../shared/platform-error.js';
import { openField, sealedKeyId, sealField, type FieldAddress } from './field-cipher.js';
import { withoutPersonal, withPersonal } from '../masking/personal-fields.policy.js';
import type { PersonalPath, PersonalValue } from '../masking/personal-fields.policy.js';
import { DecryptionError, KeyUnavailableError } from '../privacy.errors.js';
import { ValueUnavailableError } from './sealed-values.errors.js';
import { TenantKeys } from './tenant-keys.js';

export { SEALED };

type Document = Readonly<Record<string, unknown>>;

/** Values that are sealed where they are stored: texts, and the personal fields of documents. */
@Injectable()
export class SealedValues {
  private readonly logger = new Logger(SealedValues.name);

  constructor(private readonly keys: TenantKeys) {}

  /**
   * Loads the tenant's keys before a transaction, so that it does not wait for a key while it locks
   * rows. An unavailable key only affects what needs it.
   */
  async prepare(tenant: Tenant): Promise<void> {
    await Promise.allSettled([
      this.keys.current(tenant, 'encryption'),
      this.keys.current(tenant, 'matching'),
    ]);
  }

  /** @throws ValueUnavailableError if it cannot be opened, KeyUnavailableError; both are 503 */
  async open(tenant: Tenant, place: FieldAddress, sealed: Buffer): Promise<string> {
    try {
      return openField(await this.keys.byId(tenant, 'encryption', sealedKeyId(sealed)), place, sealed);
    } catch (error) {
      throw error instanceof DecryptionError ? doesNotOpen(error) : error;
    }
  }

  /**
   * A document in its stored form: its personal fields are removed and sealed together.
   * @param paths of the personal fields, by `personalPaths`
   * @throws KeyUnavailableError (503) if it needs a key
   */
  async sealDocument(
    tenant: Tenant,
    place: FieldAddress,
    paths: readonly PersonalPath[],
    document: Document,
  ): Promise<Document> {
    const { rest, values } = withoutPersonal(paths, document);
    if (values.length === 0) return rest;
    const key = await this.keys.current(tenant, 'encryption');
    return { ...rest, [SEALED]: sealField(key, place, JSON.stringify(values)).toString('base64') };
  }

  /**
   * The document as it was before sealing.
   * @throws as `open`
   */
  async openDocument(tenant: Tenant, place: FieldAddress, stored: Document): Promise<Document> {
    const { [SEALED]: sealed, ...rest } = stored;
    if (typeof sealed !== 'string') return stored;
    const opened = await this.open(tenant, place, Buffer.from(sealed, 'base64'));
    try {
      return withPersonal({ rest, values: JSON.parse(opened) as PersonalValue[] });
    } catch (error) {
      throw doesNotOpen(error);
    }
  }

  /**
   * The same for a response that is useful without its sealed fields: they are left out if they
   * cannot be opened (privacy 3.7).
   */
  async showDocument(tenant: Tenant, place: FieldAddress, stored: Document): Promise<Document> {
    try {
      return await this.openDocument(tenant, place, stored);
    } catch (error) {
      if (!(error instanceof ValueUnavailableError || error instanceof KeyUnavailableError)) throw error;
      const { table, column } = place;
      this.logger.warn({ msg: 'a sealed value cannot be shown', table, column, reason: reasonOf(error) });
      const { [SEALED]: _sealed, ...rest } = stored;
      return rest;
    }
  }
}

const doesNotOpen = (cause: unknown): ValueUnavailableError =>
  new ValueUnavailableError('does_not_open', 'a sealed value cannot be opened', cause);
