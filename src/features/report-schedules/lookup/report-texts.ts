import type { MailLanguage } from '../../../core/mail/notice-kind.js';
import type { ChartName, FigureName, OutcomeName } from './report-figures.js';

interface Texts {
  readonly figures: Readonly<Record<FigureName, string>>;
  readonly charts: Readonly<Record<ChartName, string>>;
  readonly outcomes: Readonly<Record<OutcomeName, string>>;
  readonly nothing: string;
  readonly open: string;
  readonly sample: string;
  readonly columns: readonly [string, string, string];
  readonly page: (at: number, of: number) => string;
}

export const TEXTS: Readonly<Record<MailLanguage, Texts>> = {
  en: {
    figures: {
      calls: 'Calls',
      completed: 'Completed',
      missed: 'Missed',
      failed: 'Failed',
      talk_minutes: 'Minutes talked',
      conversations: 'Conversations',
      classified: 'With an outcome',
      unclassified: 'Without an outcome',
      campaigns: 'Campaigns with calls',
      billed_minutes: 'Minutes that count',
      message_segments: 'Message segments',
    },
    charts: {
      calls_by_hour: 'Calls by hour',
      calls_by_day: 'Calls by day',
      calls_by_project: 'Calls by project',
      outcomes: 'Outcomes',
      calls_by_campaign: 'Calls by campaign',
      minutes_by_project: 'Minutes by project',
      segments_by_project: 'Message segments by project',
    },
    outcomes: {
      resolved: 'Resolved',
      transferred: 'Transferred',
      follow_up_required: 'Follow-up required',
      abandoned: 'Abandoned',
      caller_hangup: 'Caller hung up',
      timeout: 'Timed out',
      technical_failure: 'Technical failure',
      unclassified: 'Unclassified',
    },
    nothing: 'Nothing happened in this period.',
    open: 'Open in the portal',
    sample: 'Sample',
    columns: ['Part', 'Name', 'Value'],
    page: (at, of) => `Page ${at} of ${of}`,
  },
  de: {
    figures: {
      calls: 'Anrufe',
      completed: 'Abgeschlossen',
      missed: 'Verpasst',
      failed: 'Fehlgeschlagen',
      talk_minutes: 'Gesprächsminuten',
      conversations: 'Gespräche',
      classified: 'Mit Ergebnis',
      unclassified: 'Ohne Ergebnis',
      campaigns: 'Kampagnen mit Anrufen',
      billed_minutes: 'Gezählte Minuten',
      message_segments: 'Nachrichtensegmente',
    },
    charts: {
      calls_by_hour: 'Anrufe nach Stunde',
      calls_by_day: 'Anrufe nach Tag',
      calls_by_project: 'Anrufe nach Projekt',
      outcomes: 'Ergebnisse',
      calls_by_campaign: 'Anrufe nach Kampagne',
      minutes_by_project: 'Minuten nach Projekt',
      segments_by_project: 'Nachrichtensegmente nach Projekt',
    },
    outcomes: {
      resolved: 'Erledigt',
      transferred: 'Weitergeleitet',
      follow_up_required: 'Nachfassen nötig',
      abandoned: 'Abgebrochen',
      caller_hangup: 'Anrufer legte auf',
      timeout: 'Zeit abgelaufen',
      technical_failure: 'Technischer Fehler',
      unclassified: 'Ohne Ergebnis',
    },
    nothing: 'In diesem Zeitraum ist nichts geschehen.',
    open: 'Im Portal öffnen',
    sample: 'Probe',
    columns: ['Teil', 'Name', 'Wert'],
    page: (at, of) => `Seite ${at} von ${of}`,
  },
};
