import { useParams } from 'react-router';
import { m } from '#i18n/messages.js';
import { listObjects, type ListedObject } from '#modules/catalog/changes/object-list.contract.ts';
import { Loaded, LoadedPage } from '#app/api/loaded.tsx';
import { useItems } from '#app/api/use-items.ts';
import { ToNotFound } from '#app/orders/use-order.tsx';
import { BackLink } from '#app/lists/way-back.tsx';
import { ObjectLink } from '#app/routes/office/season/object-link.tsx';
import { ObjectList, shownName } from '#app/routes/office/season/objects/object-list.tsx';
import { ObjectSheet } from '#app/routes/office/season/objects/object-sheet.tsx';
import { AddGrades } from '#app/routes/office/season/schools/add-grades.tsx';
import { pageTitle } from '#app/shell/page-title.ts';
import { PageHead } from '#app/ui/page-head.tsx';

export const meta = () => pageTitle(m.office_title_school());

function Grades({ program }: { program: ListedObject }) {
  const heading = `grades-${program.id}`;
  return (
    <section aria-labelledby={heading} className="mt-8">
      <h2 id={heading} className="mb-3 text-lg font-bold">
        {m.office_school_grades({ program: shownName(program) })}
      </h2>
      <ObjectList
        kind="grade"
        parent={program.id}
        order={{ kind: 'grade', text: m.office_arrange_grades_of({ program: shownName(program) }) }}
      />
      <AddGrades program={program} />
    </section>
  );
}

function School({ school }: { school: ListedObject }) {
  const programs = useItems(listObjects, { params: { kind: 'program' }, query: { parent: school.id } });
  return (
    <>
      <PageHead
        title={shownName(school)}
        actions={
          <ObjectLink isButton kind="program_group" id={school.id}>
            {m.office_object_edit({ kind: m.catalog_kind_program_group() })}
          </ObjectLink>
        }
      />
      <section aria-labelledby="programs">
        <h2 id="programs" className="mb-3 text-lg font-bold">
          {m.office_school_programs()}
        </h2>
        <ObjectList
          kind="program"
          parent={school.id}
          order={{ kind: 'program', text: m.office_arrange_programs() }}
        />
      </section>
      <Loaded query={programs} loading={m.office_loading()}>
        {(all) => all.map((program) => <Grades key={program.id} program={program} />)}
      </Loaded>
    </>
  );
}

/** A school with its programs and grades (SE2). */
export default function SchoolPage() {
  const { school_id } = useParams();
  const schools = useItems(listObjects, { params: { kind: 'program_group' }, query: {} });
  return (
    <div className="max-w-form">
      <BackLink to="/admin/schools" text={m.office_schools_back()} />
      <LoadedPage query={schools} title={m.office_title_school()} loading={m.office_loading()}>
        {(all) => {
          const school = all.find(({ id }) => String(id) === school_id);
          return school ? <School school={school} /> : <ToNotFound />;
        }}
      </LoadedPage>
      <ObjectSheet />
    </div>
  );
}
