import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import {
  ContributesToExport,
  type ExportContribution,
  type ExportedFile,
} from '../../../core/account-export/account-export.js';

/** The files that features contribute to account exports, by section. */
@Injectable()
export class ExportedFiles {
  private found: ReadonlyMap<string, readonly ExportedFile[]> | null = null;

  constructor(private readonly discovery: DiscoveryService) {}

  get sections(): readonly string[] {
    return [...this.bySection().keys()];
  }

  /** The files of sections, by name. */
  of(sections: readonly string[]): readonly ExportedFile[] {
    const bySection = this.bySection();
    return sections.flatMap((section) => bySection.get(section) ?? []).toSorted(byName);
  }

  private bySection(): ReadonlyMap<string, readonly ExportedFile[]> {
    this.found ??= collected(
      this.discovery
        .getProviders({ metadataKey: ContributesToExport.KEY })
        .map(({ instance }) => instance as ExportContribution),
    );
    return this.found;
  }
}

/** @throws Error when two files have the same name */
function collected(
  contributions: readonly ExportContribution[],
): ReadonlyMap<string, readonly ExportedFile[]> {
  const all = contributions.flatMap(({ files }) => files);
  const names = all.map(({ name }) => name);
  const repeated = names.find((name, index) => names.indexOf(name) < index);
  if (repeated !== undefined) throw new Error(`Two features export a file ${repeated}.`);
  const sections = [...new Set(all.map(({ section }) => section))].toSorted();
  return new Map(sections.map((name) => [name, all.filter(({ section }) => section === name)]));
}

const byName = (one: ExportedFile, other: ExportedFile): number => (one.name < other.name ? -1 : 1);
