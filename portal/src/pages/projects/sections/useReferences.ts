import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { KnowledgeBuildItem } from '../../../api/generated';
import {
  listModelsOptions,
  listSecretsOptions,
  listVoicesOptions,
} from '../../../api/generated/@tanstack/react-query.gen';
import type { Choice, FormState, ReferenceKind } from '../form/context';
import { kindsIn } from '../form/references';
import { isList, isObject, valueAt, type Json, type JsonObject } from '../form/schema';
import { useBuildLabel } from '../knowledge/builds/build-label';
import { buildsOf } from '../knowledge/knowledge';
import { configurationOf, type Draft, type ProjectKey } from '../project';
import type { SectionName } from '../../../address/project-places';
import { SCHEMAS } from './schemas';

const CATALOGUE_MS = 600_000;

/** Items of a list as choices: their names, and their labels. */
function named(list: Json | undefined, id: string, label?: string): Choice[] {
  if (!isList(list)) return [];
  return list.filter(isObject).flatMap((item) => {
    const value = item[id];
    if (typeof value !== 'string' || value === '') return [];
    const text = label === undefined ? undefined : item[label];
    return [{ value, label: typeof text === 'string' && text !== '' ? `${text} (${value})` : value }];
  });
}

/** The ready builds, none, and the build that the section names even if it is no longer ready. */
function useBuildChoices(builds: readonly KnowledgeBuildItem[], named: Json | undefined): Choice[] {
  const { t } = useTranslation();
  const labelOf = useBuildLabel();
  return useMemo(() => {
    const ready = builds.filter(({ state }) => state === 'ready');
    const isGone = typeof named === 'string' && ready.every(({ build_id: id }) => id !== named);
    return [
      { value: '', label: t('buildChoice.none') },
      ...(isGone ? [{ value: named, label: t('buildChoice.gone') }] : []),
      ...ready.map((build) => ({ value: build.build_id, label: labelOf(build) })),
    ];
  }, [builds, named, labelOf, t]);
}

const NO_BUILDS: readonly KnowledgeBuildItem[] = [];

const unique = (choices: readonly Choice[]): Choice[] => [
  ...new Map(choices.map((it) => [it.value, it])).values(),
];

/**
 * Names that fields of a section may refer to: in the draft with this person's unsaved edits, and
 * in the catalogues that its fields name.
 */
export function useReferences(
  key: ProjectKey,
  draft: Draft,
  section: SectionName,
  value: JsonObject,
): FormState['references'] {
  const { t } = useTranslation();
  const kinds = useMemo(() => kindsIn(SCHEMAS[section]), [section]);
  const ofCatalogue = (kind: ReferenceKind) => ({ staleTime: CATALOGUE_MS, enabled: kinds.has(kind) });
  const secrets = useQuery({ ...listSecretsOptions(key), enabled: kinds.has('secret') }).data;
  const voices = useQuery({ ...listVoicesOptions({ query: key.query }), ...ofCatalogue('voice') }).data;
  const models = useQuery({ ...listModelsOptions({ query: key.query }), ...ofCatalogue('model') }).data;
  const builds = useQuery({ ...buildsOf(key), enabled: kinds.has('build') }).data?.items;
  const build = useBuildChoices(builds ?? NO_BUILDS, value['knowledge_build_id']);
  const of = (name: SectionName): JsonObject | undefined =>
    name === section ? value : configurationOf(draft, name);
  const destinations = of('transfer-routing')?.['customer_destinations'];
  const plugins = of('plugin-configuration')?.['plugins'];
  return useMemo(
    () => ({
      ...(secrets
        ? { secret: secrets.items.map(({ secret_name: name }) => ({ value: name, label: name })) }
        : {}),
      ...(builds ? { build } : {}),
      destination: unique(named(destinations, 'destination_id', 'label')),
      plugin: unique(named(plugins, 'plugin_id', 'name')),
      tool: unique(
        (isList(plugins) ? plugins : []).flatMap((it) => named(valueAt(it, 'tools'), 'tool_name')),
      ),
      zone: Intl.supportedValuesOf('timeZone').map((it) => ({ value: it, label: it })),
      ...(voices
        ? {
            voice: voices.items.map(({ voice_id: id, name, language, gender }) => ({
              value: id,
              label: `${name} · ${language} · ${t(`projects.gender.${gender}`)}`,
            })),
          }
        : {}),
      ...(models
        ? {
            model: models.items.map(({ model_id: id, name, family }) => ({
              value: id,
              label: `${name} · ${family}`,
            })),
          }
        : {}),
    }),
    [secrets, builds, build, destinations, plugins, voices, models, t],
  );
}
