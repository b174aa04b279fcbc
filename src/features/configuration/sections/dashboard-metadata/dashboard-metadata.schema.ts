import { Type, type Static } from '@sinclair/typebox';
import { PERSONAL } from '../../../../core/privacy/masking/personal-fields.policy.js';
import {
  closed,
  handle,
  line,
  oneOf,
  prose,
  weeklyHours,
} from '../../../../core/http/schemas/schema-parts.js';

/** Icons that dashboards know how to draw. */
export const DASHBOARD_ICONS = [
  'phone',
  'headset',
  'calendar',
  'building',
  'cart',
  'health',
  'home',
  'school',
  'support',
  'truck',
] as const;

const label = closed(
  {
    name: handle({ description: 'Unique in this list.', examples: ['site'] }),
    value: line(120, { description: 'Its text.', examples: ['Newtown'], ...PERSONAL }),
  },
  { description: 'A named fact that dashboards show and sort by.' },
);

/**
 * How dashboards show the project. An omitted field has the project's own value, or is not shown.
 */
export const DashboardMetadata = closed({
  display_name: Type.Optional(
    line(120, { minLength: 3, description: 'Name of the project on dashboards.', examples: ['Front desk'] }),
  ),
  timezone: Type.Optional(
    line(64, {
      description: 'IANA name of the zone in which dashboards show times.',
      examples: ['Australia/Sydney'],
    }),
  ),
  description: Type.Optional(prose(500, { description: 'Purpose of the project.', ...PERSONAL })),
  labels: Type.Optional(
    Type.Array(label, { maxItems: 20, description: 'In the order in which they are shown.' }),
  ),
  tags: Type.Optional(
    Type.Array(line(40), {
      maxItems: 20,
      uniqueItems: true,
      description: 'Words that dashboards use to group projects.',
      examples: [['reception', 'sydney']],
    }),
  ),
  colour: Type.Optional(
    Type.String({
      pattern: '^#[0-9a-f]{6}$',
      'x-message': 'must be a colour, such as #1f6feb',
      description: 'Colour of the project in charts.',
      examples: ['#1f6feb'],
    }),
  ),
  icon: Type.Optional(oneOf(DASHBOARD_ICONS, { description: 'Icon beside the name.' })),
  business_hours: Type.Optional(
    weeklyHours({ description: 'Hours that charts mark as open; they do not affect calls.' }),
  ),
});
export type DashboardMetadata = Static<typeof DashboardMetadata>;

export const DASHBOARD_TITLE = 'Dashboard metadata';

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const;

/** For OpenAPI and docs. */
export const DASHBOARD_EXAMPLE: DashboardMetadata = {
  display_name: 'Front desk',
  timezone: 'Australia/Sydney',
  description: 'Answers the main line of the practice.',
  labels: [{ name: 'site', value: 'Newtown' }],
  tags: ['reception', 'sydney'],
  colour: '#1f6feb',
  icon: 'phone',
  business_hours: WEEKDAYS.map((day) => ({ day, opens: '09:00', closes: '17:00' })),
};
