import { screen } from '@testing-library/react';
import { describe, it } from 'vitest';
import { refusal, show } from '../testing/show';
import { AlertBell } from './AlertBell';

describe('the bell', () => {
  it.each([
    ['one alert', { open_count: 1, is_complete: true, items: [] }, '1 open alert'],
    ['many', { open_count: 1200, is_complete: false, items: [] }, '1,200 open alerts'],
    [
      'that none is known',
      { open_count: 0, is_complete: false, items: [] },
      'The number of open alerts is not known',
    ],
    ['a number that could not be read', refusal(503), 'The number of open alerts is not known'],
  ])('leads to the alerts and says %s', async (_, answer, name) => {
    show(<AlertBell />, { answers: { 'GET /portal/alert-counts': answer } });
    await screen.findByRole('link', { name });
  });
});
