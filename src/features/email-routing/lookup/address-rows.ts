import type { FieldAddress } from '../../../core/privacy/keys/field-cipher.js';
import { ValueUnavailableError } from '../../../core/privacy/keys/sealed-values.errors.js';
import type { SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';
import { maskEmail } from '../../../core/privacy/masking/masking.policy.js';
import { KeyUnavailableError } from '../../../core/privacy/privacy.errors.js';
import type { Tenant } from '../../../core/shared/auth-context.js';
import type { AddressStatus, MailLanguage } from '../rules/address-words.js';
import type { SendingTimes } from '../rules/sending-time.policy.js';
import type { Topic } from '../rules/topics.policy.js';
import type { AddressResponse } from './address.response.js';

/** A sealed address. */
export interface SealedAddress {
  readonly address_id: string;
  readonly email_sealed: Buffer;
}

export interface AddressRow extends SealedAddress, SendingTimes {
  readonly email_hash: Buffer;
  readonly label: string;
  readonly language: MailLanguage;
  readonly topics: readonly Topic[];
  readonly status: AddressStatus;
  readonly mail_status: 'pending' | 'sent' | 'failed';
  readonly sends: number;
  readonly token_expires_at: Date | null;
  readonly created_at: Date;
  readonly created_by: string;
  readonly verified_at: Date | null;
}

/** The address that seals a column of an address for notices. */
export const placeOfAddress = (
  { clientId, dataEnv }: Tenant,
  addressId: string,
  column: 'email_sealed' | 'mail_sealed' | 'unsubscribe_sealed',
): FieldAddress => ({ clientId, dataEnv, table: 'email_addresses', column, row: addressId });

export async function addressOf(
  tenant: Tenant,
  sealed: SealedValues,
  row: AddressRow,
): Promise<AddressResponse> {
  return {
    address_id: row.address_id,
    email_masked: await maskedEmail(tenant, sealed, row),
    label: row.label,
    topics: row.topics,
    language: row.language,
    delivery: row.delivery,
    digest_at: row.digest_at,
    quiet_from: row.quiet_from,
    quiet_until: row.quiet_until,
    timezone: row.timezone,
    status: row.status,
    mail_status: row.mail_status,
    created_at_utc: row.created_at.toISOString(),
    created_by: row.created_by,
    verify_until_utc: row.token_expires_at?.toISOString() ?? null,
    verified_at_utc: row.verified_at?.toISOString() ?? null,
  };
}

/** An address can be disabled even while the keys are unavailable. */
export async function maskedEmail(tenant: Tenant, sealed: SealedValues, row: SealedAddress): Promise<string> {
  try {
    const place = placeOfAddress(tenant, row.address_id, 'email_sealed');
    return maskEmail(await sealed.open(tenant, place, row.email_sealed));
  } catch (error) {
    if (error instanceof ValueUnavailableError || error instanceof KeyUnavailableError) return '***';
    throw error;
  }
}
