/** SQL of whether a client has a plan in an environment, and therefore charges (billing 6.3). */
export const hasPlan = ({ client, env }: { readonly client: string; readonly env: string }): string =>
  `EXISTS (SELECT FROM billing_plans b WHERE b.client_id = ${client} AND b.data_env = ${env})`;
