import { defineSection } from '../../rules/sections/section-definition.js';
import { BOOKING_RULES, bookingFindings } from './booking.policy.js';
import { Booking } from './booking.schema.js';
import { PARTNER_ROLES } from '../../../../core/shared/roles.js';

/** GET, PUT /booking and its validation (workspace 1.1). */
export const section = defineSection({
  name: 'booking',
  route: 'v1/projects/:project_id/booking',
  title: 'Booking',
  schema: Booking,
  defaults: {
    enabled: false,
    services: [],
    weekly_hours: [],
    closed_dates: [],
    slots: { interval_minutes: 15, capacity: 1, minimum_notice_minutes: 60, maximum_advance_days: 90 },
    ask_for: ['name', 'phone'],
    confirmation: { sms: false, email: false },
    changes: { may_reschedule: true, may_cancel: true, notice_minutes: 1440 },
  },
  example: {
    enabled: true,
    services: [
      { service_id: 'check-up', name: 'Dental check-up', duration_minutes: 30, buffer_minutes: 5 },
      { service_id: 'whitening', name: 'Whitening', duration_minutes: 60, buffer_minutes: 15 },
    ],
    weekly_hours: [
      { day: 'monday', opens: '09:00', closes: '17:00' },
      { day: 'tuesday', opens: '09:00', closes: '12:30' },
      { day: 'tuesday', opens: '13:30', closes: '17:00' },
    ],
    closed_dates: ['2026-12-25', '2026-12-26'],
    slots: { interval_minutes: 30, capacity: 2, minimum_notice_minutes: 120, maximum_advance_days: 60 },
    ask_for: ['name', 'phone', 'email', 'reason'],
    confirmation: { sms: true, email: true, message: 'Please come ten minutes early.' },
    changes: { may_reschedule: true, may_cancel: true, notice_minutes: 1440 },
    calendar: { url: 'https://calendar.example.com/v1', credential: { secret_ref: 'CALENDAR_API_KEY' } },
  },
  read: { scopes: PARTNER_ROLES },
  write: { scopes: ['partner_admin'], method: 'put', path: '', guard: 'optional' },
  validate: { scopes: ['partner_admin'], override: ['partner_admin'] },
  findings: bookingFindings,
  rules: BOOKING_RULES,
});
