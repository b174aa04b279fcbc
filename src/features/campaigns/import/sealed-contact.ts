import type { SealedPhone } from '../rules/phone.js';
import type { ContactDraft } from '../contact-rows/contact-draft.js';

/** The stored fields that an import needs to seal an update of a contact. */
export interface KnownContact {
  readonly contact_id: string;
  readonly external_contact_id: string;
  readonly status: string;
  readonly not_callable_reason: string | null;
  readonly personalization_encrypted: Buffer | null;
  readonly personalization_hash: Buffer | null;
}

/** Values by key, as they are stored. */
export interface SealedPersonalization {
  readonly encrypted: Buffer;
  /** Keyed, of the plaintext and its contact. */
  readonly hash: Buffer;
}

/** The sealed fields of an imported contact. */
export interface SealedFields {
  readonly phone: SealedPhone;
  /** Null without any, or if the stored value stays. */
  readonly personalization: SealedPersonalization | null;
  readonly consentEvidence: Buffer | null;
}

/** A contact of an import. */
export interface ImportedContact {
  readonly contactId: string;
  readonly draft: ContactDraft;
  /**
   * All hashes of the number: suppressions may be older than the current key, and than a change of
   * the numbering plan.
   */
  readonly phoneHashes: readonly Buffer[];
}

/** A contact that is sealed. */
export interface SealedContact extends ImportedContact, SealedFields {}

/**
 * A contact to be added, which is sealed as late as it is written: what is sealed of thousands is
 * not kept.
 */
export interface AddedContact extends ImportedContact {
  seal(): SealedFields;
}

/** A contact to be updated, and what was read of it. */
export interface SealedUpdate extends SealedContact {
  readonly known: KnownContact;
}
