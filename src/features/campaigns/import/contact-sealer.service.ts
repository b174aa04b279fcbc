import { randomUUIDv7 } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { mapCooperatively } from '../../../core/shared/cooperative.js';
import { canonicalJson } from '../../../core/shared/json/canonical-json.policy.js';
import type { Tenant } from '../../../core/shared/auth-context.js';
import { sealField } from '../../../core/privacy/keys/field-cipher.js';
import { keyedHash } from '../../../core/privacy/keys/keyed-hash.js';
import { SealedValues } from '../../../core/privacy/keys/sealed-values.service.js';
import { TenantKeys, type TenantKey } from '../../../core/privacy/keys/tenant-keys.js';
import { contactSealContext, type SealedColumn } from '../rules/contact-seal.js';
import { phoneHashes as hashesOf, sealPhone } from '../rules/phone.js';
import type { ContactDraft } from '../contact-rows/contact-draft.js';
import type {
  AddedContact,
  ImportedContact,
  KnownContact,
  SealedFields,
  SealedPersonalization,
  SealedUpdate,
} from './sealed-contact.js';

interface ImportKeys {
  readonly encryption: TenantKey;
  /** The current one first. */
  readonly matching: readonly TenantKey[];
}

/**
 * Encrypts, hashes and masks the data of an import (campaigns 3.5). Keys are loaded before its
 * transaction begins, which therefore does not wait for keys.
 */
@Injectable()
export class ContactSealer {
  constructor(
    private readonly keys: TenantKeys,
    private readonly sealed: SealedValues,
  ) {}

  /**
   * Assigns ids to new contacts and hashes their numbers; sealing follows. @throws
   * KeyUnavailableError (503)
   */
  async prepareNew(tenant: Tenant, drafts: readonly ContactDraft[]): Promise<AddedContact[]> {
    if (drafts.length === 0) return [];
    const keys = await this.keysOf(tenant);
    return mapCooperatively(drafts, (draft) => {
      const contact = imported(keys, randomUUIDv7(), draft);
      const { contactId } = contact;
      return {
        ...contact,
        seal: () => ({
          ...sealFields(tenant, keys, contact),
          personalization: sealValues(tenant, keys, contactId, draft.personalization),
        }),
      };
    });
  }

  /**
   * Merges personalization over the stored one.
   * @throws KeyUnavailableError, ValueUnavailableError (503) if the stored value cannot be opened
   */
  async sealUpdates(
    tenant: Tenant,
    updates: readonly { readonly draft: ContactDraft; readonly known: KnownContact }[],
  ): Promise<SealedUpdate[]> {
    if (updates.length === 0) return [];
    const keys = await this.keysOf(tenant);
    // One after the other, because stored values may need keys that must be loaded.
    const opened: Readonly<Record<string, string>>[] = [];
    for (const { draft, known } of updates) opened.push(await this.merged(tenant, draft, known));
    return mapCooperatively(updates, ({ draft, known }, index) => {
      const contact = imported(keys, known.contact_id, draft);
      const personalization = sealValues(tenant, keys, known.contact_id, opened[index]!);
      const isSame = personalization?.hash.equals(known.personalization_hash ?? NOTHING) ?? true;
      return {
        ...contact,
        ...sealFields(tenant, keys, contact),
        known,
        personalization: isSame ? null : personalization,
      };
    });
  }

  /** @returns undefined if the row has none; the stored value then stays */
  private async merged(
    tenant: Tenant,
    { personalization }: ContactDraft,
    { contact_id: contactId, personalization_encrypted: stored }: KnownContact,
  ): Promise<Readonly<Record<string, string>>> {
    if (stored === null || Object.keys(personalization).length === 0) return personalization;
    const place = contactSealContext(tenant, contactId, 'personalization_encrypted');
    const values = JSON.parse(await this.sealed.open(tenant, place, stored)) as Record<string, string>;
    return { ...values, ...personalization };
  }

  private async keysOf(tenant: Tenant): Promise<ImportKeys> {
    const encryption = await this.keys.current(tenant, 'encryption');
    return { encryption, matching: await this.keys.all(tenant, 'matching') };
  }
}

const NOTHING = Buffer.alloc(0);

function imported({ matching }: ImportKeys, contactId: string, draft: ContactDraft): ImportedContact {
  return { contactId, draft, phoneHashes: hashesOf(matching, draft.fields.toNumber) };
}

function sealFields(
  tenant: Tenant,
  { encryption, matching }: ImportKeys,
  { contactId, draft, phoneHashes }: ImportedContact,
): Omit<SealedFields, 'personalization'> {
  const { toNumber, consentEvidenceReference: reference } = draft.fields;
  const place = (column: SealedColumn) => contactSealContext(tenant, contactId, column);
  const keys = { encryption, matching: matching[0]! };
  return {
    phone: sealPhone(keys, place('phone_encrypted'), toNumber, phoneHashes[0]),
    consentEvidence:
      reference === undefined ? null : sealField(encryption, place('consent_evidence_encrypted'), reference),
  };
}

function sealValues(
  tenant: Tenant,
  { encryption, matching }: ImportKeys,
  contactId: string,
  values: Readonly<Record<string, string>>,
): SealedPersonalization | null {
  // Sorted, so that equal contents have equal hashes.
  const text = canonicalJson(values);
  if (text === '{}') return null;
  return {
    encrypted: sealField(
      encryption,
      contactSealContext(tenant, contactId, 'personalization_encrypted'),
      text,
    ),
    hash: keyedHash(matching[0]!, 'contact-personalization', `${contactId}\0${text}`),
  };
}
