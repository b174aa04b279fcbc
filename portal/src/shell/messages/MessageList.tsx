import { Notifications } from '@mantine/notifications';

/**
 * On the left, away from the bar with the save button: a message stays while the pointer is on it.
 */
export default function MessageList() {
  return <Notifications position="bottom-left" />;
}
