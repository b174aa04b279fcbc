import type { CallAnalytics } from '../../calls/analytics/analytics.service.js';

export type OutcomeName = Awaited<ReturnType<CallAnalytics['outcomes']>>['categories'][number]['id'];

export type FigureName =
  | 'calls'
  | 'completed'
  | 'missed'
  | 'failed'
  | 'talk_minutes'
  | 'conversations'
  | 'classified'
  | 'unclassified'
  | 'campaigns'
  | 'billed_minutes'
  | 'message_segments';

export type ChartName =
  | 'calls_by_hour'
  | 'calls_by_day'
  | 'calls_by_project'
  | 'outcomes'
  | 'calls_by_campaign'
  | 'minutes_by_project'
  | 'segments_by_project';

/** The label of a bar: one of the client's own names, a local day or an outcome. */
export type BarLabel =
  { readonly text: string } | { readonly day: string } | { readonly outcome: OutcomeName };

export interface Chart {
  readonly name: ChartName;
  readonly bars: readonly { readonly label: BarLabel; readonly value: number }[];
}

/** The language-neutral content of a report. */
export interface ReportFigures {
  readonly headline: readonly { readonly name: FigureName; readonly value: number }[];
  readonly charts: readonly Chart[];
}

export const isEmpty = ({ headline }: ReportFigures): boolean => headline.every(({ value }) => value === 0);
