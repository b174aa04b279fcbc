import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

/** Leads from a campaign back to the list. */
export function BackToList() {
  const { t } = useTranslation();
  return (
    <Anchor
      size="sm"
      renderRoot={(props) => (
        <Link
          to="/campaigns"
          search={({ client_id, project_id }) => ({ client_id, project_id })}
          {...props}
        />
      )}
    >
      {t('campaigns.back')}
    </Anchor>
  );
}
