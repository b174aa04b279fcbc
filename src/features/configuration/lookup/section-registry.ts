import { Inject, Injectable } from '@nestjs/common';
import type { SectionDefinition } from '../rules/sections/section-definition.js';
import { problemsOf } from './section-soundness.policy.js';

/** Injection token of the sections a process knows. */
export const SECTIONS = Symbol('SECTIONS');

/** Every section of a project's configuration, always ordered by name. */
@Injectable()
export class SectionRegistry {
  readonly all: readonly SectionDefinition[];
  private readonly byName: ReadonlyMap<string, SectionDefinition>;

  /** @throws Error naming the fault of a definition, so that the application does not boot */
  constructor(@Inject(SECTIONS) sections: readonly SectionDefinition[]) {
    this.all = sections.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    this.byName = new Map(this.all.map((section) => [section.name, section]));
    const problems = problemsOf(this.all);
    if (problems.length > 0) throw new Error(`Sections that cannot be served: ${problems.join('; ')}`);
  }

  find(name: string): SectionDefinition | undefined {
    return this.byName.get(name);
  }
}
