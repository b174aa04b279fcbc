import type { KnowledgeSource } from '../../../api/generated';
import {
  listKnowledgeBuildsOptions,
  listKnowledgeSourcesOptions,
} from '../../../api/generated/@tanstack/react-query.gen';
import { useMay } from '../../../address/assignment';
import type { Operation } from '../../../session/rights';
import type { ProjectKey } from '../project';

/** Interval between reads while something is processed or built, because a person waits for it. */
export const LIVE_MS = 2_000;

/** Limits of knowledge 2.4, 3.1 and 3.3. */
export const MOST_SOURCES = 200;
export const MOST_TEXT_BYTES = 100_000_000;
export const MOST_CONTENT_BYTES = 20 * 1024 * 1024;

/** The props of each part of the page. */
export interface KnowledgeProps {
  readonly projectKey: ProjectKey;
  /** False in an archived project, which is read-only. */
  readonly isOpen: boolean;
  /** The version that calls use; null before the first one, or if the person may not know it. */
  readonly liveVersion: number | null;
}

/** A source that a person has added but not filled yet (knowledge 2.2). */
export const hasNoContent = ({ kind, status, bytes }: KnowledgeSource): boolean =>
  kind !== 'url' && status === 'pending' && bytes === null;

/** The findings that keep a source with text out of builds (knowledge 3.8). */
export const openFindings = ({
  in_builds: isIn,
  content_hash: hash,
  findings,
}: KnowledgeSource): KnowledgeSource['findings'] =>
  isIn || hash === null ? [] : findings.filter(({ accepted }) => !accepted);

/** Whether the worker is about to process a source. */
const isBeingRead = (source: KnowledgeSource): boolean =>
  source.status === 'pending' && !hasNoContent(source);

export const sourcesOf = (key: ProjectKey) => ({
  ...listKnowledgeSourcesOptions(key),
  refetchInterval: ({ state }: { readonly state: { readonly data?: { items: KnowledgeSource[] } } }) =>
    state.data?.items.some(isBeingRead) ? LIVE_MS : false,
});

/** The ready builds of a project: at most those of its versions and about twenty others. */
const PAGE_SIZE = 100;

export const buildsOf = ({ path, query }: ProjectKey) =>
  listKnowledgeBuildsOptions({ path, query: { ...query, page_size: PAGE_SIZE } });

/** Whether a person may make changes here: the role permits it, and the project is not archived. */
export function useMayChange(isOpen: boolean): (operation: Operation) => boolean {
  const may = useMay();
  return (operation) => isOpen && may(operation);
}

const caseless = (title: string | null): string => (title ?? '').trim().toLocaleLowerCase();

/** Whether another source has this title, except for its case: a project may have both. */
export const hasTwin = (
  sources: readonly KnowledgeSource[] | undefined,
  title: string | null,
  ownId?: string,
): boolean =>
  caseless(title) !== '' &&
  (sources?.some((it) => it.source_id !== ownId && caseless(it.title) === caseless(title)) ?? false);
