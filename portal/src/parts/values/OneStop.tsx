import { Tooltip } from '@mantine/core';
import {
  createContext,
  useContext,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { createPortal } from 'react-dom';

const CONTROLS = 'a[href], button:not([tabindex="-1"]), input, select, textarea';

/** Whether the first control of the row describes the row's times. */
const HasControl = createContext(false);
export const useIsDescribed = (): boolean => useContext(HasControl);

interface RowProps {
  readonly ref: Ref<never>;
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
  readonly onBlur: () => void;
}

/** The exact times of a row, each with the label of its cell if there are several. */
function exactTimesOf(row: HTMLElement): readonly string[] {
  const times = [...row.querySelectorAll<HTMLElement>('time[data-exact]')];
  return times.map((time) => {
    const label = time.closest<HTMLElement>('[data-label]')?.dataset['label'];
    const exact = time.dataset['exact'] ?? '';
    return times.length > 1 && label ? `${label}: ${exact}` : exact;
  });
}

/**
 * A row in which times are not stops of the tab key: its first control shows the exact ones when it
 * gets the focus, and has them as its description. Where a row has no control, times are stops.
 */
export function OneStop({ children }: { readonly children: (row: RowProps) => ReactNode }) {
  const id = useId();
  const row = useRef<HTMLElement>(null);
  const [hasControl, setHasControl] = useState(true);
  const [shown, setShown] = useState<{ control: HTMLElement; lines: readonly string[] } | null>(null);
  useLayoutEffect(() => setHasControl(Boolean(row.current?.querySelector(CONTROLS))), [children]);
  useLayoutEffect(() => {
    const control = shown?.control;
    if (!control || control.hasAttribute('aria-describedby')) return undefined;
    control.setAttribute('aria-describedby', id);
    return () => control.removeAttribute('aria-describedby');
  }, [shown, id]);
  return (
    <HasControl value={hasControl}>
      {children({
        ref: row as Ref<never>,
        onFocus: ({ target, currentTarget }) => {
          const isFirst = currentTarget.querySelector(CONTROLS) === target;
          const lines = isFirst && target.matches(':focus-visible') ? exactTimesOf(currentTarget) : [];
          setShown(lines.length === 0 ? null : { control: target, lines });
        },
        onBlur: () => setShown(null),
      })}
      {shown &&
        createPortal(
          <Tooltip
            opened
            target={shown.control}
            position="top-start"
            label={
              <span id={id}>
                {shown.lines.map((line, n) => (
                  <span key={n} style={{ display: 'block' }}>
                    {line}
                  </span>
                ))}
              </span>
            }
          />,
          document.body,
        )}
    </HasControl>
  );
}
