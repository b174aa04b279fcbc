import { isSameJson } from '../../../../core/shared/json/canonical-json.policy.js';
import { partsOfPath, pathText } from '../../../../core/shared/json/json-path.js';
import type { FieldError } from '../../../../core/shared/platform-error.js';
import { fieldErrorsOf } from '../../../../core/http/schemas/schema-check.policy.js';
import type { ConfigurationState } from '../configuration-state.js';
import { effectiveConfigurations } from './effective-configuration.policy.js';
import { warning, type Finding, type SectionDefinition, type SectionFacts } from './section-definition.js';
import { secretReferencesOf } from './secret-ref.js';

export const VALIDATION_STATUSES = ['ready', 'blocked', 'warning'] as const;

export interface SectionValidation {
  /** `blocked`: it cannot be published. */
  readonly status: (typeof VALIDATION_STATUSES)[number];
  readonly findings: readonly Finding[];
}

type Validations = ReadonlyMap<string, SectionValidation>;

type Configurations = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The findings about one section: its own, and those of rules that read other sections. */
interface Examined {
  readonly section: SectionDefinition;
  readonly own: readonly Finding[];
  readonly byRules: readonly Finding[];
}

/**
 * Validates every section as it would be published now, by name: together with the others as they
 * would be published with it, including defaults. So an accepted configuration is accepted again as
 * long as nothing changes. A section that prevents publication of another one gets a warning, in
 * addition to the other's error.
 * @param shown configurations to validate instead of the current ones, by section name
 */
export function validateAll(
  sections: readonly SectionDefinition[],
  state: ConfigurationState,
  shown: Configurations = {},
): Validations {
  const configurations = { ...effectiveConfigurations(sections, state), ...shown };
  const examined = sections.map((section) => examine(section, configurations, state));
  const published = effectiveConfigurations(sections, { ...state, draft: null });
  return new Map(
    examined.map(({ section: { name }, own, byRules }): [string, SectionValidation] => {
      const conflicts = conflictsOf(name, published[name]!, configurations, examined, state);
      return [name, validationOf([...own, ...byRules, ...conflicts])];
    }),
  );
}

/** The same with findings that do not come from rules of a section. */
export function withFindings(
  validations: Validations,
  name: string,
  besides: readonly Finding[],
): Validations {
  if (besides.length === 0) return validations;
  const found = validations.get(name)?.findings ?? [];
  return new Map([...validations, [name, validationOf([...found, ...besides])]]);
}

export function validationOf(findings: readonly Finding[]): SectionValidation {
  const isBlocked = findings.some(isError);
  return { status: isBlocked ? 'blocked' : findings.length > 0 ? 'warning' : 'ready', findings };
}

function examine(
  section: SectionDefinition,
  configurations: Configurations,
  state: ConfigurationState,
): Examined {
  const configuration = configurations[section.name]!;
  // A configuration that was saved under an older schema may violate the current one, and the rules
  // could not read it.
  const broken = fieldErrorsOf(section.schema, configuration, []);
  if (broken.length > 0) {
    const own = broken.map(({ loc, message, type }): Finding => ({
      severity: 'error',
      code: type,
      path: pathText(loc),
      message,
    }));
    return { section, own, byRules: [] };
  }
  const own = missingSecrets(configuration, state.secretNames);
  return { section, own, byRules: rulesOf(section, configurations, state) };
}

const rulesOf = (
  { name, findings }: SectionDefinition,
  configurations: Configurations,
  state: ConfigurationState,
): readonly Finding[] => findings(configurations[name] as never, factsFor(name, configurations, state));

function factsFor(
  name: string,
  configurations: Configurations,
  { readAt, project, published, secretNames, judgeNumber, isVerified }: ConfigurationState,
): SectionFacts {
  const { [name]: _own, ...sections } = configurations;
  return {
    now: readAt,
    timezone: project.timezone,
    secretNames,
    judgeNumber,
    isVerified,
    isPublished: published !== null,
    sections,
  };
}

/**
 * A warning for each section whose rules find an error that they would not find with the published
 * state of this one.
 */
function conflictsOf(
  name: string,
  published: Readonly<Record<string, unknown>>,
  configurations: Configurations,
  examined: readonly Examined[],
  state: ConfigurationState,
): Finding[] {
  const blocked = examined.filter(({ section, byRules }) => section.name !== name && byRules.some(isError));
  if (blocked.length === 0 || isSameJson(published, configurations[name])) return [];
  const without = { ...configurations, [name]: published };
  return blocked.flatMap(({ section, byRules }) => {
    const remaining = new Set(rulesOf(section, without, state).filter(isError).map(placeOf));
    return byRules.filter(isError).every((it) => remaining.has(placeOf(it)))
      ? []
      : [conflictWith(section.name)];
  });
}

// Only names the other section, because the reader may not be allowed to see it.
const conflictWith = (section: string): Finding =>
  warning(
    'section_conflict',
    '',
    `With this, the section ${section} cannot be published: its findings say why. Change one of the two.`,
  );

const isError = ({ severity }: Finding): boolean => severity === 'error';

const placeOf = ({ code, path }: Finding): string => `${code} ${path}`;

const missingSecrets = (configuration: unknown, secretNames: ReadonlySet<string>): Finding[] =>
  secretReferencesOf(configuration)
    .filter(({ name }) => !secretNames.has(name))
    .map(({ path, name }) => ({
      severity: 'error',
      code: 'secret_missing',
      path,
      message: `The project has no secret ${name}.`,
    }));

/** Everything that keeps a configuration from being published, section by section. */
export const blockingFindings = (validations: Validations): FieldError[] =>
  [...validations].flatMap(([section, { findings }]) =>
    findings.filter(isError).map(({ path, message, code }) => ({
      loc: ['sections', section, ...partsOfPath(path)],
      message,
      type: code,
    })),
  );

type Status = (typeof VALIDATION_STATUSES)[number];

/** The status of all sections together: the worst of them. */
export function overallStatus(validations: Validations): Status {
  const statuses = [...validations.values()].map(({ status }) => status);
  if (statuses.includes('blocked')) return 'blocked';
  return statuses.includes('warning') ? 'warning' : 'ready';
}
