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
  /** A keyed hash of the plaintext and its contact. */
  readonly hash: Buffer;
}

export interface SealedFields {
  readonly phone: SealedPhone;
  /** Null without any, or if the stored value stays. */
  readonly personalization: SealedPersonalization | null;
  readonly consentEvidence: Buffer | null;
}

export interface ImportedContact {
  readonly contactId: string;
  readonly draft: ContactDraft;
  /** All hashes: a suppression may be older than the current key and the current numbering plan. */
  readonly phoneHashes: readonly Buffer[];
}

export interface SealedContact extends ImportedContact, SealedFields {}

/**
 * A contact to add. It is sealed as late as possible, because memory should not hold thousands of
 * sealed contacts.
 */
export interface AddedContact extends ImportedContact {
  seal(): SealedFields;
}

export interface SealedUpdate extends SealedContact {
  readonly known: KnownContact;
}
