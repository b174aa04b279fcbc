import type { DataEnv, Tenant } from '../../../core/kernel/auth-context.js';
import { draftPlace, editPlace } from './sealed-places.js';
import type { SealedSections } from './sealed-sections.service.js';

/*
 * Statements of `seal-configurations`, which runs as the role that owns the tables: the service itself may not change a
 * version or the history of a draft. The pages come in the order of the primary key; $1 and what follows is where the
 * page before ended, the last parameter how many rows.
 */

const DRAFT_SECTIONS_PAGE = `
  SELECT client_id, data_env, project_id, section, etag, configuration FROM project_draft_sections
   WHERE (client_id, data_env, project_id, section) > ($1, $2, $3, $4)
   ORDER BY client_id, data_env, project_id, section LIMIT $5`;

/** Unless it was saved meanwhile: what is saved is sealed. */
const SEAL_DRAFT_SECTION = `
  UPDATE project_draft_sections SET configuration = $6
   WHERE client_id = $1 AND data_env = $2 AND project_id = $3 AND section = $4 AND etag = $5`;

const SECTION_EDITS_PAGE = `
  SELECT edit_id, client_id, data_env, project_id, section, etag, configuration FROM project_section_edits
   WHERE edit_id > $1 ORDER BY edit_id LIMIT $2`;

const SEAL_SECTION_EDIT = `UPDATE project_section_edits SET configuration = $2 WHERE edit_id = $1`;

const VERSIONS_TO_SEAL_PAGE = `
  SELECT client_id, data_env, project_id, version_number, sections FROM project_versions
   WHERE (client_id, data_env, project_id, version_number) > ($1, $2, $3, $4)
   ORDER BY client_id, data_env, project_id, version_number LIMIT $5`;

const SEAL_VERSION = `
  UPDATE project_versions SET sections = $5
   WHERE client_id = $1 AND data_env = $2 AND project_id = $3 AND version_number = $4`;

type Configuration = Readonly<Record<string, unknown>>;

/** The metadata store, as the role that owns its tables. */
export interface OwnedMetadata {
  query(text: string, values: readonly unknown[]): Promise<unknown>;
}

interface Row {
  readonly client_id: string;
  readonly data_env: DataEnv;
  readonly project_id: string;
}
interface SectionRow extends Row {
  readonly section: string;
  readonly etag: string;
  readonly configuration: Configuration;
}
interface EditRow extends SectionRow {
  readonly edit_id: string;
}
interface VersionRow extends Row {
  readonly version_number: number;
  readonly sections: Readonly<Record<string, Configuration>>;
}

/** One table in which configurations lie. */
interface Table<R extends Row> {
  readonly name: string;
  readonly page: string;
  /** Before the first row. */
  readonly start: readonly unknown[];
  readonly keyOf: (row: R) => readonly unknown[];
  /** The update of a row, and its values; null where nothing lies in clear. */
  readonly sealed: (row: R) => Promise<{ text: string; values: readonly unknown[] } | null>;
}

// A row takes up to a megabyte; a batch of them is held at once.
const BATCH = 50;

const tenantOf = ({ client_id: clientId, data_env: dataEnv }: Row): Tenant => ({ clientId, dataEnv });
const projectKey = (row: Row): unknown[] => [row.client_id, row.data_env, row.project_id];

/**
 * Seals what is personal in configurations that were stored in clear, row by row and in batches. It may be ended at any
 * time and run again, beside a running service; what is sealed already is left as it is.
 * @param say told of each table how many of its rows were sealed
 * @throws KeyUnavailableError when a tenant's key cannot be had; what was sealed until then stays so
 */
export async function sealConfigurations(
  sealed: SealedSections,
  store: OwnedMetadata,
  say: (line: string) => void,
): Promise<void> {
  await sealTable(store, draftSections(sealed), say);
  await sealTable(store, sectionEdits(sealed), say);
  await sealTable(store, versions(sealed), say);
}

async function sealTable<R extends Row>(
  store: OwnedMetadata,
  { name, page, start, keyOf, sealed }: Table<R>,
  say: (line: string) => void,
): Promise<void> {
  let [seen, changed] = [0, 0];
  let after = start;
  for (;;) {
    const rows = (await store.query(page, [...after, BATCH])) as R[];
    for (const row of rows) {
      const update = await sealed(row);
      if (update) await store.query(update.text, update.values);
      if (update) changed += 1;
    }
    seen += rows.length;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) break;
    after = keyOf(last);
  }
  say(`${name}: ${changed} of ${seen} rows sealed`);
}

const draftSections = (sealed: SealedSections): Table<SectionRow> => ({
  name: 'project_draft_sections',
  page: DRAFT_SECTIONS_PAGE,
  start: ['', '', '', ''],
  keyOf: (row) => [...projectKey(row), row.section],
  sealed: async (row) => {
    if (!sealed.liesInClear(row.section, row.configuration)) return null;
    const tenant = tenantOf(row);
    const place = draftPlace(tenant, row.project_id, row.section);
    const whole = await sealed.open(tenant, place, row.configuration);
    const configuration = await sealed.seal(tenant, place, row.section, whole);
    return { text: SEAL_DRAFT_SECTION, values: [...projectKey(row), row.section, row.etag, configuration] };
  },
});

const sectionEdits = (sealed: SealedSections): Table<EditRow> => ({
  name: 'project_section_edits',
  page: SECTION_EDITS_PAGE,
  start: ['00000000-0000-0000-0000-000000000000'],
  keyOf: (row) => [row.edit_id],
  sealed: async (row) => {
    if (!sealed.liesInClear(row.section, row.configuration)) return null;
    const tenant = tenantOf(row);
    const place = editPlace(tenant, row.project_id, row.section, row.etag);
    const whole = await sealed.open(tenant, place, row.configuration);
    return {
      text: SEAL_SECTION_EDIT,
      values: [row.edit_id, await sealed.seal(tenant, place, row.section, whole)],
    };
  },
});

const versions = (sealed: SealedSections): Table<VersionRow> => ({
  name: 'project_versions',
  page: VERSIONS_TO_SEAL_PAGE,
  start: ['', '', '', 0],
  keyOf: (row) => [...projectKey(row), row.version_number],
  sealed: async (row) => {
    const { project_id: projectId, version_number: version, sections } = row;
    if (!Object.entries(sections).some(([name, stored]) => sealed.liesInClear(name, stored))) return null;
    const tenant = tenantOf(row);
    const whole = await sealed.openVersion(tenant, projectId, version, sections);
    const values = [...projectKey(row), version, await sealed.sealVersion(tenant, projectId, version, whole)];
    return { text: SEAL_VERSION, values };
  },
});
