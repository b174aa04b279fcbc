import { useQuery } from '@tanstack/react-query';
import { previewInvitation } from '../../api/generated';

/** Says what the invitation with this token is about. It asks once: an accepted one has no answer. */
export const usePreview = (token: string) =>
  useQuery({
    queryKey: ['invitation', token],
    queryFn: async ({ signal }) => (await previewInvitation({ body: { token }, signal })).data,
    staleTime: Infinity,
  });
