import type { Sealed } from '#kit/sealed.ts';
import type { Vault } from './vault.ts';

type Missing = null | undefined;

type Turned<Texts, Name extends keyof Texts, To> = { [N in Name]: To | Extract<Texts[N], Missing> };

/**
 * Seals and opens the sealed fields of a table together. A missing text stays missing.
 *
 *     const texts = encryptedColumns('students', ['medical_concerns', 'custody_notes']);
 *     texts.seal(vault, student_id, fields);  // { medical_concerns: 'sealed2:…', custody_notes: null }
 */
export function encryptedColumns<const Name extends string>(table: string, names: readonly Name[]) {
  const each = <From, To>(texts: Record<Name, From | Missing>, turn: (text: From, field: Name) => To) => {
    const turned = names.map((name) => {
      const text = texts[name];
      return [name, text === null || text === undefined ? text : turn(text, name)];
    });
    return Object.fromEntries(turned) as Record<Name, To | Missing>;
  };
  return {
    table,
    names,
    seal: <Texts extends Record<Name, string | Missing>>(vault: Vault, row: number, texts: Texts) =>
      each(texts, (text: string, field) => vault.seal(text, { table, row, field })) as Turned<
        Texts,
        Name,
        Sealed
      >,
    open: <Texts extends Record<Name, Sealed | Missing>>(vault: Vault, row: number, texts: Texts) =>
      each(texts, (text: Sealed, field) => vault.open(text, { table, row, field })) as Turned<
        Texts,
        Name,
        string
      >,
  };
}
