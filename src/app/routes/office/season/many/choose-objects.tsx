import { m } from '#i18n/messages.js';
import { CheckboxField } from '#app/ui/fields/checkbox-field.tsx';
import { idsOf, type ChoiceOfSchool } from './choice.ts';

type Chosen = { chosen: ReadonlySet<number>; onChange: (chosen: ReadonlySet<number>) => void };

type GroupBoxProps = Chosen & { name: string; label: string; ids: readonly number[]; className?: string };

/** A box for many at once; checked when all of them are. */
function GroupBox({ name, label, ids, className, chosen, onChange }: GroupBoxProps) {
  const isAll = ids.every((id) => chosen.has(id));
  return (
    <CheckboxField
      name={name}
      label={label}
      className={className}
      checked={isAll}
      onChange={() => {
        const next = new Set(chosen);
        for (const id of ids)
          if (isAll) next.delete(id);
          else next.add(id);
        onChange(next);
      }}
    />
  );
}

type ChooseProps = Chosen & {
  choice: readonly ChoiceOfSchool[];
  /** schools have no programs and routes below */
  isOfSchools: boolean;
};

/** Routes, programs or schools by box: one by one, by program, by school, or all that is shown (SE12.1). */
export function ChooseObjects({ choice, isOfSchools, ...chosen }: ChooseProps) {
  const all = idsOf(choice);
  if (all.length === 0) return <p className="text-ink-soft">{m.office_many_none_shown()}</p>;
  return (
    <div className="grid gap-1">
      <GroupBox {...chosen} name="all" label={m.office_many_all({ n: all.length })} ids={all} />
      <ul className="grid gap-1">
        {choice.map((school, at) => (
          <li key={at} className="border-t border-hair">
            <SchoolBoxes {...chosen} school={school} at={at} isOfSchools={isOfSchools} />
          </li>
        ))}
      </ul>
    </div>
  );
}

type SchoolBoxesProps = Chosen & { school: ChoiceOfSchool; at: number; isOfSchools: boolean };

function SchoolBoxes({ school: { name, programs }, at, isOfSchools, ...chosen }: SchoolBoxesProps) {
  const items = programs.flatMap((program) => program.items);
  const ids = items.map(({ id }) => id);
  if (isOfSchools) return <GroupBox {...chosen} name={`s${at}`} label={name} ids={ids} />;
  const label = m.office_many_school({ school: name, n: ids.length });
  return (
    <>
      <GroupBox {...chosen} name={`s${at}`} label={label} ids={ids} className="font-semibold" />
      <ul className="ml-6">
        {programs.map((program, nth) => (
          <li key={nth}>
            <ProgramBoxes {...chosen} name={`s${at}p${nth}`} program={program} />
          </li>
        ))}
      </ul>
    </>
  );
}

type ProgramBoxesProps = Chosen & { name: string; program: ChoiceOfSchool['programs'][number] };

function ProgramBoxes({ name, program, ...chosen }: ProgramBoxesProps) {
  const ids = program.items.map(({ id }) => id);
  const boxes = program.items.map((item) => (
    <li key={item.id}>
      <GroupBox
        {...chosen}
        name={`o${item.id}`}
        label={item.isEnded ? m.office_many_ended_name({ name: item.name }) : item.name}
        ids={[item.id]}
      />
    </li>
  ));
  // A program that is chosen itself has nothing below.
  if (program.items.length === 1 && program.items[0]!.name === program.name) return <ul>{boxes}</ul>;
  return (
    <>
      <GroupBox
        {...chosen}
        name={name}
        label={m.office_many_program({ program: program.name, n: ids.length })}
        ids={ids}
      />
      <ul className="ml-6 flex flex-wrap gap-x-6">{boxes}</ul>
    </>
  );
}
