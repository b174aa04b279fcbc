import { Button, Menu, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconUserShare } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { FollowUpResponse } from '../../api/generated';
import { Refusal } from '../Refusal';
import { useFollowUpChange } from './change';
import { useOwners } from './owners';

/** Leaves a call to another person, or to everybody who works through the queue. */
export function HandOver({ saved }: { readonly saved: FollowUpResponse }) {
  const { t } = useTranslation();
  const owners = useOwners(saved.owner);
  const write = useFollowUpChange(() => notifications.show({ message: t('followUp.handedOver') }));
  const give = (owner: string | null): void => write.send({ saved, state: 'open', owner });
  return (
    <Stack gap={4}>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            loading={write.isPending}
            leftSection={<IconUserShare aria-hidden size={14} />}
          >
            {t('followUp.handOver')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => give(null)}>{t('followUp.toQueue')}</Menu.Item>
          {owners.map(({ value, label }) => (
            <Menu.Item key={value} onClick={() => give(value)}>
              <span dir="auto">{label}</span>
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Refusal problem={write.problem} />
    </Stack>
  );
}
