import { placeIn } from '../../../../core/registry/sealed-table.js';

/** The context of a secret's value: it can be opened only for this project and name. */
export const secretSealContext = placeIn<[projectId: string, secretName: string]>(
  'project_secrets',
  'value_encrypted',
);

export const testCallSealContext = placeIn('project_test_calls', 'to_number_encrypted');

export const testTranscriptSealContext = placeIn('project_test_calls', 'transcript_encrypted');

/** The context that seals the script and assertions of a conversation test. */
export const conversationTestSealContext = placeIn<[projectId: string, testId: string]>(
  'conversation_tests',
  'definition_encrypted',
);

/** The context that seals the excerpt of one run of it. */
export const excerptSealContext = placeIn<[projectId: string, runId: string, testId: string]>(
  'conversation_test_results',
  'excerpt_encrypted',
);

/** The context that seals the personal part of a section in a project's draft. */
export const draftSealContext = placeIn<[projectId: string, section: string]>(
  'project_draft_sections',
  'configuration',
);

/**
 * The same for the history of a draft, where an edit is identified by the etag that it produced.
 */
export const editSealContext = placeIn<[projectId: string, section: string, etag: string]>(
  'project_section_edits',
  'configuration',
);

/** The same in a published version. */
export const versionSealContext = placeIn<[projectId: string, versionNumber: number, section: string]>(
  'project_versions',
  'sections',
);
