import { screen } from '@testing-library/react';
import { describe, it } from 'vitest';
import { refusal, show } from '../testing/show';
import { AlertBell } from './AlertBell';

describe('the bell', () => {
  it.each([
    ['one alert', { open_count: 1 }, '1 open alert'],
    ['many', { open_count: 1200 }, '1,200 open alerts'],
    ['a number that could not be read', refusal(503), 'The number of open alerts is not known'],
  ])('leads to the alerts and says %s', async (_, answer, name) => {
    show(<AlertBell />, { answers: { 'GET /alerts': answer } });
    await screen.findByRole('link', { name });
  });
});
