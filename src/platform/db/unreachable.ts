import { m } from '#i18n/messages.js';
import { askOnce } from './ask-once.ts';

type Advice = (facts: { name: string }) => string;

/* By the codes of Node, of OpenSSL and of PostgreSQL. */
const ADVICE: Readonly<Record<string, Advice>> = {
  '28000': m.portal_database_check_login,
  '28P01': m.portal_database_check_login,
  '3D000': m.portal_database_check_name,
  ENOENT: m.portal_database_check_file,
  ERR_TLS_CERT_ALTNAME_INVALID: m.portal_database_check_host,
  CERT_HAS_EXPIRED: m.portal_database_check_trust,
  CERT_NOT_YET_VALID: m.portal_database_check_trust,
  DEPTH_ZERO_SELF_SIGNED_CERT: m.portal_database_check_trust,
  SELF_SIGNED_CERT_IN_CHAIN: m.portal_database_check_trust,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: m.portal_database_check_trust,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: m.portal_database_check_trust,
};

/** @returns the code and what to do; the message only without a code: messages repeat user and host */
export function sayUnreachable(name: string, error: Error & { code?: string }): string {
  const advice = ADVICE[error.code ?? ''] ?? m.portal_database_check_server;
  return m.portal_database_unreachable({ name, why: error.code ?? error.message, advice: advice({ name }) });
}

/**
 * @returns the role that logs in
 * @throws Error with a sentence that names the setting
 */
export async function reachable(name: string, url: string): Promise<string> {
  const askRole = askOnce(url, (client) => client.query<{ role: string }>('select current_user as role'));
  const { rows } = await askRole.catch((error: Error) => {
    throw new Error(sayUnreachable(name, error), { cause: error });
  });
  return rows[0]!.role;
}
