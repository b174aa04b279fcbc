import { MetadataStore } from '../../../core/database/metadata/metadata-store.js';
import type { MailAttachment } from '../../../core/mail/mailer.js';
import {
  ContributesNotice,
  type MailLanguage,
  type NoticeKind,
  type NoticeText,
} from '../../../core/mail/notice-kind.js';
import type { AuthContext, Tenant } from '../../../core/shared/auth-context.js';
import { Clock } from '../../../core/time/clock.js';
import { mayRead } from '../rules/report-words.js';
import { contentOf, reportText } from './report-content.policy.js';
import { reportCsv } from './report-csv.policy.js';
import { ReportFigureReader } from './report-figures.service.js';
import type { ReadReport } from './report-reader.service.js';
import { ScheduleOwners } from './schedule-owners.service.js';
import { SCHEDULE_TO_SEND, type ScheduleToSend } from './schedule-to-send.js';

type SentReport = ReadReport['facts'] & {
  readonly schedule_id: string;
  readonly is_sample: boolean;
};

const EXAMPLE: SentReport = {
  schedule_id: '0b6f2c1e-6a53-4a0e-9c57-6a1f2d3e4b5c',
  is_sample: false,
  name: "Last week's calls",
  report: 'overview',
  client: 'Acme Dental',
  period: { from: '2026-11-16', until: '2026-11-18' },
  projects: 'all',
  figures: {
    headline: [
      { name: 'calls', value: 1234 },
      { name: 'missed', value: 56 },
    ],
    charts: [
      {
        name: 'calls_by_day',
        bars: [
          { label: { day: '2026-11-16' }, value: 420 },
          { label: { day: '2026-11-17' }, value: 610 },
          { label: { day: '2026-11-18' }, value: 204 },
        ],
      },
    ],
  },
};

/** The mail of a report, with a PDF and a CSV (report-schedules section 4). */
@ContributesNotice()
export class ReportNotice implements NoticeKind<SentReport> {
  readonly name = 'report';
  readonly examples = [EXAMPLE];

  constructor(
    private readonly metadata: MetadataStore,
    private readonly owners: ScheduleOwners,
    private readonly figures: ReportFigureReader,
    private readonly clock: Clock,
  ) {}

  /** A schedule names the addresses that get it. */
  topicOf(): null {
    return null;
  }

  text(facts: SentReport, language: MailLanguage): NoticeText {
    return reportText(contentOf(facts, language, facts.is_sample));
  }

  /**
   * Both the person of the address and the schedule's owner may read it, and the owner must see
   * everything in it.
   */
  mayRead(person: AuthContext): Promise<(facts: SentReport) => Promise<boolean>> {
    return Promise.resolve((facts) => this.isReadable(person, facts));
  }

  private async isReadable(
    person: AuthContext,
    { schedule_id: id, report, projects }: SentReport,
  ): Promise<boolean> {
    const [schedule] = await this.metadata.read(person, (db) =>
      db.query<ScheduleToSend>(SCHEDULE_TO_SEND, [id]),
    );
    if (!schedule || !mayRead(person.scope, report)) return false;
    const owner = await this.owners.of(person, { ...schedule, report });
    return owner !== null && (await this.figures.seesAll(owner, report, projects));
  }

  /** The packages that draw the PDF are loaded when the first PDF is drawn. */
  async attachments(
    _tenant: Tenant,
    facts: SentReport,
    language: MailLanguage,
  ): Promise<readonly MailAttachment[]> {
    const { reportPdf } = await import('./report-pdf.js');
    const content = contentOf(facts, language, facts.is_sample);
    const pdf = await reportPdf(content, this.clock.now());
    return [
      { name: 'report.pdf', type: 'application/pdf', content: pdf },
      { name: 'report.csv', type: 'text/csv; charset=utf-8', content: reportCsv(content) },
    ];
  }
}
