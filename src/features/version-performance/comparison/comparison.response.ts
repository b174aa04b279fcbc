import { ApiProperty } from '@nestjs/swagger';
import { Field, NullableField } from '../../../core/http/fields/field.decorators.js';
import { UNFAIR_REASONS, type UnfairReason } from '../rules/fairness.policy.js';
import { DECISIVE, VERDICT_REASONS, VERDICTS, type Decisive, type Verdict } from '../rules/verdict.policy.js';
import { DIRECTIONS_OF_BETTER, FIGURE_UNITS, FIGURES, type Figure } from '../rules/version-figures.policy.js';

export class ComparedVersionResponse {
  @ApiProperty({ type: 'integer', example: 1 })
  version_number!: number;

  @Field('Calls that have ended.', { type: 'integer', example: 480 })
  calls!: number;
}

export class LiveTogetherResponse {
  @Field('From then on calls of both versions are compared.', { format: 'date-time' })
  from_utc!: string;

  @Field('Up to then.', { format: 'date-time' })
  to_utc!: string;

  @Field('Whether the staged release is still active.')
  is_active!: boolean;
}

export class VersionVerdictResponse {
  @Field('How b did, compared with a.', { enum: VERDICTS, example: 'better' })
  result!: Verdict['result'];

  @ApiProperty({ enum: VERDICT_REASONS, example: 'clear_difference' })
  reason!: Verdict['reason'];

  @Field('The figures that differ clearly, the clearest first.', {
    enum: Object.keys(DECISIVE),
    isArray: true,
    example: ['failed'],
  })
  decided_by!: Decisive[];

  @NullableField('integer', {
    example: 512,
    description: 'Calls of the version with fewer calls on which the verdict rests.',
  })
  calls_judged!: number | null;

  @NullableField('integer', {
    example: 340,
    description:
      'How many more calls the version with fewer calls needs, at the differences of now; two digits. ' +
      'Null if no number of calls would tell, or none is needed.',
  })
  calls_needed!: number | null;
}

export class FigureSideResponse {
  @NullableField(Number, { example: 4.17, description: 'Null without calls.' })
  value!: number | null;

  @Field('The calls that it is about.', { type: 'integer', example: 480 })
  calls!: number;
}

export class FigureDifferenceResponse {
  @Field('b less a; percentage points for shares.', { example: -3.2 })
  value!: number;

  @Field('The lower bound of its 95 % interval.', { example: -6.1 })
  low!: number;

  @Field('The upper bound.', { example: -0.4 })
  high!: number;
}

export class VersionFigureResponse {
  @ApiProperty({ enum: FIGURES, example: 'failed' })
  figure!: Figure;

  @ApiProperty({ enum: FIGURE_UNITS, example: 'percent' })
  unit!: (typeof FIGURE_UNITS)[number];

  @ApiProperty({ enum: DIRECTIONS_OF_BETTER, nullable: true, example: 'lower' })
  better!: (typeof DIRECTIONS_OF_BETTER)[number] | null;

  @Field('Whether it says how people behaved or felt: then no figure is about fewer than 5 calls.')
  about_people!: boolean;

  @ApiProperty({ type: FigureSideResponse })
  a!: FigureSideResponse;

  @ApiProperty({ type: FigureSideResponse })
  b!: FigureSideResponse;

  @NullableField(FigureDifferenceResponse, {
    description: 'Null without calls of both, and for a mean of fewer than 5 values.',
  })
  difference!: FigureDifferenceResponse | null;
}

/** A comparison of the calls of two versions. */
export class VersionPerformanceResponse {
  @ApiProperty({ example: 'acme-dental-front-desk-k3vq72' })
  project_id!: string;

  @Field("The project's zone, whose days the dates are.", { example: 'Australia/Sydney' })
  timezone!: string;

  @ApiProperty({ format: 'date-time' })
  from_utc!: string;

  @ApiProperty({ format: 'date-time' })
  to_utc!: string;

  @ApiProperty({ type: ComparedVersionResponse })
  a!: ComparedVersionResponse;

  @ApiProperty({ type: ComparedVersionResponse })
  b!: ComparedVersionResponse;

  @Field('Whether calls of the same time and directions are compared, drawn by chance.')
  comparable!: boolean;

  @Field('Why they cannot be compared.', { enum: UNFAIR_REASONS, isArray: true, example: [] })
  reasons!: UnfairReason[];

  @NullableField(LiveTogetherResponse, { description: 'When both versions were live, within the range.' })
  live_together!: LiveTogetherResponse | null;

  @Field('Calls of that time that are left out, because the runtime did not name their version.', {
    type: 'integer',
    example: 0,
  })
  inferred_calls!: number;

  @ApiProperty({ type: VersionVerdictResponse })
  verdict!: VersionVerdictResponse;

  @ApiProperty({ type: [VersionFigureResponse] })
  figures!: VersionFigureResponse[];
}
