import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField, OptionalField } from '../../../core/http/fields/field.decorators.js';
import type { AlertCounts } from '../../alerts/lookup/alert-counts.service.js';
import type { CallRange, ComparedRange } from '../rules/home-ranges.policy.js';
import { SETUP_STEPS, type CallFigures, type Figure, type SetupStep } from '../rules/home-row.policy.js';

const INSTANT = { format: 'date-time', example: '2026-11-20T10:15:00.000Z' } as const;
const COUNT = { type: 'integer', minimum: 0, example: 3 } as const;

const A_FIGURE = { count: 3, before: 2 };
const A_PERIOD = { total: A_FIGURE, missed_inbound: A_FIGURE, upset: A_FIGURE };

export class CallRangeResponse implements CallRange {
  @Field('`start_date` of the routes of calls.', { example: '2026-11-14' })
  start_date!: string;

  @Field('`end_date` of the routes of calls; it belongs to the range.', { example: '2026-11-20' })
  end_date!: string;
}

export class ComparedRangeResponse extends CallRangeResponse implements ComparedRange {
  @Field('The same days a week earlier, up to the same time of day.', { type: CallRangeResponse })
  before!: CallRangeResponse;
}

export class HomeRangesResponse {
  @ApiProperty({ type: ComparedRangeResponse })
  today!: ComparedRangeResponse;

  @Field('Today and the six days before it.', { type: ComparedRangeResponse })
  last_7_days!: ComparedRangeResponse;
}

export class HomeFigure implements Figure {
  @Field('The number of calls that the list has for this range.', COUNT)
  count!: number;

  @Field('The number that it has for the previous range.', COUNT)
  before!: number;
}

export class HomePeriod {
  @Field('All calls.', { type: HomeFigure })
  total!: HomeFigure;

  @Field('To call back: the filter `status=missed&direction=inbound&follow_up=not_done`.', {
    type: HomeFigure,
  })
  missed_inbound!: HomeFigure;

  @Field('The filter `sentiment=upset`.', { type: HomeFigure })
  upset!: HomeFigure;
}

export class HomeCalls implements CallFigures {
  @ApiProperty({ type: HomePeriod })
  today!: HomePeriod;

  @ApiProperty({ type: HomePeriod })
  last_7_days!: HomePeriod;
}

export class HomeRequests {
  @Field('Open requests whose `due_state` is `urgent`.', COUNT)
  urgent!: number;

  @Field('Open requests whose `due_state` is `overdue`.', COUNT)
  overdue!: number;
}

export class HomeCampaign {
  @ApiProperty({ format: 'uuid' })
  campaign_id!: string;

  @ApiProperty({ example: 'Appointment reminders' })
  name!: string;

  @NullableField(String, { ...INSTANT, description: 'The end of its schedule; null: it has none.' })
  ends_at_utc!: string | null;
}

export class HomeCampaigns {
  @Field('Campaigns whose status is `running`.', COUNT)
  running!: number;

  @Field('The five of them that end first.', { type: [HomeCampaign] })
  items!: readonly HomeCampaign[];
}

export class HomeAlerts implements AlertCounts {
  @Field('Open alerts of every severity.', COUNT)
  open!: number;

  @Field('Open alerts with the severity `critical`.', COUNT)
  critical!: number;

  @Field('Open alerts with the severity `warning`.', COUNT)
  warning!: number;

  @Field('Open alerts with the severity `info`.', COUNT)
  info!: number;
}

export class HomeCapacity {
  @Field('Calls in progress.', COUNT)
  in_use!: number;

  @NullableField('integer', { description: 'The limit; null: none is set.', example: 20 })
  concurrency_limit!: number | null;
}

export class HomeSetupStep {
  @ApiProperty({ enum: SETUP_STEPS })
  step!: SetupStep;

  @ApiProperty()
  done!: boolean;
}

export class HomeSetup {
  @Field('The steps whose results you may see, in their order.', { type: [HomeSetupStep] })
  steps!: readonly HomeSetupStep[];

  @NullableField(String, { description: 'The oldest project that you can see; null: none yet.' })
  project_id!: string | null;
}

/** Parts of a client that are missing if its store does not answer. */
export const STORE_PARTS = ['calls', 'campaigns', 'capacity', 'alerts'] as const;
export type StorePart = (typeof STORE_PARTS)[number];

/** A client of the person. A part that the role may not read is omitted. */
export class HomeClient {
  @ApiProperty({ example: 'acme-dental' })
  client_id!: string;

  @ApiProperty({ example: 'Acme Dental Group' })
  business_name!: string;

  @Field('`provisioning`: it has no data route yet.', { enum: ['provisioning', 'active'] })
  status!: 'provisioning' | 'active';

  @Field('Parts whose store does not answer: they are null here.', {
    type: 'array',
    items: { type: 'string', enum: [...STORE_PARTS] },
  })
  unavailable!: readonly StorePart[];

  @NullableField(HomeCalls, {
    description: 'Null if the store does not answer.',
    example: { today: A_PERIOD, last_7_days: A_PERIOD },
  })
  calls!: HomeCalls | null;

  @NullableField(HomeAlerts, { description: 'Open alerts; null if the store does not answer.' })
  alerts!: HomeAlerts | null;

  @NullableField(HomeCapacity, { description: 'Null if the store does not answer.' })
  capacity!: HomeCapacity | null;

  @OptionalField(
    'Running campaigns; null if the store does not answer, left out if the role may not read them.',
    {
      type: HomeCampaigns,
      nullable: true,
    },
  )
  campaigns?: HomeCampaigns | null;

  @OptionalField('Urgent requests of callers about their data; left out if the role may not read them.', {
    type: HomeRequests,
  })
  requests_due?: HomeRequests;

  @OptionalField('Whether there is a plan, and so charges; left out if the role may not read charges.', {
    type: Boolean,
  })
  has_plan?: boolean;

  @OptionalField('The steps to the first call; left out if the role may not read the configuration.', {
    type: HomeSetup,
  })
  setup?: HomeSetup;
}

export class HomeResponse {
  @ApiProperty({ example: 'Australia/Sydney' })
  timezone!: string;

  @ApiProperty({ type: HomeRangesResponse })
  ranges!: HomeRangesResponse;

  @Field('The clients for which you have a role, most urgent first.', {
    type: [HomeClient],
  })
  items!: readonly HomeClient[];

  @Field('When it was read.', INSTANT)
  as_of_utc!: string;
}
