const READERS = ['partner_admin', 'partner_user', 'service_admin', 'service_operator'];

/** Whether a role sees campaigns (campaigns 1.1). */
export const mayReadCampaigns = (role: string): boolean => READERS.includes(role);

/** Whether a role makes and runs campaigns (campaigns 1.1). */
export const mayChangeCampaigns = (role: string): boolean => role === 'partner_admin';
