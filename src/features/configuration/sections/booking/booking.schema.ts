import { Type, type Static } from '@sinclair/typebox';
import {
  closed,
  handle,
  httpsUrl,
  line,
  oneOf,
  prose,
  weeklyHours,
} from '../../../../core/http/schemas/schema-parts.js';
import { SecretRef } from '../../rules/sections/secret-ref.js';

const service = closed(
  {
    service_id: handle({ description: 'Name of the service, unique in this list.', examples: ['check-up'] }),
    name: line(120, { description: 'The name that callers hear.', examples: ['Dental check-up'] }),
    duration_minutes: Type.Integer({
      minimum: 5,
      maximum: 480,
      description: 'How long it takes, in minutes.',
    }),
    buffer_minutes: Type.Integer({
      minimum: 0,
      maximum: 120,
      description: 'Kept free after each booking, in minutes.',
    }),
  },
  { description: 'Something that can be booked.' },
);

/** Booking: the services and times that callers can book, and the questions and confirmations. */
export const Booking = closed({
  enabled: Type.Boolean({ description: 'Whether the agent books at all.' }),
  services: Type.Array(service, { maxItems: 50, description: 'Everything that can be booked.' }),
  weekly_hours: weeklyHours({ description: "When bookings may take place, in the project's time zone." }),
  closed_dates: Type.Array(
    Type.String({
      pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
      description: 'YYYY-MM-DD.',
      examples: ['2026-12-25'],
      'x-message': 'must be a date as YYYY-MM-DD',
    }),
    { maxItems: 366, description: "Whole days without bookings, in the project's time zone." },
  ),
  slots: closed(
    {
      interval_minutes: Type.Integer({
        minimum: 5,
        maximum: 240,
        description: 'Bookings begin at intervals of this many minutes after opening.',
      }),
      capacity: Type.Integer({
        minimum: 1,
        maximum: 100,
        description: 'How many bookings may take place at once.',
      }),
      minimum_notice_minutes: Type.Integer({
        minimum: 0,
        maximum: 43_200,
        description: 'Minimum notice of a booking, in minutes.',
      }),
      maximum_advance_days: Type.Integer({
        minimum: 1,
        maximum: 400,
        description: 'How far ahead bookings may be made, in days.',
      }),
    },
    { description: 'Which times are offered.' },
  ),
  ask_for: Type.Array(oneOf(['name', 'phone', 'email', 'reason']), {
    uniqueItems: true,
    description: 'Details that the agent asks the caller for.',
  }),
  confirmation: closed(
    {
      sms: Type.Boolean({ description: 'Send a text message; needs phone in ask_for.' }),
      email: Type.Boolean({ description: 'Send an email; needs email in ask_for.' }),
      message: Type.Optional(prose(500, { description: 'Text that is added to both messages.' })),
    },
    { description: 'The confirmation that the caller gets.' },
  ),
  changes: closed(
    {
      may_reschedule: Type.Boolean({ description: 'Whether callers may move a booking.' }),
      may_cancel: Type.Boolean({ description: 'Whether callers may cancel one.' }),
      notice_minutes: Type.Integer({
        minimum: 0,
        maximum: 43_200,
        description: 'The latest time before the start, in minutes.',
      }),
    },
    { description: 'Changes that callers may make later.' },
  ),
  calendar: Type.Optional(
    closed(
      {
        url: httpsUrl({
          description: 'The service that returns free times and receives bookings.',
          examples: ['https://calendar.example.com/v1'],
        }),
        credential: SecretRef,
      },
      { description: 'A calendar outside the platform; if left out, bookings are stored only here.' },
    ),
  ),
});
export type Booking = Static<typeof Booking>;
