import { encryptedColumns } from '#platform/vault/encrypted-columns.ts';
import { sealedColumns } from '#platform/vault/reseal.ts';
import { awardTextRows, SEALED_AWARD } from './awards.queries.ts';

/** The names stay open: an award is found by them. */
export const awardTexts = encryptedColumns('aid_awards', SEALED_AWARD);

export const sealedAwards = sealedColumns(awardTexts, awardTextRows);
