import { closingOf, OPEN_STATUSES, type Closing } from '../rules/closing.policy.js';

/** Shown instead of an erased masked number (campaigns 3.10). */
export const NOTHING_SHOWN = '***';

/** A contact in the order of an erasure; for a single call its dispatch. */
export interface Place {
  readonly campaignId: string;
  readonly contactId: string;
}

export interface ErasedBatch {
  /** The last contact processed; null if there was none left. */
  readonly last: Place | null;
  /** Whether a contact was skipped because its person is being called. */
  readonly isUnderWay: boolean;
}

export const NOTHING_LEFT: ErasedBatch = { last: null, isUnderWay: false };

const ZERO = '00000000-0000-0000-0000-000000000000';

/** Sorts before every place: the start of a scan. */
export const FIRST: Place = { campaignId: ZERO, contactId: ZERO };

export interface LockedContact {
  readonly contactId: string;
  readonly status: string;
}

/** The actions on contacts of a person, by contact_id. */
interface Parts {
  /** Closed first: they are no longer called, whether erased or not. */
  readonly open: readonly string[];
  readonly gone: readonly string[];
  /** Kept contacts: they are being called, or have a call under legal hold. */
  readonly kept: readonly string[];
  /** Whether some are kept because of a call in progress. */
  readonly isUnderWay: boolean;
}

const UNDER_WAY: readonly string[] = ['dialing', 'in_call'];
const OPEN: readonly string[] = OPEN_STATUSES;

/**
 * Divides the contacts of a person by action (caller-requests 12.2 to 12.4).
 * @param held those with a call under legal hold
 */
export function partsOf(contacts: readonly LockedContact[], held: ReadonlySet<string>): Parts {
  const idsOf = (found: readonly LockedContact[]): string[] => found.map(({ contactId }) => contactId);
  const isUnderWay = ({ status }: LockedContact): boolean => UNDER_WAY.includes(status);
  const isKept = (contact: LockedContact): boolean => isUnderWay(contact) || held.has(contact.contactId);
  return {
    open: idsOf(contacts.filter(({ status }) => OPEN.includes(status))),
    gone: idsOf(contacts.filter((contact) => !isKept(contact))),
    kept: idsOf(contacts.filter(isKept)),
    isUnderWay: contacts.some(isUnderWay),
  };
}

const CANCELLED: Closing = { others: 'cancelled', suppressed: 'cancelled' };

/**
 * The status for open contacts; if the campaign's contacts are being closed, the one that all
 * responses already show (campaigns 9.9).
 */
export const closingOfErased = ({
  status,
  isClosing,
}: {
  readonly status: string;
  readonly isClosing: boolean;
}): Closing => (isClosing ? (closingOf(status) ?? CANCELLED) : CANCELLED);
