import { encryptedColumns } from '#platform/vault/encrypted-columns.ts';
import { sealedColumns } from '#platform/vault/reseal.ts';
import { secretRows } from './factors.queries.ts';

/** The secrets of authenticator apps. */
export const secrets = encryptedColumns('authenticators', ['secret']);

export const sealedAuthenticators = sealedColumns(secrets, secretRows);
