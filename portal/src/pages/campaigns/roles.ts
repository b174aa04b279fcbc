const READERS = ['partner_admin', 'partner_user', 'service_admin', 'service_operator'];

/** Who sees campaigns (campaigns 1.1). */
export const mayReadCampaigns = (role: string): boolean => READERS.includes(role);

/** Who makes and runs them (campaigns 1.1). */
export const mayChangeCampaigns = (role: string): boolean => role === 'partner_admin';
