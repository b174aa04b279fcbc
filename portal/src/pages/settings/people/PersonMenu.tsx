import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconUserCheck, IconUserCog, IconUserOff, IconShieldX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { PersonResponse } from '../../../api/generated';
import { useMay } from '../../../address/assignment';

export type PersonAction = 'role' | 'end' | 'return' | 'reset';

export function PersonMenu({
  person,
  isSelf,
  onChoose,
}: {
  readonly person: PersonResponse;
  readonly isSelf: boolean;
  readonly onChoose: (action: PersonAction) => void;
}) {
  const { t } = useTranslation();
  const may = useMay();
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
            {!isSelf && may('resetPersonFactors') && (
              <Menu.Item
                leftSection={<IconShieldX aria-hidden size={16} />}
                onClick={() => onChoose('reset')}
              >
                {t('people.resetFactors')}
              </Menu.Item>
            )}
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
