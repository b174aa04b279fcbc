import { errorEntry } from '../../core/shared/catalogue.js';

/** Errors of a project's draft, its releases and secrets (errors 3.2). */
export const WORKSPACE_ERRORS = {
  draftLimit: errorEntry(
    'project_draft_limit',
    409,
    'The draft has reached its limit of edits. Publish the whole draft.',
  ),
  secretExists: errorEntry(
    'project_secret_exists',
    409,
    'The project already has a secret with this name. Rotate it, or choose another name.',
  ),
  secretInUse: errorEntry(
    'project_secret_in_use',
    409,
    'Sections refer to this secret. Remove the references and publish before you delete it.',
  ),
  secretLimit: errorEntry(
    'project_secret_limit',
    409,
    'The project has reached its limit of secrets. Delete one that is no longer needed.',
  ),
  notPublished: errorEntry(
    'project_not_published',
    409,
    'The project is not active or has no published version. Publish its whole draft first.',
  ),
  nothingToPublish: errorEntry(
    'nothing_to_publish',
    409,
    'The draft does not differ from the published version. Change the draft first.',
  ),
  approvalOpen: errorEntry(
    'approval_open',
    409,
    'Approval of this state of the draft has already been requested or given. Use that approval or withdraw it.',
  ),
  approvalClosed: errorEntry(
    'approval_closed',
    409,
    'The approval has already been given, withdrawn or used. GET /approvals shows its state.',
  ),
  approvalOwn: errorEntry(
    'approval_own_request',
    409,
    'You requested this approval. Another partner_admin must give it.',
  ),
  approvalStale: errorEntry(
    'approval_stale',
    409,
    'The draft or the published version changed since the approval was requested. Request approval of the ' +
      'current draft.',
  ),
  stagedReleaseActive: errorEntry(
    'staged_release_active',
    409,
    'A staged release is active. Finish it or take it back first: POST /staged-release/finish, ' +
      '/staged-release/take-back.',
  ),
  stagedReleaseEnded: errorEntry(
    'staged_release_ended',
    409,
    'This version is not an active staged release. GET /staged-release shows its state.',
  ),
  testCallNotTaken: errorEntry(
    'test_call_not_taken',
    409,
    'No runtime has claimed this test call, or it was cancelled. Report only calls that you have claimed.',
  ),
  reportContradicts: errorEntry(
    'report_contradicts',
    409,
    'This test has already ended with a different report. The first report is final.',
  ),
  conversationTestExists: errorEntry(
    'conversation_test_exists',
    409,
    'The project already has a conversation test with this name. Choose another name, or change that test.',
  ),
  conversationTestLimit: errorEntry(
    'conversation_test_limit',
    409,
    'The project has reached its limit of conversation tests. Delete one that is no longer needed.',
  ),
  conversationRunLimit: errorEntry(
    'conversation_run_limit',
    409,
    'This project has reached its limit of runs in progress. Wait until a run has ended, or cancel a run.',
  ),
  conversationRunEnded: errorEntry(
    'conversation_run_ended',
    409,
    'The run has already ended. GET /conversation-tests/runs/{run_id} shows its results.',
  ),
  conversationLeaseLost: errorEntry(
    'conversation_lease_lost',
    409,
    'The test was assigned to another runtime or cancelled. Discard your results.',
  ),
};
