import type { DataEnv, Tenant } from '../../../core/kernel/auth-context.js';
import {
  DRAFT_SECTIONS_PAGE,
  SEAL_DRAFT_SECTION,
  SEAL_SECTION_EDIT,
  SEAL_VERSION,
  SECTION_EDITS_PAGE,
  VERSIONS_TO_SEAL_PAGE,
} from './reseal.queries.js';
import { draftPlace, editPlace } from './sealed-places.js';
import type { SealedSections } from './sealed-sections.service.js';

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
