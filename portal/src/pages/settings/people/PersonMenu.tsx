import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconUserCheck, IconUserCog, IconUserOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { PersonResponse } from '../../../api/generated';

export type PersonAction = 'role' | 'end' | 'return';

export function PersonMenu({
  person,
  onChoose,
}: {
  readonly person: PersonResponse;
  readonly onChoose: (action: PersonAction) => void;
}) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('people.actionsFor', { name: person.display_name })}
        >
          <IconDots aria-hidden size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {person.active ? (
          <>
            <Menu.Item leftSection={<IconUserCog aria-hidden size={16} />} onClick={() => onChoose('role')}>
              {t('people.changeRole')}
            </Menu.Item>
            <Menu.Item
              color="red"
              leftSection={<IconUserOff aria-hidden size={16} />}
              onClick={() => onChoose('end')}
            >
              {t('people.deactivate')}
            </Menu.Item>
          </>
        ) : (
          <Menu.Item leftSection={<IconUserCheck aria-hidden size={16} />} onClick={() => onChoose('return')}>
            {t('people.reactivate')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
