import { useState } from 'react';
import { m } from '#i18n/messages.js';
import { fullName } from '#kit/text/full-name.ts';
import { addWaiting, listWaitingRoutes } from '#modules/office/waiting/waiting.contract.ts';
import { addToListShape } from '#modules/office/waiting/waiting.shapes.ts';
import type { Route } from '#modules/catalog/routes/routes.contract.ts';
import type { Student } from '#modules/students/students.contract.ts';
import { callForOne } from '#app/api/client.ts';
import { useItems } from '#app/api/use-items.ts';
import { FormCheckbox, FormSelect } from '#app/forms/fields.tsx';
import { Button } from '#app/ui/button.tsx';
import { ActDialog } from './act-dialog.tsx';

type AddProps = {
  student: Pick<Student, 'id' | 'first_name' | 'last_name'>;
  /** the full route; left out, staff choose a route */
  route?: Pick<Route, 'id' | 'name'>;
};

const addShape = addToListShape.omit({ student_id: true });

/** The full routes of all published seasons. */
function ChooseFull() {
  const routes = useItems(listWaitingRoutes, {}, { staleTime: 0 });
  const full = (routes.data ?? []).filter(({ seats }) => seats.free === 0);
  return (
    <>
      {routes.isSuccess && full.length === 0 && <p>{m.office_waiting_add_none()}</p>}
      <FormSelect
        required
        name="route_id"
        label={m.office_waiting_route()}
        placeholder={m.office_waiting_add_choose()}
        options={full.map(({ id, name, program, school, seats }) => ({
          value: String(id),
          label: m.office_waiting_of_route({
            route: `${m.office_board_program_of({ school: school.text, program })} · ${name}`,
            n: seats.waiting,
          }),
        }))}
      />
    </>
  );
}

function AddDialog({ student, route, onClose }: AddProps & { onClose: () => void }) {
  const child = fullName(student);
  return (
    <ActDialog
      title={m.office_waiting_add_title({ child })}
      description={m.office_waiting_add_text()}
      shape={addShape}
      defaults={{ reason: '', is_beyond_limit: false, ...(route && { route_id: route.id }) }}
      confirmText={m.office_waiting_add()}
      send={(body, headers) => callForOne(addWaiting, { headers, body: { ...body, student_id: student.id } })}
      doneText={({ place, route: { name } }) =>
        m.office_waiting_add_done({ child, place: place ?? 0, route: name })
      }
      onClose={onClose}
    >
      {route ? <p className="font-bold">{route.name}</p> : <ChooseFull />}
      <FormCheckbox
        name="is_beyond_limit"
        label={m.office_waiting_beyond()}
        note={m.office_waiting_beyond_add_note()}
      />
    </ActDialog>
  );
}

/** For a family on the phone (OF6.3). */
export function AddToList({ student, route }: AddProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        look="secondary"
        size="small"
        aria-label={m.office_waiting_add_of({ child: fullName(student) })}
        onClick={() => setOpen(true)}
      >
        {m.office_waiting_add()}
      </Button>
      {isOpen && <AddDialog student={student} route={route} onClose={() => setOpen(false)} />}
    </>
  );
}
