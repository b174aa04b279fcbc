import { Alert, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getMfaOptions } from '../../api/generated/@tanstack/react-query.gen';
import { setFactorDue, useFactorDue } from '../../api/step-up';
import { useMay } from '../../address/assignment';
import { useView } from '../../address/view';
import { Panel } from '../../parts/Panel';
import { Loaded } from '../../parts/States';
import { Proof } from '../../parts/step-up/Proof';
import { PageHead } from '../../shell/PageHead';
import { DirectoryLinks } from './DirectoryLinks';
import { Factors } from './Factors';
import { RecoveryCodes } from './RecoveryCodes';

/** A person's own second factors, and what the role requires (second-factors section 1). */
export function SecurityPage() {
  const { t } = useTranslation();
  const { client_id } = useView();
  const may = useMay();
  const mfa = useQuery(getMfaOptions({ query: { client_id } }));
  return (
    <>
      <PageHead title={t('pages.security')} help={t('help.security')} chapter="account-security" />
      <Loaded query={mfa} what={t('pages.security')} height={320}>
        {(own) => {
          const active = own.factors.filter(({ status }) => status === 'active');
          const counts = active.some(({ kind }) => own.kinds.includes(kind));
          return (
            <Stack>
              <Requirement isRequired={own.is_required} hasFactor={counts} />
              <Factors mfa={own} />
              {active.length > 0 && <RecoveryCodes left={own.recovery_codes_left} />}
              {may('listDirectoryLinks') && <DirectoryLinks />}
            </Stack>
          );
        }}
      </Loaded>
    </>
  );
}

/** Says whether the role needs a factor, and whether one is missing. */
function Requirement({
  isRequired,
  hasFactor,
}: {
  readonly isRequired: boolean;
  readonly hasFactor: boolean;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const isDue = useFactorDue();
  if (hasFactor && isDue)
    return (
      <Panel title={t('security.prove')}>
        <Proof
          onProved={() => {
            setFactorDue(false);
            void queries.invalidateQueries();
          }}
        />
      </Panel>
    );
  if (!isRequired)
    return (
      <Text size="sm" c="dimmed">
        {t('security.notRequired')}
      </Text>
    );
  return (
    <Alert
      variant="outline"
      color={hasFactor ? 'teal' : 'yellow'}
      role={hasFactor ? 'status' : 'alert'}
      title={t(hasFactor ? 'security.requiredAndDone' : 'security.required')}
    >
      {t(hasFactor ? 'security.requiredAndDoneText' : 'security.requiredText')}
    </Alert>
  );
}
