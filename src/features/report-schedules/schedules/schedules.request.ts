import {
  BooleanField,
  EnumField,
  ListField,
  PatternField,
  StringField,
  TextField,
  TimezoneField,
} from '../../../core/http/fields/field-kinds.js';
import { holdsNoPerson, isText, matches } from '../../../core/http/fields/field-rules.js';
import {
  FREQUENCIES,
  MOST_PROJECTS,
  MOST_RECIPIENTS,
  REPORTS,
  type Frequency,
  type ReportName,
} from '../rules/report-words.js';

const ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

const NAME = {
  description: 'Shown in the subject of the emails; without personal data.',
  example: "Last week's calls",
  also: [holdsNoPerson()],
};
const REPORT = { description: 'A report that your role may read.', example: 'overview' };
const FREQUENCY = { description: 'A local day, a week from Monday on, or a month.', example: 'weekly' };
const TIMEZONE = {
  description: 'The zone in which days, weeks and months begin.',
  example: 'Australia/Sydney',
};
const LANGUAGE = {
  description: 'The language of the email.',
  example: 'en',
  default: 'en',
  optional: true,
} as const;
const SKIP = 'Whether a period in which nothing happened is skipped.';

const Projects = (more: object): PropertyDecorator =>
  ListField(
    [isText(1, 256, { each: true })],
    { type: [String] },
    { max: MOST_PROJECTS, unique: true },
    {
      description: 'Projects that you see; none: all that the owner sees. outcomes names one at least.',
      example: ['acme-dental-front-desk-k3vq72'],
      ...more,
    },
  );

const Time = (optional: boolean): PropertyDecorator =>
  PatternField(TIME, 'must be a time of day, such as 08:00', {
    description: 'The time of day, in the time zone, at which the email is sent on the day after the period.',
    example: '08:00',
    optional,
  });

const Recipients = (optional: boolean): PropertyDecorator =>
  ListField(
    [matches(ID, 'must be a list of address ids', { each: true })],
    { type: [String] },
    { min: 1, max: MOST_RECIPIENTS, unique: true },
    {
      description: 'Verified addresses of your party: address_ids of the list.',
      example: ['0b6f2c1e-6a53-4a0e-9c57-6a1f2d3e4b5c'],
      optional,
    },
  );

/** A malformed id is answered like an unknown one: 404. */
export class ScheduleParams {
  @StringField({ description: 'The schedule_id of the schedule, from the list.', format: 'uuid' })
  schedule_id!: string;
}

export class CreateScheduleRequest {
  @TextField(1, 80, NAME)
  name!: string;

  @EnumField(REPORTS, REPORT)
  report!: ReportName;

  @Projects({ default: [], optional: true })
  project_ids: readonly string[] = [];

  @EnumField(FREQUENCIES, FREQUENCY)
  frequency!: Frequency;

  @Time(false)
  send_at_local!: string;

  @TimezoneField(TIMEZONE)
  timezone!: string;

  @Recipients(false)
  recipients!: readonly string[];

  @BooleanField({ description: SKIP, default: false, optional: true })
  skip_empty: boolean = false;
}

export class ChangeScheduleRequest {
  @TextField(1, 80, { ...NAME, optional: true })
  name?: string;

  @EnumField(REPORTS, { ...REPORT, optional: true })
  report?: ReportName;

  @Projects({ optional: true })
  project_ids?: readonly string[];

  @EnumField(FREQUENCIES, { ...FREQUENCY, optional: true })
  frequency?: Frequency;

  @Time(true)
  send_at_local?: string;

  @TimezoneField({ ...TIMEZONE, optional: true })
  timezone?: string;

  @Recipients(true)
  recipients?: readonly string[];

  @BooleanField({ description: SKIP, optional: true })
  skip_empty?: boolean;

  @EnumField(['active', 'paused'], {
    description:
      'active resumes with the next period; if the owner no longer has access, you become the owner.',
    example: 'paused',
    optional: true,
  })
  status?: 'active' | 'paused';
}

export class PreviewRequest {
  @EnumField(['en', 'de'], LANGUAGE)
  language: 'en' | 'de' = 'en';
}

export class DraftPreviewRequest extends PreviewRequest {
  @TextField(1, 80, NAME)
  name!: string;

  @EnumField(REPORTS, REPORT)
  report!: ReportName;

  @Projects({ default: [], optional: true })
  project_ids: readonly string[] = [];

  @EnumField(FREQUENCIES, FREQUENCY)
  frequency!: Frequency;

  @TimezoneField(TIMEZONE)
  timezone!: string;
}
