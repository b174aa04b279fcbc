/** Takes a key's row, so that of two that rotate or revoke it at once the second sees what the first one did. */
export const LOCK_API_KEY = {
  name: 'lock_api_key',
  text: `
    SELECT key_id FROM api_keys
     WHERE client_id = $1 AND data_env = $2 AND key_id = $3
       FOR UPDATE`,
};
