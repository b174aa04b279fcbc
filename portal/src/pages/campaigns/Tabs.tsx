import { Group, NavLink } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

const TABS = [
  ['/campaigns', 'pages.campaigns'],
  ['/campaigns/single-calls', 'singleCalls.title'],
  ['/campaigns/suppressions', 'suppressions.title'],
] as const;

/** The three lists of outbound calling. */
export function Tabs() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  return (
    <Group component="nav" gap={4} mb="sm" aria-label={t('campaigns.lists')}>
      {TABS.map(([to, text]) => (
        <NavLink
          key={to}
          w="auto"
          label={t(text)}
          active={pathname === to}
          aria-current={pathname === to ? 'page' : undefined}
          renderRoot={(props) => (
            <Link
              to={to}
              activeOptions={{ exact: true }}
              search={({ client_id, project_id, zone }) => ({ client_id, project_id, zone })}
              {...props}
            />
          )}
        />
      ))}
    </Group>
  );
}
