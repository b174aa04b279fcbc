import { lazy, Suspense, useLayoutEffect } from 'react';
import { endStepUp, isStepUpWanted, useStepUpWanted } from '../../api/step-up';
import { withTexts } from '../../texts/texts';

const StepUpDialog = lazy(async () => {
  const load = withTexts(['security'], () => import('./StepUpDialog'));
  return { default: (await load()).StepUpDialog };
});

/** Escape ends the step-up alone: a dialog below it stays, and says why its request was refused. */
function endOnEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing || !isStepUpWanted()) return;
  event.stopImmediatePropagation();
  endStepUp(false);
}

/** Opens the dialog that the request layer asks for; its code loads at the first use. */
export function StepUp() {
  const isWanted = useStepUpWanted();
  useLayoutEffect(() => {
    // Ahead of the listeners of dialogs, which are effects.
    window.addEventListener('keydown', endOnEscape, { capture: true });
    return () => window.removeEventListener('keydown', endOnEscape, { capture: true });
  }, []);
  if (!isWanted) return null;
  return (
    <Suspense fallback={null}>
      <StepUpDialog />
    </Suspense>
  );
}
