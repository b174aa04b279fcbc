import {
  sealedBytes,
  sealedDocument,
  sealedDocuments,
  type SealedTable,
} from '../../core/registry/sealed-table.js';
import {
  draftSealContext,
  editSealContext,
  secretSealContext,
  versionSealContext,
} from './rules/sections/seal-contexts.js';

export const SEALED_CONFIGURATIONS: readonly SealedTable[] = [
  {
    table: 'project_draft_sections',
    key: ['project_id', 'section'],
    columns: {
      configuration: sealedDocument((tenant, { project_id, section }) =>
        draftSealContext(tenant, project_id!, section!),
      ),
    },
  },
  {
    table: 'project_section_edits',
    key: ['project_id', 'edit_id'],
    also: ['section', 'etag'],
    columns: {
      configuration: sealedDocument((tenant, { project_id, section, etag }) =>
        editSealContext(tenant, project_id!, section!, etag!),
      ),
    },
  },
  {
    table: 'project_versions',
    key: ['project_id', 'version_number'],
    columns: {
      sections: sealedDocuments((tenant, { project_id, version_number }, section) =>
        versionSealContext(tenant, project_id!, Number(version_number), section),
      ),
    },
  },
  {
    table: 'project_secrets',
    key: ['project_id', 'secret_name'],
    columns: {
      value_encrypted: sealedBytes((tenant, { project_id, secret_name }) =>
        secretSealContext(tenant, project_id!, secret_name!),
      ),
    },
  },
];
