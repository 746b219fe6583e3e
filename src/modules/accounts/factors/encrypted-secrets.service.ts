import { encryptedColumns } from '#platform/vault/encrypted-columns.ts';
import { sealedColumns } from '#platform/vault/reseal.ts';
import { secretRows } from './factors.queries.ts';

export const secrets = encryptedColumns('authenticators', ['secret']);

export const sealedAuthenticators = sealedColumns(secrets, secretRows);
