import type { SealedPhone } from '../rules/phone.js';
import type { ContactDraft } from '../rows/contact-draft.js';

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

/** A contact as far as keys are needed for it. */
export interface SealedContact {
  readonly contactId: string;
  readonly draft: ContactDraft;
  readonly phone: SealedPhone;
  /** Of the number under each matching key of the tenant: suppressions may be older than the current one. */
  readonly phoneHashes: readonly Buffer[];
  /** Null where there is none, or where what is stored stays. */
  readonly personalization: SealedPersonalization | null;
  readonly consentEvidence: Buffer | null;
}

/** A contact to be updated, and what was read of it. */
export interface SealedUpdate extends SealedContact {
  readonly known: KnownContact;
}
