import { useState } from 'react';
import { m } from '#i18n/messages.js';
import { readTextVersion, type TextAnswer } from '#modules/catalog/texts/texts.contract.ts';
import { Loaded } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { TextDifference } from '#app/routes/office/season/changes/text-difference.tsx';
import type { Elements } from '#app/ui/elements.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { SelectField } from '#app/ui/fields/select-field.tsx';
import { defaultSides, DRAFT } from './compared-sides.ts';

type ComparedProps = {
  text: TextAnswer;
  typed: string;
  /** offered below a comparison of the draft */
  children: Elements;
};

const labelOf = ({ number, is_in_force }: TextAnswer['versions'][number]) =>
  is_in_force ? m.office_text_compare_in_force({ n: number }) : m.office_text_compare_version({ n: number });

/** The words of a side: of the draft as typed, of a version by its hash. */
function useSide(side: string, typed: string) {
  const query = useItems(readTextVersion, { params: { hash: side } }, { enabled: side !== DRAFT });
  return { query, html: side === DRAFT ? typed : query.data?.[0]?.html };
}

type SidesProps = { before: string; after: string; typed: string; label: string };

function Sides({ before, after, typed, label }: SidesProps) {
  const [one, other] = [useSide(before, typed), useSide(after, typed)];
  const waiting = [one, other].find(({ html }) => html === undefined);
  if (waiting)
    return (
      <Loaded query={waiting.query} loading={m.office_loading()}>
        {() => null}
      </Loaded>
    );
  if (one.html === other.html) return <p className="mt-4">{m.office_text_compare_same()}</p>;
  return <TextDifference label={label} before={one.html!} after={other.html!} />;
}

/** Any two versions, and the draft, word by word (SE4.6). */
export function CompareVersions({ text, typed, children }: ComparedProps) {
  const [chosen, setChosen] = useState<{ before?: string; after?: string }>({});
  const options = [
    { value: DRAFT, label: m.office_text_compare_draft() },
    ...text.versions.map((version) => ({ value: version.hash, label: labelOf(version) })),
  ];
  const first = defaultSides(text, typed);
  if (!first)
    return <EmptyState title={m.office_text_compare()}>{m.office_text_compare_nothing()}</EmptyState>;
  const { before, after } = { ...first, ...chosen };
  const nameOf = (side: string) => options.find(({ value }) => value === side)?.label ?? '';
  return (
    <>
      <h2 className="sr-only">{m.office_text_compare()}</h2>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          name="before"
          label={m.office_text_compare_from()}
          options={options}
          value={before}
          onChange={({ target }) => setChosen({ ...chosen, before: target.value })}
        />
        <SelectField
          name="after"
          label={m.office_text_compare_to()}
          options={options}
          value={after}
          onChange={({ target }) => setChosen({ ...chosen, after: target.value })}
        />
      </div>
      <Sides
        key={`${before} ${after}`}
        before={before}
        after={after}
        typed={typed}
        label={m.office_text_compare_of({ before: nameOf(before), after: nameOf(after) })}
      />
      {after === DRAFT && <div className="mt-4">{children satisfies Elements}</div>}
    </>
  );
}
