import { Group, Kbd, Modal, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PAGES } from './pages';

const SEQUENCE_MS = 1_500;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Single keys of the whole application: / searches, ? lists the keys, g and a letter goes to a page. */
export function Keys({ role }: { readonly role: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const pages = PAGES.filter(({ isFor }) => isFor(role));
  useEffect(() => {
    let goneAt = 0;
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key === '?') setOpen(true);
      if (event.key === '/') {
        event.preventDefault();
        document.querySelector<HTMLInputElement>('[data-page-search]')?.focus();
      }
      const page = pages.find(({ key }) => key === event.key);
      if (page && event.timeStamp - goneAt < SEQUENCE_MS)
        void navigate({ to: page.to, search: (it: object) => it } as never);
      goneAt = event.key === 'g' ? event.timeStamp : 0;
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [navigate, pages]);
  const rows: readonly (readonly [string, string])[] = [
    ['/', t('keys.search')],
    ['Ctrl K', t('keys.palette')],
    ['?', t('keys.help')],
    ...pages.map(({ key, name }) => [`g ${key}`, t(`pages.${name}`)] as const),
  ];
  return (
    <Modal opened={isOpen} onClose={() => setOpen(false)} title={t('shell.keys')}>
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
