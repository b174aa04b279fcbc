import { ActionIcon, Group, NavLink, Stack, Text, Tooltip } from '@mantine/core';
import { IconBookmark, IconDots, IconPlus, IconUsers } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedView } from '../../api/generated';
import { useClientId } from '../../address/view';
import { isShown, placeOf, savableAddress, useSavedViews } from './saved-views';

const ViewForm = lazy(async () => ({ default: (await import('./ViewForm')).ViewForm }));

/** The views in the menu, and a button that saves the current page as one. */
export function SavedViews({ onGo }: { readonly onGo: () => void }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const clientId = useClientId();
  const views = useSavedViews();
  // Null: a new view.
  const [edited, setEdited] = useState<{ readonly view: SavedView | null } | null>(null);
  const savable = savableAddress(pathname, search);
  if (!views.data) return null;
  const { items, may_share } = views.data;
  if (items.length === 0 && savable === null) return null;
  return (
    <Stack gap={0} mt="md" role="group" aria-label={t('views.title')}>
      <Group justify="space-between" px="sm" mih={30} wrap="nowrap">
        <Text size="xs" c="dimmed" fw={600}>
          {t('views.title')}
        </Text>
        {savable && (
          <Tooltip label={t('views.save')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('views.save')}
              onClick={() => setEdited({ view: null })}
            >
              <IconPlus size={16} />
            </ActionIcon>
          </Tooltip>
        )}
      </Group>
      {items.map((view) => (
        <Group key={view.view_id} gap={0} wrap="nowrap">
          <NavLink
            miw={0}
            renderRoot={(props) => <Link {...(placeOf(view, clientId) as object)} {...props} />}
            label={
              <Text size="sm" truncate dir="auto" title={view.name}>
                {view.name}
              </Text>
            }
            leftSection={
              view.shared ? (
                <IconUsers role="img" aria-label={t('views.shared')} size={16} stroke={1.75} />
              ) : (
                <IconBookmark aria-hidden size={16} stroke={1.75} />
              )
            }
            active={isShown(view, pathname, search as Record<string, unknown>)}
            onClick={onGo}
          />
          {view.may_change && (
            <ActionIcon
              variant="subtle"
              color="gray"
              flex="none"
              aria-label={t('views.change', { name: view.name })}
              onClick={() => setEdited({ view })}
            >
              <IconDots size={16} />
            </ActionIcon>
          )}
        </Group>
      ))}
      {edited && (
        <Suspense>
          <ViewForm
            view={edited.view}
            onScreen={savable}
            mayShare={may_share}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      )}
    </Stack>
  );
}
