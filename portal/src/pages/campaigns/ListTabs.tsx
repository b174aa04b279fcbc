import { Link, useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useShownTab } from '../../parts/tabs';

const TABS = [
  ['/campaigns', 'pages.campaigns'],
  ['/campaigns/single-calls', 'singleCalls.title'],
  ['/campaigns/suppressions', 'suppressions.title'],
] as const;

/** The three lists of outbound calling. */
export function ListTabs() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const row = useShownTab(pathname);
  return (
    <nav ref={row} className="tabLinks" aria-label={t('campaigns.lists')}>
      {TABS.map(([to, text]) => (
        <Link
          key={to}
          to={to}
          aria-current={pathname === to ? 'page' : undefined}
          activeOptions={{ exact: true }}
          search={({ client_id, project_id, zone }) => ({ client_id, project_id, zone })}
        >
          {t(text)}
        </Link>
      ))}
    </nav>
  );
}
