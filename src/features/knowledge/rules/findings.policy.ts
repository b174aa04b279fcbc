import { createHash } from 'node:crypto';
import { piiKindsIn } from '../../../core/privacy/pii/pii-tripwire.policy.js';
import {
  holdsCredential,
  revealsCredential,
} from '../../configuration/rules/sections/plain-credentials.policy.js';
import type { FindingName, SourceKind, SourceStatus } from './source-words.js';

/** A finding in a text, without the text. */
export interface FoundInText {
  readonly name: FindingName;
  /** The number of passages that contain it. */
  readonly count: number;
  /** SHA-256 of these passages in order; stored only under the tenant's key. */
  readonly digest: string;
}

/** A finding as it is stored with its source. */
export interface SourceFinding {
  readonly name: FindingName;
  readonly count: number;
  /** The keyed digest: changed passages must be accepted again. */
  readonly mark: string;
  readonly accepted: boolean;
}

const PASSAGES = /\n|(?<=[.!?。！？])\s/;

/** Collects the findings of a text, block by block (knowledge 3.7). */
export class FindingsOfText {
  private readonly found = new Map<
    FindingName,
    { count: number; readonly digest: ReturnType<typeof createHash> }
  >();

  /**
   * Yields between passages: a text may have thousands, and the caller lets other work run
   * meanwhile.
   */
  *take(text: string): Generator<void> {
    const whole = namesIn(text);
    if (whole.length === 0) return;
    const placed = new Set<FindingName>();
    for (const passage of text.split(PASSAGES)) {
      yield;
      for (const name of namesIn(passage)) {
        this.add(name, passage);
        placed.add(name);
      }
    }
    // A number may be split over two lines.
    for (const name of whole) if (!placed.has(name)) this.add(name, text);
  }

  all(): FoundInText[] {
    return [...this.found]
      .map(([name, { count, digest }]) => ({ name, count, digest: digest.copy().digest('hex') }))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  }

  private add(name: FindingName, passage: string): void {
    const known = this.found.get(name) ?? { count: 0, digest: createHash('sha256') };
    known.count += 1;
    known.digest.update(`${passage.trim()}\0`);
    this.found.set(name, known);
  }
}

/** The kinds of personal data in a text, and whether it has a credential. */
export function namesIn(text: string): FindingName[] {
  const isCredential = holdsCredential(text) || revealsCredential(text);
  return [...piiKindsIn(text), ...(isCredential ? (['credential'] as const) : [])];
}

/** A finding of a text that was just read, with its mark under the key of today, and under earlier ones. */
export interface NewFinding extends Omit<SourceFinding, 'mark' | 'accepted'> {
  readonly marks: readonly string[];
}

/**
 * The findings of a new text; an accepted finding stays accepted as long as its passages do not
 * change (knowledge 3.8).
 */
export const carriedOver = (
  found: readonly NewFinding[],
  before: readonly SourceFinding[],
): SourceFinding[] =>
  found.map(({ name, count, marks }) => ({
    name,
    count,
    mark: marks[0] ?? '',
    accepted: before.some((it) => it.accepted && it.name === name && marks.includes(it.mark)),
  }));

/**
 * The findings, with exactly these accepted.
 * @returns the names that are not findings of the source, if there are any
 */
export function accepting(
  findings: readonly SourceFinding[],
  names: readonly string[],
): { readonly findings: SourceFinding[]; readonly unknown: readonly string[] } {
  return {
    findings: findings.map((finding) => ({ ...finding, accepted: names.includes(finding.name) })),
    unknown: names.filter((name) => findings.every((finding) => finding.name !== name)),
  };
}

/**
 * Whether a build may include the source: it has a text, and every finding is accepted (knowledge
 * 2.6).
 */
export const mayEnterBuild = (contentHash: string | null, findings: readonly SourceFinding[]): boolean =>
  contentHash !== null && findings.every(({ accepted }) => accepted);

/**
 * Whether people who do not change the source may read its text (knowledge 3.11): builds take it,
 * and of kind text it is the one that was sent last.
 */
export const mayBeRead = (source: {
  readonly kind: SourceKind;
  readonly status: SourceStatus;
  readonly content_hash: string | null;
  readonly findings: readonly SourceFinding[];
}): boolean =>
  mayEnterBuild(source.content_hash, source.findings) &&
  (source.kind !== 'text' || source.status === 'ready');
