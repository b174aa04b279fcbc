import { useMutation, useQueryClient } from '@tanstack/react-query';
import { savePortalProfile, type ProfileRequest } from '../api/generated';
import { asProblem, type Problem } from '../api/problem';
import { changeLanguage } from '../texts/texts';
import { sessionOptions } from './session';

/** Saves the person's display settings, and applies them immediately. */
export function useProfile(onSaved?: () => void): {
  readonly save: (profile: ProfileRequest) => void;
  readonly problem: Problem | undefined;
} {
  const queries = useQueryClient();
  const write = useMutation({
    mutationFn: async (profile: ProfileRequest) => (await savePortalProfile({ body: profile })).data,
    onSuccess: async (profile) => {
      queries.setQueryData(sessionOptions.queryKey, (before) => before && { ...before, ...profile });
      if (profile.language !== null) await changeLanguage(profile.language);
      onSaved?.();
    },
  });
  return {
    save: (profile) => write.mutate(profile),
    problem: write.isError ? asProblem(write.error) : undefined,
  };
}
