import { useNotifications } from '@mantine/notifications';
import { lazy, Suspense, useEffect, useState } from 'react';

const MessageList = lazy(() => import('./MessageList'));
const ACTS = ['pointerdown', 'keydown'] as const;

/**
 * Shows messages about what a person did. Their list loads with the first click or key, which is no
 * part of a first view, and comes before a message that the connection is lost.
 */
export function Messages() {
  const { notifications } = useNotifications();
  const [hasActed, setHasActed] = useState(false);
  useEffect(() => {
    const act = (): void => setHasActed(true);
    for (const event of ACTS) globalThis.addEventListener(event, act, { once: true, capture: true });
    return () => {
      for (const event of ACTS) globalThis.removeEventListener(event, act, { capture: true });
    };
  }, []);
  if (!hasActed && notifications.length === 0) return null;
  return (
    <Suspense>
      <MessageList />
    </Suspense>
  );
}
