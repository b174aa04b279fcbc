import { useQuery } from '@tanstack/react-query';
import { previewInvitation } from '../../api/generated';

/**
 * Describes the invitation with this token. Requested only once: an accepted invitation has no
 * preview.
 */
export const usePreview = (token: string) =>
  useQuery({
    queryKey: ['invitation', token],
    queryFn: async ({ signal }) => (await previewInvitation({ body: { token }, signal })).data,
    staleTime: Infinity,
  });
