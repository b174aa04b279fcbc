import { describe, expect, it } from 'vitest';
import { approvalAfter, approvalFault, asksForApproval, isSameDraft } from './approval.policy.js';
import type { ApprovedRelease, GivenApproval } from './approval.policy.js';

const DRAFT = { draftEtag: 'd1', baseVersionNumber: 3 };
const GIVEN: GivenApproval = { ...DRAFT, approvedBy: 'beth', isApproverActive: true };
const RELEASE: ApprovedRelease = {
  kind: 'publish',
  publisher: { kind: 'bearer', id: 'anna' },
  draft: DRAFT,
  isPublished: false,
  endsSwitch: false,
  approval: GIVEN,
  waiting: null,
};

// workspace 14.6
describe('the state of an approval', () => {
  it.each([
    ['requested', 'approve', 'approved'],
    ['approved', 'approve', null],
    ['withdrawn', 'approve', null],
    ['used', 'approve', null],
    ['requested', 'withdraw', 'withdrawn'],
    ['approved', 'withdraw', 'withdrawn'],
    ['withdrawn', 'withdraw', null],
    ['used', 'withdraw', null],
  ] as const)('that is %s, on %s: %s', (state, act, expected) => {
    expect(approvalAfter(state, act)).toBe(expected);
  });
});

// workspace 14.1
describe('whether governance requires a second person', () => {
  it.each([
    [undefined, false],
    [{}, false],
    [{ release_approval: 'none' }, false],
    [{ release_approval: 'second_person' }, true],
  ])('%j: %s', (governance, expected) => {
    expect(asksForApproval(governance)).toBe(expected);
  });
});

// workspace 14.4
describe('the state of a draft that an approval covers', () => {
  it.each([
    ['the same draft over the same version', DRAFT, true],
    ['a draft that was edited', { ...DRAFT, draftEtag: 'd2' }, false],
    ['the same draft over another version', { ...DRAFT, baseVersionNumber: 4 }, false],
    ['the same draft before the first version', { ...DRAFT, baseVersionNumber: null }, false],
  ] as const)('%s', (_, mark, expected) => {
    expect(isSameDraft(DRAFT, mark)).toBe(expected);
  });
});

// workspace 14.7 to 14.11
describe('the fault of a release that needs approval', () => {
  it.each<[string, Partial<ApprovedRelease>, string | null]>([
    ['an approval of another person', {}, null],
    ['a key', { publisher: { kind: 'api_key', id: 'k' } }, 'bearer_required'],
    ['a process', { publisher: { kind: 'system', id: 'p' } }, 'bearer_required'],
    ['no approval', { approval: null }, 'approval_missing'],
    ['an edit since', { draft: { ...DRAFT, draftEtag: 'd2' } }, 'approval_stale'],
    ['a rollback since', { draft: { ...DRAFT, baseVersionNumber: 4 } }, 'approval_stale'],
    ['a publisher who approved', { publisher: { kind: 'bearer', id: 'beth' } }, 'approval_by_publisher'],
    ['an approver who is gone', { approval: { ...GIVEN, isApproverActive: false } }, 'approver_inactive'],
    ['no draft', { draft: null, approval: null }, null],
    ['a draft equal to the published version', { isPublished: true, approval: null }, null],
    [
      'a draft equal to the published version, with a key',
      { isPublished: true, draft: null, publisher: { kind: 'api_key', id: 'k' } },
      'bearer_required',
    ],
    ['a staged start without one', { kind: 'stage', approval: null }, 'approval_missing'],
    ['a staged start with one', { kind: 'stage' }, null],
    [
      'a finish, even if the approver is no longer active',
      { kind: 'finish', approval: { ...GIVEN, isApproverActive: false } },
      null,
    ],
    ['a finish that needed none', { kind: 'finish', approval: null }, null],
    [
      'a finish by its approver',
      { kind: 'finish', publisher: { kind: 'bearer', id: 'beth' } },
      'approval_by_publisher',
    ],
    ['a finish with a key', { kind: 'finish', publisher: { kind: 'api_key', id: 'k' } }, 'bearer_required'],
    ['a rollback', { kind: 'rollback', approval: null }, null],
    [
      'a rollback with a key',
      { kind: 'rollback', publisher: { kind: 'api_key', id: 'k' } },
      'bearer_required',
    ],
    [
      'a rollback that turns approval off',
      { kind: 'rollback', endsSwitch: true },
      'approval_ended_by_rollback',
    ],
  ])('%s', (_, change, expected) => {
    const fault = approvalFault({ ...RELEASE, ...change });
    expect(fault?.type ?? null).toBe(expected);
    if (fault) expect(fault.loc).toEqual(['sections', 'governance', 'release_approval']);
  });
});

// workspace 14.7
describe('the message if an approval is missing', () => {
  const waiting = { approvalId: 'a7', requestedBy: 'anna', requestedAt: new Date('2026-10-31T04:12:09Z') };
  const edited = { ...DRAFT, draftEtag: 'd2' };
  it.each<[string, Partial<ApprovedRelease>, RegExp[]]>([
    ['none was requested', { approval: null }, [/POST \/approvals\)/, /any other partner_admin/]],
    [
      'one was requested',
      { approval: null, waiting },
      [/by anna/, /2026-10-31T04:12:09\.000Z/, /POST \/approvals\/a7\/approve/, /Any other partner_admin/],
    ],
    ['another state was approved', { draft: edited }, [/has changed since/, /POST \/approvals\)/]],
    [
      'another state was approved, and this one requested',
      { draft: edited, waiting },
      [/approvals\/a7\/approve/],
    ],
  ])('and %s', (_, change, words) => {
    const { message } = approvalFault({ ...RELEASE, ...change })!;
    for (const word of words) expect(message).toMatch(word);
  });
});
