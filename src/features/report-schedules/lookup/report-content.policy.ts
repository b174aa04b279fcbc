import { nameInMail } from '../../../core/mail/name-in-mail.policy.js';
import type { MailLanguage, NoticeText } from '../../../core/mail/notice-kind.js';
import { isEmpty, type BarLabel, type ReportFigures } from './report-figures.js';
import type { ReportName } from '../rules/report-words.js';
import { TEXTS } from './report-texts.js';

/** A language-neutral report, in the stored form of its notice. */
export interface ReportFacts {
  readonly name: string;
  readonly report: ReportName;
  readonly client: string;
  readonly period: { readonly from: string; readonly until: string };
  readonly figures: ReportFigures;
}

/** A report in one language: the content of mail, PDF and CSV. */
export interface ReportContent {
  readonly language: MailLanguage;
  readonly report: ReportName;
  readonly title: string;
  readonly period: string;
  readonly client: string;
  readonly headline: readonly Row[];
  readonly charts: readonly {
    readonly title: string;
    readonly rows: readonly Row[];
    readonly most: number;
  }[];
  /** The sentence for a period without calls; null otherwise. */
  readonly nothing: string | null;
}

interface Row {
  readonly label: string;
  readonly value: number;
}

export function contentOf(
  { name, report, client, period, figures }: ReportFacts,
  language: MailLanguage,
  isSample: boolean,
): ReportContent {
  const texts = TEXTS[language];
  const labelOf = (label: BarLabel): string => {
    if ('text' in label) return label.text;
    return 'day' in label ? dayText(label.day, language) : texts.outcomes[label.outcome];
  };
  return {
    language,
    report,
    title: isSample ? `${texts.sample}: ${nameInMail(name)}` : nameInMail(name),
    period: periodText(period, language),
    client: nameInMail(client),
    headline: figures.headline.map(({ name: figure, value }) => ({ label: texts.figures[figure], value })),
    charts: figures.charts
      .filter(({ bars }) => bars.length > 0)
      .map(({ name: chart, bars }) => ({
        title: texts.charts[chart],
        rows: bars.map(({ label, value }) => ({ label: labelOf(label), value })),
        most: Math.max(1, ...bars.map(({ value }) => value)),
      })),
    nothing: isEmpty(figures) ? texts.nothing : null,
  };
}

/** The mail of a report (report-schedules 4.1). */
export function reportText(content: ReportContent): NoticeText {
  const { language, headline, charts, nothing, report } = content;
  const number = (value: number): string => numberText(value, language);
  return {
    title: `${content.title}: ${content.period}`,
    lines: nothing === null ? [] : [nothing],
    tables: [
      { title: null, rows: headline.map(({ label, value }) => ({ label, value: number(value) })) },
      ...charts.map(({ title, rows, most }) => ({
        title,
        rows: rows.map(({ label, value }) => ({ label, value: number(value), share: value / most })),
      })),
    ],
    button: { label: TEXTS[language].open, path: PAGES[report] },
  };
}

/** The portal's pages that show the figures. */
const PAGES: Readonly<Record<ReportName, string>> = {
  overview: '/analytics',
  outcomes: '/analytics',
  campaigns: '/campaigns',
  usage: '/billing',
};

export const numberText = (value: number, language: MailLanguage): string =>
  new Intl.NumberFormat(LOCALES[language]).format(value);

const LOCALES = { en: 'en-GB', de: 'de-DE' } as const;

const dayText = (day: string, language: MailLanguage): string =>
  new Intl.DateTimeFormat(LOCALES[language], {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  }).format(new Date(day));

function periodText({ from, until }: ReportFacts['period'], language: MailLanguage): string {
  const format = new Intl.DateTimeFormat(LOCALES[language], {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  // Some editions of the data put thin spaces around the dash, which terminals show as boxes.
  return format.formatRange(new Date(from), new Date(until)).replaceAll(/[\u2009\u202f\u00a0]/g, ' ');
}
