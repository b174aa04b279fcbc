import { Notifications } from '@mantine/notifications';

/** At the left, away from the bar that saves: a message stays while the pointer is on it. */
export default function MessageList() {
  return <Notifications position="bottom-left" />;
}
