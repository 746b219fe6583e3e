import { escapeText } from '#kit/text/escape-html.ts';
import type { SentChange } from '#modules/catalog/changes/changes.contract.ts';
import { keyOf } from '#app/routes/office/season/objects/proposed-key.ts';
import { formFieldsOf, type WireFields } from '#app/routes/office/season/objects/typed-fields.ts';

type Create = Extract<SentChange, { op: 'create' }>;

/** A program in a season with all below, as `readCopy` answers a copy. */
export type CopiedProgram = { changes: readonly Create[]; text: string };

export type SchoolCopy = {
  season_id: number;
  /** the school that is copied, with the fields of the school in the season */
  from: { name: string; fields: WireFields; division: unknown; line_color: unknown };
  /** the new school */
  to: { path: string; name: string };
  programs: readonly CopiedProgram[];
};

const [SCHOOL, GROUP] = ['#1', '#2'];

/** Texts that families read name the new school in place of the copied one. */
function renamed({ kind, fields }: Pick<Create, 'kind' | 'fields'>, { from, to }: SchoolCopy): WireFields {
  const texts = formFieldsOf(kind).filter(({ type }) => type.takes === 'html');
  const isText = (name: string) => texts.some((text) => text.name === name);
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      isText(name) && typeof value === 'string'
        ? value.replaceAll(escapeText(from.name), escapeText(to.name))
        : value,
    ]),
  );
}

/** The keys of a list are numbers, which go on after those of the lists before. */
const moved = <R>(ref: R, by: number): R | string =>
  typeof ref === 'string' ? `#${Number(ref.slice(1)) + by}` : ref;

function programChanges(copy: SchoolCopy, { changes, text }: CopiedProgram, by: number): Create[] {
  const name = keyOf(copy.to.path, text);
  return changes.map((change) => {
    const { kind, key, parent, before } = change;
    const fields = renamed(change, copy);
    const sent = { ...change, key: moved(key, by), fields };
    if (kind === 'program')
      return { ...sent, parent: SCHOOL, before: null, fields: { ...fields, name, text, is_active: true } };
    if (kind === 'period_program') return { ...sent, fields: { ...fields, program: name, is_active: true } };
    return { ...sent, parent: moved(parent, by), ...(before !== undefined && { before: moved(before, by) }) };
  });
}

/** What a school in a season has of its own: its sale begins when staff open it. */
const OWN_BEGIN: WireFields = { is_active: false, opens_at: null, closes_at: null, is_current: undefined };

/** One change set with a new school that sells what another school sells, and is not open yet. */
export function schoolCopyChanges(copy: SchoolCopy): SentChange[] {
  const { season_id, from, to, programs } = copy;
  const { division, line_color } = from;
  const school = { text: to.name, path: to.path, division, line_color, is_active: true };
  const group = { kind: 'period_group' as const, fields: from.fields };
  const changes: Create[] = [
    { op: 'create', kind: 'program_group', key: SCHOOL, parent: null, fields: school },
    {
      op: 'create',
      kind: 'period_group',
      key: GROUP,
      parent: season_id,
      fields: { ...renamed(group, copy), ...OWN_BEGIN, program_group: to.path },
    },
  ];
  for (const program of programs) changes.push(...programChanges(copy, program, changes.length));
  return changes;
}
