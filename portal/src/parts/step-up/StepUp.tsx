import { lazy, Suspense } from 'react';
import { useStepUpWanted } from '../../api/step-up';
import { withTexts } from '../../texts/texts';

const StepUpDialog = lazy(async () => {
  const load = withTexts(['security'], () => import('./StepUpDialog'));
  return { default: (await load()).StepUpDialog };
});

/** Opens the dialog that the request layer asks for; its code loads at the first use. */
export function StepUp() {
  if (!useStepUpWanted()) return null;
  return (
    <Suspense fallback={null}>
      <StepUpDialog />
    </Suspense>
  );
}
