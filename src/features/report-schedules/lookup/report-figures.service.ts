import { Injectable } from '@nestjs/common';
import type { AuthContext } from '../../../core/shared/auth-context.js';
import {
  ProjectVisibility,
  sees,
  type VisibleProjects,
} from '../../../core/tenancy/project-visibility.service.js';
import { CallAnalytics } from '../../calls/analytics/analytics.service.js';
import { CallUsage } from '../../calls/usage/call-usage.service.js';
import { CampaignListService } from '../../campaigns/definition/list.service.js';
import { MessageUsage } from '../../messages/usage/message-usage.service.js';
import type { ReportName } from '../rules/report-words.js';
import type { BarLabel, Chart, OutcomeName, ReportFigures } from './report-figures.js';

/** More bars do not fit on a page. */
const MOST_CAMPAIGNS = 20;

interface AskedReport {
  readonly report: ReportName;
  readonly project_ids: readonly string[];
  readonly period: {
    readonly from: string;
    readonly until: string;
    readonly start: Date;
    readonly end: Date;
  };
  readonly timezone: string;
}

interface Range {
  readonly start_date: string;
  readonly end_date: string;
  readonly timezone: string;
}

/** A project with its name, or everything that the reader sees (null). */
type Part = { readonly id: string; readonly name: string } | null;

const CALL_COUNTS = [
  'total_calls',
  'completed_calls',
  'missed_calls',
  'failed_calls',
  'total_duration_seconds',
] as const;

/** The figures of a report, from the services of the pages that show them (report-schedules 3.1). */
@Injectable()
export class ReportFigureReader {
  constructor(
    private readonly projects: ProjectVisibility,
    private readonly analytics: CallAnalytics,
    private readonly campaigns: CampaignListService,
    private readonly minutes: CallUsage,
    private readonly messages: MessageUsage,
  ) {}

  /**
   * @param auth the reader, whose rights apply
   * @returns null if the reader no longer sees any of the projects
   */
  async read(
    auth: AuthContext,
    asked: AskedReport,
  ): Promise<{ readonly figures: ReportFigures; readonly projects: VisibleProjects } | null> {
    const visible = await this.visibleTo(auth, asked.report);
    const parts = await this.partsOf(auth, visible, asked.project_ids);
    if (parts.length === 0 || visible.length === 0) return null;
    const named = parts.flatMap((part) => (part === null ? [] : [part.id]));
    return {
      figures: await this.figuresOf(auth, asked, parts),
      projects: named.length > 0 ? named : visible,
    };
  }

  /** Whether a reader sees all projects of figures that were read earlier. */
  async seesAll(auth: AuthContext, report: ReportName, projects: VisibleProjects): Promise<boolean> {
    const visible = await this.visibleTo(auth, report);
    if (projects === 'all') return visible === 'all';
    return projects.every((id) => sees(visible, id));
  }

  private visibleTo(auth: AuthContext, report: ReportName): Promise<VisibleProjects> {
    return report === 'campaigns'
      ? this.projects.campaignProjects(auth)
      : this.projects.visibleProjects(auth);
  }

  private figuresOf(
    auth: AuthContext,
    { report, period, timezone }: AskedReport,
    parts: readonly Part[],
  ): Promise<ReportFigures> {
    const range = { start_date: period.from, end_date: period.until, timezone };
    switch (report) {
      case 'overview':
        return this.overview(auth, parts, range);
      case 'outcomes':
        return this.outcomes(auth, parts, range);
      case 'campaigns':
        return this.ofCampaigns(auth, parts, range);
      case 'usage':
        return this.usage(auth, parts, period);
    }
  }

  private async partsOf(
    auth: AuthContext,
    visible: VisibleProjects,
    projectIds: readonly string[],
  ): Promise<readonly Part[]> {
    if (projectIds.length === 0) return [null];
    const names = await this.projects.displayNames(auth, projectIds);
    return projectIds.flatMap((id) => {
      const name = names.get(id);
      return name === undefined || !sees(visible, id) ? [] : [{ id, name }];
    });
  }

  private async overview(auth: AuthContext, parts: readonly Part[], range: Range): Promise<ReportFigures> {
    const isDay = range.start_date === range.end_date;
    const totals = sumsOf(CALL_COUNTS);
    const byProject: Chart['bars'][number][] = [];
    const byTime = new Map<string, number>();
    for (const part of parts) {
      const filter = { ...range, ...(part && { project_id: part.id }) };
      const sums = await this.analytics.summary(auth, filter);
      for (const name of CALL_COUNTS) totals[name] += sums[name];
      if (part) byProject.push({ label: { text: part.name }, value: sums.total_calls });
      const asked = { ...filter, granularity: isDay ? ('hour' as const) : ('day' as const) };
      const { buckets } = await this.analytics.timeline(auth, asked);
      for (const { start_local: at, total_calls: calls } of buckets)
        byTime.set(at, (byTime.get(at) ?? 0) + calls);
    }
    const bars = [...byTime].map(([at, value]) => ({
      label: (isDay ? { text: at.slice(11, 16) } : { day: at.slice(0, 10) }) as BarLabel,
      value,
    }));
    return {
      headline: [
        { name: 'calls', value: totals.total_calls },
        { name: 'completed', value: totals.completed_calls },
        { name: 'missed', value: totals.missed_calls },
        { name: 'failed', value: totals.failed_calls },
        { name: 'talk_minutes', value: Math.round(totals.total_duration_seconds / 60) },
      ],
      charts: [
        { name: isDay ? 'calls_by_hour' : 'calls_by_day', bars },
        ...(byProject.length > 1 ? [{ name: 'calls_by_project' as const, bars: byProject }] : []),
      ],
    };
  }

  private async outcomes(auth: AuthContext, parts: readonly Part[], range: Range): Promise<ReportFigures> {
    const totals = sumsOf(['total_conversations', 'classified_count', 'unclassified_count']);
    const bars = new Map<OutcomeName, number>();
    for (const part of parts) {
      if (part === null) continue;
      const found = await this.analytics.outcomes(auth, { ...range, project_id: part.id });
      totals.total_conversations += found.total_conversations;
      totals.classified_count += found.classified_count;
      totals.unclassified_count += found.unclassified_count;
      for (const { id, count } of found.categories) bars.set(id, (bars.get(id) ?? 0) + count);
    }
    return {
      headline: [
        { name: 'conversations', value: totals.total_conversations },
        { name: 'classified', value: totals.classified_count },
        { name: 'unclassified', value: totals.unclassified_count },
      ],
      charts: [
        { name: 'outcomes', bars: [...bars].map(([outcome, value]) => ({ label: { outcome }, value })) },
      ],
    };
  }

  /** The period's calls of the most recently changed campaigns. */
  private async ofCampaigns(auth: AuthContext, parts: readonly Part[], range: Range): Promise<ReportFigures> {
    const bars: Chart['bars'][number][] = [];
    const totals = sumsOf(CALL_COUNTS);
    for (const part of parts) {
      const { items } = await this.campaigns.list(auth, {
        page: 1,
        page_size: MOST_CAMPAIGNS,
        sort_by: 'updated_at_utc',
        sort_order: 'desc',
        ...(part && { project_id: part.id }),
      });
      for (const { campaign_id: id, project_id: projectId, name } of items) {
        const sums = await this.analytics.summary(auth, { ...range, project_id: projectId, campaign_id: id });
        if (sums.total_calls === 0) continue;
        for (const count of CALL_COUNTS) totals[count] += sums[count];
        bars.push({ label: { text: name }, value: sums.total_calls });
      }
    }
    return {
      headline: [
        { name: 'campaigns', value: bars.length },
        { name: 'calls', value: totals.total_calls },
        { name: 'completed', value: totals.completed_calls },
        { name: 'missed', value: totals.missed_calls },
      ],
      charts: [
        {
          name: 'calls_by_campaign',
          bars: bars.toSorted((a, b) => b.value - a.value).slice(0, MOST_CAMPAIGNS),
        },
      ],
    };
  }

  /** Usage as billing counts it, in hours of UTC that begin in the period. */
  private async usage(
    auth: AuthContext,
    parts: readonly Part[],
    { start, end }: AskedReport['period'],
  ): Promise<ReportFigures> {
    const [minutes, segments] = await Promise.all(
      [this.minutes, this.messages].map(async (source) =>
        byProject(await source.hours(auth, start, end), start, end),
      ),
    );
    const named = parts.filter((part) => part !== null);
    const names = new Map(named.map(({ id, name }) => [id, name]));
    const known = await this.projects.displayNames(auth, [...minutes!.keys(), ...segments!.keys()]);
    const chart = (name: Chart['name'], used: ReadonlyMap<string, number>): Chart => ({
      name,
      bars: [...used]
        .filter(([id]) => names.size === 0 || names.has(id))
        .map(([id, value]) => ({ label: { text: known.get(id) ?? id }, value }))
        .toSorted((a, b) => b.value - a.value),
    });
    const charts = [chart('minutes_by_project', minutes!), chart('segments_by_project', segments!)];
    const total = ({ bars }: Chart): number => bars.reduce((sum, { value }) => sum + value, 0);
    return {
      headline: [
        { name: 'billed_minutes', value: total(charts[0]!) },
        { name: 'message_segments', value: total(charts[1]!) },
      ],
      charts,
    };
  }
}

const sumsOf = <N extends string>(names: readonly N[]): Record<N, number> =>
  Object.fromEntries(names.map((name) => [name, 0])) as Record<N, number>;

function byProject(
  hours: readonly { readonly hour: Date; readonly projects: Readonly<Record<string, number>> }[],
  start: Date,
  end: Date,
): ReadonlyMap<string, number> {
  const used = new Map<string, number>();
  for (const { hour, projects } of hours)
    if (hour >= start && hour < end)
      for (const [id, units] of Object.entries(projects)) used.set(id, (used.get(id) ?? 0) + units);
  return used;
}
