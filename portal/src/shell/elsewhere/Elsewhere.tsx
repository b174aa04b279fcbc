import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useAssignment, useMay } from '../../address/assignment';
import { NotFound } from '../NotFound';
import type { PageName } from '../pages';
import { nearPlaces, samePlace, type Place } from './places';
import { useShownAddress } from './shown';

/** Says whom a page is for, what to do, and where a part of it is shown. */
export function NotForYou({ page }: { readonly page: PageName | 'newCampaign' }) {
  const { t } = useTranslation();
  const may = useMay();
  const sent = useShownAddress();
  const assignment = useAssignment();
  const whose = t(`notForYou.pages.${page}`, { defaultValue: '' });
  return (
    <Stack align="center" gap="xs" py="xl">
      <Title order={1} ta="center">
        {t('notForYou.title')}
      </Title>
      {assignment && (
        <Text c="dimmed" ta="center" className="breaks">
          {t('notForYou.role', { role: t(`roles.${assignment.role}`), client: assignment.business_name })}
        </Text>
      )}
      {whose !== '' && <Text ta="center">{whose}</Text>}
      <Text ta="center">{t('notForYou.next')}</Text>
      <Group justify="center" mt="xs">
        {nearPlaces(may, page, sent).map(({ name, place }) => (
          <Anchor key={name} renderRoot={(props) => <Link {...(place as object)} {...props} />}>
            {t(`notForYou.links.${name}`)}
          </Anchor>
        ))}
      </Group>
    </Stack>
  );
}

/** Replaces the address, so that the way back leads past it. */
function GoTo({ place }: { readonly place: Place }) {
  const router = useRouter();
  const { href } = router.buildLocation(place as never);
  useEffect(() => router.history.replace(href), [router, href]);
  return null;
}

/** Replaces a page that is closed to a person: by the page that shows them the same, if there is one. */
export function Elsewhere({ page }: { readonly page: PageName }) {
  const may = useMay();
  const sent = useShownAddress();
  // Partners alone may learn that there is a directory (partner-clients 1.2).
  if (page === 'clients') return <NotFound />;
  const place = samePlace(may, page, sent);
  return place ? <GoTo place={place} /> : <NotForYou page={page} />;
}
