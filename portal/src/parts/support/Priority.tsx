import { Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconArrowDown, IconArrowUp, IconMinus, type Icon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Ticket } from './words';

const SIGNS: Readonly<Record<Ticket['priority'], readonly [Icon, string]>> = {
  urgent: [IconAlertTriangle, 'var(--mantine-color-red-text)'],
  high: [IconArrowUp, 'var(--mantine-color-text)'],
  normal: [IconMinus, 'var(--mantine-color-dimmed)'],
  low: [IconArrowDown, 'var(--mantine-color-dimmed)'],
};

/** The priority of a ticket, as a word and an icon. */
export function Priority({ value }: { readonly value: Ticket['priority'] }) {
  const { t } = useTranslation();
  const [Sign, colour] = SIGNS[value];
  return (
    <Group gap={6} wrap="nowrap">
      <Sign aria-hidden size={16} stroke={1.75} color={colour} />
      <Text span size="sm">
        {t(`support.priorities.${value}`)}
      </Text>
    </Group>
  );
}
