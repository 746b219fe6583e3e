import { encryptedColumns } from '#platform/vault/encrypted-columns.ts';
import { sealedColumns } from '#platform/vault/reseal.ts';
import { noteTextRows, SEALED_NOTE } from './notes.queries.ts';

export const noteTexts = encryptedColumns('notes', SEALED_NOTE);

export const sealedNotes = sealedColumns(noteTexts, noteTextRows);
