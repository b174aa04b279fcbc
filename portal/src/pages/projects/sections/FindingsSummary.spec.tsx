import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { show } from '../../../testing/show';
import { WordsProvider } from '../form/words';
import { FindingsSummary } from './FindingsSummary';

const findings = [{ severity: 'error', path: 'greeting', message: 'is required' }] as const;
const shown = (isUntouched: boolean) =>
  show(
    <WordsProvider>
      <FindingsSummary section="assistant" findings={findings} isUntouched={isUntouched} />
    </WordsProvider>,
  );

describe('the findings of a section', () => {
  it('are work to do where nobody has saved it yet', async () => {
    shown(true);
    await screen.findByText('Fill these in before publishing');
    expect(screen.queryByText(/error/i)).toBeNull();
  });

  it('are faults once it is saved', async () => {
    shown(false);
    await screen.findByRole('alert');
    expect(screen.queryByText('Fill these in before publishing')).toBeNull();
  });
});
