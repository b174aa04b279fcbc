import type { FieldError } from '../../../core/shared/platform-error.js';

/** The states of an approval: requested, given, withdrawn, or used up by a release. */
export const APPROVAL_STATES = ['requested', 'approved', 'withdrawn', 'used'] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** The state to which an action leads from each state; null: it is refused. */
const ACTS: Readonly<Record<'approve' | 'withdraw', Readonly<Record<ApprovalState, ApprovalState | null>>>> =
  {
    approve: { requested: 'approved', approved: null, withdrawn: null, used: null },
    withdraw: { requested: 'withdrawn', approved: 'withdrawn', withdrawn: null, used: null },
  };

/** The state after an action; null if the action is refused (workspace 14.6). */
export const approvalAfter = (state: ApprovalState, act: 'approve' | 'withdraw'): ApprovalState | null =>
  ACTS[act][state];

/** A state of a configuration: the draft, and the version from which missing sections come. */
export interface DraftVersion {
  readonly draftEtag: string;
  readonly baseVersionNumber: number | null;
}

/** Whether two drafts have the same content (workspace 14.4). */
export const isSameDraft = (one: DraftVersion, other: DraftVersion): boolean =>
  one.draftEtag === other.draftEtag && one.baseVersionNumber === other.baseVersionNumber;

/** Whether governance requires a second person. @param configuration the section, if there is one */
export const asksForApproval = (configuration: unknown): boolean =>
  (configuration as { release_approval?: unknown } | undefined)?.release_approval === 'second_person';

/** An approval that was given but not yet used. */
export interface GivenApproval extends DraftVersion {
  readonly approvedBy: string;
  /** Whether the approver still acts as partner_admin for the client. */
  readonly isApproverActive: boolean;
}

/** An approval that was requested but not yet given. */
export interface WaitingApproval {
  readonly approvalId: string;
  readonly requestedBy: string;
  readonly requestedAt: Date;
}

/** A release of a project that requires approval. */
export interface ApprovedRelease {
  readonly kind: 'publish' | 'stage' | 'finish' | 'rollback';
  readonly publisher: { readonly kind: 'bearer' | 'api_key' | 'system'; readonly id: string };
  readonly draft: DraftVersion | null;
  /** Whether it equals the published one: restoring a project publishes that version again. */
  readonly isPublished: boolean;
  readonly endsSwitch: boolean;
  /**
   * The approval for this draft, otherwise the newest one; for a staged release the one that it
   * used. Null: none.
   */
  readonly approval: GivenApproval | null;
  /** The requested approval for this draft that has not been given yet. */
  readonly waiting: WaitingApproval | null;
}

type Fault = keyof typeof MESSAGES;

const HOW_TO_REQUEST =
  ' Ask for one (POST /approvals); any other partner_admin of the client can give it. The approver cannot publish.';

const waitsFor = ({ approvalId, requestedBy, requestedAt }: WaitingApproval): string =>
  `An approval of this state of the draft was requested at ${requestedAt.toISOString()} by ` +
  `${requestedBy} and has not been given yet. Any other partner_admin of the client may give it (POST ` +
  `/approvals/${approvalId}/approve). Then a person other than the approver publishes.`;

const MESSAGES = {
  bearer_required:
    'The project requires approval by a second person, so an API key cannot release. Repeat the request ' +
    "with a partner_admin's bearer token.",
  approval_missing:
    'Another person must approve this state of the draft, and no approval was requested.' + HOW_TO_REQUEST,
  approval_stale:
    'The approved draft has changed since, and no approval of the current draft was requested.' +
    HOW_TO_REQUEST,
  approval_by_publisher: 'You approved this release, so another partner_admin must publish it.',
  approver_inactive:
    'Its approver is no longer an active partner_admin of the client. Withdraw the approval and have ' +
    'another person approve.',
  approval_ended_by_rollback:
    'That version requires no second person, so a rollback would turn approval off without approval. Put its ' +
    'content into the draft and have the draft approved.',
} as const;

/**
 * The fault of a release under the approval setting (workspace 14.7 to 14.11).
 * @returns null if it may proceed
 */
export function approvalFault(release: ApprovedRelease): FieldError | null {
  const code = faultOf(release);
  if (code === null) return null;
  const isMissing = code === 'approval_missing' || code === 'approval_stale';
  const message = isMissing && release.waiting ? waitsFor(release.waiting) : MESSAGES[code];
  return { loc: ['sections', 'governance', 'release_approval'], message, type: code };
}

function faultOf({
  kind,
  publisher,
  draft,
  isPublished,
  endsSwitch,
  approval,
}: ApprovedRelease): Fault | null {
  // Several people may have a key, so it is unknown which of them publishes.
  if (publisher.kind !== 'bearer') return 'bearer_required';
  if (isPublished) return null;
  if (kind === 'rollback') return endsSwitch ? 'approval_ended_by_rollback' : null;
  if (kind === 'finish') return approval?.approvedBy === publisher.id ? 'approval_by_publisher' : null;
  // Without a draft there is only the published version.
  if (draft === null) return null;
  if (approval === null) return 'approval_missing';
  if (!isSameDraft(approval, draft)) return 'approval_stale';
  if (approval.approvedBy === publisher.id) return 'approval_by_publisher';
  return approval.isApproverActive ? null : 'approver_inactive';
}
