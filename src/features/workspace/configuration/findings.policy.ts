import type { ConfigurationState } from './configuration-state.js';
import { effectiveSections } from './effective-configuration.policy.js';
import type { EffectiveSection } from './effective-configuration.policy.js';
import { pathText } from './json-path.js';
import { fieldErrorsOf } from './schema-check.policy.js';
import { secretReferencesOf } from './secret-ref.js';
import type { Finding, SectionDefinition, SectionFacts } from './section-definition.js';

export const VALIDATION_STATUSES = ['ready', 'blocked', 'warning'] as const;

/** What validation says about one section. */
export interface SectionValidation {
  /** `blocked`: it cannot be published. */
  readonly status: (typeof VALIDATION_STATUSES)[number];
  readonly findings: readonly Finding[];
}

/** Validates one configuration by its schema, its secrets and the rules of its section. */
export function validateSection(
  section: SectionDefinition,
  configuration: Readonly<Record<string, unknown>>,
  facts: SectionFacts,
): SectionValidation {
  const findings = findingsOf(section, configuration, facts);
  const isBlocked = findings.some(({ severity }) => severity === 'error');
  return { status: isBlocked ? 'blocked' : findings.length > 0 ? 'warning' : 'ready', findings };
}

/** Validates every section as it would be published now, by name. */
export function validateAll(
  sections: readonly SectionDefinition[],
  state: ConfigurationState,
): ReadonlyMap<string, SectionValidation> {
  const effective = effectiveSections(sections, state);
  return new Map(
    sections.map((section): [string, SectionValidation] => {
      const { configuration } = effective.get(section.name)!;
      return [section.name, validateSection(section, configuration, factsFor(section, effective, state))];
    }),
  );
}

/** What the rules of one section may ask, as things stand. */
export function factsFor(
  section: SectionDefinition,
  effective: ReadonlyMap<string, EffectiveSection>,
  { readAt, project, secretNames }: ConfigurationState,
): SectionFacts {
  const others = [...effective].filter(([name, it]) => name !== section.name && it.source !== 'default');
  return {
    now: readAt,
    timezone: project.timezone,
    secretNames,
    sections: Object.fromEntries(others.map(([name, { configuration }]) => [name, configuration])),
  };
}

function findingsOf(
  section: SectionDefinition,
  configuration: unknown,
  facts: SectionFacts,
): readonly Finding[] {
  // What was saved under an older schema may break today's; rules could not read it.
  const broken = fieldErrorsOf(section.schema, configuration, []);
  if (broken.length > 0) {
    return broken.map(({ loc, message, type }) => ({
      severity: 'error',
      code: type,
      path: pathText(loc),
      message,
    }));
  }
  return [...missingSecrets(configuration, facts), ...section.findings(configuration as never, facts)];
}

const missingSecrets = (configuration: unknown, { secretNames }: SectionFacts): Finding[] =>
  secretReferencesOf(configuration)
    .filter(({ name }) => !secretNames.has(name))
    .map(({ path, name }) => ({
      severity: 'error',
      code: 'secret_missing',
      path,
      message: `The project has no secret ${name}.`,
    }));
