import { Injectable } from '@nestjs/common';
import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import type { VisibleProjects } from '../../../core/tenancy/project-visibility.service.js';
import type { ReportName } from '../rules/report-words.js';
import type { ReportFacts } from './report-content.policy.js';
import { isEmpty } from './report-figures.js';
import { ReportFigureReader } from './report-figures.service.js';
import { CLIENT_OF_REPORT } from './report-reader.queries.js';

interface AskedReport {
  readonly name: string;
  readonly report: ReportName;
  readonly project_ids: readonly string[];
  readonly timezone: string;
  readonly period: {
    readonly from: string;
    readonly until: string;
    readonly start: Date;
    readonly end: Date;
  };
}

export interface ReadReport {
  readonly isEmpty: boolean;
  readonly facts: ReportFacts & {
    readonly projects: VisibleProjects;
  };
}

/** Reads the content of a report, still language-neutral. */
@Injectable()
export class ReportReader {
  constructor(
    private readonly metadata: MetadataStore,
    private readonly figures: ReportFigureReader,
  ) {}

  /** @returns null if the reader no longer sees any of its projects */
  async read(auth: AuthContext, asked: AskedReport): Promise<ReadReport | null> {
    const found = await this.figures.read(auth, asked);
    if (found === null) return null;
    const [client] = await this.metadata.read(auth, (db) =>
      db.query<{ business_name: string }>(CLIENT_OF_REPORT),
    );
    const { name, report, period } = asked;
    const { from, until } = period;
    const facts = { name, report, client: client!.business_name, period: { from, until }, ...found };
    return { isEmpty: isEmpty(found.figures), facts };
  }
}
