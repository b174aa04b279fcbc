import type { SealedPhone } from '../rules/phone.js';
import type { ContactDraft } from '../contact-rows/contact-draft.js';

/** What an import has to know of a contact before it can seal an update of it. */
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

/** What an import stores of a contact that no one may read. */
export interface SealedFields {
  readonly phone: SealedPhone;
  /** Null where there is none, or where what is stored stays. */
  readonly personalization: SealedPersonalization | null;
  readonly consentEvidence: Buffer | null;
}

/** A contact of an import. */
export interface ImportedContact {
  readonly contactId: string;
  readonly draft: ContactDraft;
  /** Of the number under each matching key of the tenant: suppressions may be older than the current one. */
  readonly phoneHashes: readonly Buffer[];
}

/** A contact that is sealed. */
export interface SealedContact extends ImportedContact, SealedFields {}

/** A contact to be added, which is sealed as late as it is written: what is sealed of thousands is not kept. */
export interface AddedContact extends ImportedContact {
  seal(): SealedFields;
}

/** A contact to be updated, and what was read of it. */
export interface SealedUpdate extends SealedContact {
  readonly known: KnownContact;
}
