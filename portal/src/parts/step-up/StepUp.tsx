import { lazy, Suspense, useLayoutEffect } from 'react';
import { endStepUp, isStepUpWanted, useStepUpWanted } from '../../api/step-up';
import { withTexts } from '../../texts/texts';

const StepUpDialog = lazy(async () => {
  const load = withTexts(['security'], () => import('./StepUpDialog'));
  return { default: (await load()).StepUpDialog };
});

/**
 * Escape ends only the step-up: a dialog below it stays open, and shows why its request was
 * refused.
 */
function endOnEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing || !isStepUpWanted()) return;
  event.stopImmediatePropagation();
  endStepUp(false);
}

/** Opens the dialog when the request layer asks for it; its code loads at first use. */
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
