import { isSameJson } from '../../../core/shared/json/canonical-json.policy.js';
import type { ConfigurationState } from './configuration-state.js';
import type { SectionDefinition } from './sections/section-definition.js';

type Configuration = Readonly<Record<string, unknown>>;
type Part = NonNullable<SectionDefinition['write']['part']>;

/**
 * The draft, the published version and discarded drafts share one counter: a new number is one more
 * than the highest among them. So one of them always has the highest number ever assigned, and no
 * number is reused for other content, even if a draft continues from an older state.
 */

/**
 * A configuration to save, with the version of its part: the current one if the part is unchanged.
 * @param current the current section
 */
export function assignEditVersion(
  section: SectionDefinition,
  current: Configuration,
  next: Configuration,
  state: ConfigurationState,
): Configuration {
  const { part } = section.write;
  if (!part) return next;
  const version = isSamePart(part, current, next) ? part.of(current) : unusedVersion(section, part, state);
  return { ...next, [part.field]: version };
}

/**
 * The same for a configuration that comes with a version, from a file or another project: a number
 * above all numbers assigned here is free, and then stands for the same content in both projects.
 */
export function assignBroughtVersion(
  section: SectionDefinition,
  current: Configuration,
  next: Configuration,
  state: ConfigurationState,
): Configuration {
  const { part } = section.write;
  if (!part) return next;
  const isFree = part.of(next) > highestVersion(section, part, state);
  return isFree ? next : assignEditVersion(section, current, next, state);
}

/**
 * The content of a version to publish, each part with a version that never belonged to other
 * content. A draft keeps its own, unless the published one has overtaken it; restored content gets
 * a new one, unless it equals the published one.
 */
export function assignReleaseVersions(
  sections: readonly SectionDefinition[],
  content: Readonly<Record<string, Record<string, unknown>>>,
  state: ConfigurationState,
): Record<string, Record<string, unknown>> {
  const { published } = state;
  if (!published) return { ...content };
  const parts = sections.flatMap((section) =>
    section.write.part ? [{ section, part: section.write.part }] : [],
  );
  const renumbered = parts.map(({ section, part }) => {
    const next = content[section.name]!;
    const before = published.sections[section.name] ?? section.defaults;
    return [
      section.name,
      { ...next, [part.field]: releasedVersion(section, part, before, next, state) },
    ] as const;
  });
  return { ...content, ...Object.fromEntries(renumbered) };
}

function releasedVersion(
  section: SectionDefinition,
  part: Part,
  before: Configuration,
  next: Configuration,
  state: ConfigurationState,
): number {
  const [was, is] = [part.of(before), part.of(next)];
  if (is > was) return is;
  return isSamePart(part, before, next) ? was : unusedVersion(section, part, state);
}

const isSamePart = ({ counted }: Part, one: Configuration, other: Configuration): boolean =>
  isSameJson(counted(one), counted(other));

const unusedVersion = (section: SectionDefinition, part: Part, state: ConfigurationState): number =>
  1 + highestVersion(section, part, state);

function highestVersion(
  { name, defaults }: SectionDefinition,
  part: Part,
  { draft, published, discarded }: ConfigurationState,
): number {
  const standing = [draft?.sections[name]?.configuration, published?.sections[name]];
  const numbers = standing.map((configuration) => part.of((configuration ?? defaults) as never));
  return Math.max(...numbers, discarded?.partVersions[name] ?? 0);
}

/** The part versions to keep when these sections of the draft are discarded. */
export function keptPartVersions(
  sections: readonly SectionDefinition[],
  state: ConfigurationState,
): Record<string, number> {
  const numbers = sections.flatMap((section) => {
    const { part } = section.write;
    return part ? [[section.name, highestVersion(section, part, state)] as const] : [];
  });
  return { ...state.discarded?.partVersions, ...Object.fromEntries(numbers) };
}
