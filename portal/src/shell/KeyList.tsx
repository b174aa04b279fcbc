import { Group, Kbd, Modal, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Page } from './pages';

/** The keyboard shortcuts of the whole application, in a dialog. */
export function KeyList({ pages, close }: { readonly pages: readonly Page[]; readonly close: () => void }) {
  const { t } = useTranslation();
  const rows: readonly (readonly [string, string])[] = [
    ['/', t('keys.search')],
    ['Ctrl K', t('keys.palette')],
    ['e', t('keys.explain')],
    ['?', t('keys.help')],
    ['j', t('keys.next')],
    ['k', t('keys.previous')],
    ['n', t('keys.newTicket')],
    ['r', t('keys.answer')],
    ...pages.map(({ key, name }) => [`g ${key}`, t(`pages.${name}`)] as const),
  ];
  return (
    <Modal opened onClose={close} title={t('shell.keys')}>
      <Stack gap="xs">
        {rows.map(([keys, text]) => (
          <Group key={keys} justify="space-between">
            <Text size="sm">{text}</Text>
            <Kbd>{keys}</Kbd>
          </Group>
        ))}
      </Stack>
    </Modal>
  );
}
