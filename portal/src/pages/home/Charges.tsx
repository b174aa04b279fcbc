import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { getBillingOverviewOptions } from '../../api/generated/@tanstack/react-query.gen';
import { Forecast } from '../../parts/figures/Forecast';
import { Panel } from '../../parts/Panel';
import { Loaded } from '../../parts/States';

/** The charges of a client with a plan, so far and at the end of the period. */
export function Charges({ clientId }: { readonly clientId: string }) {
  const { t } = useTranslation();
  const overview = useQuery(getBillingOverviewOptions({ query: { client_id: clientId } }));
  return (
    <Panel
      title={t('home.charges')}
      aside={
        <Anchor
          size="sm"
          renderRoot={(props) => <Link to="/billing" search={{ client_id: clientId }} {...props} />}
        >
          {t('home.toBilling')}
        </Anchor>
      }
    >
      <Loaded query={overview} what={t('home.charges')} height={64}>
        {({ billing }) => <Forecast of={billing} />}
      </Loaded>
    </Panel>
  );
}
